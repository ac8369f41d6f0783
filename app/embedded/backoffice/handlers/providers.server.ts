import { findSender } from '../../callbacks/callback.server'
import { senderSecrets } from '../../callbacks/signature.server'
import { Refused } from '../../context.server'
import { closedGames, hasGame } from '../../games/catalogue.server'
import { findProvider, isClosedByFile, providersOf } from '../../games/providers.server'
import type { BackofficeHandlers } from '../handler'

export const handlers: BackofficeHandlers<'providers' | 'maintenance' | 'callback-secret'> = {
  providers: async (ctx, { kind, closed }) => {
    const closures = await ctx.store.query<{ provider: string; closed_at: Date }>(
      'select provider, closed_at from provider_closures',
    )
    const closedAtByCode = new Map(closures.map(({ provider, closed_at }) => [provider, closed_at]))
    const gamesByCode = await closedGames(ctx)
    const isClosed = (code: string) => closedAtByCode.has(code) || isClosedByFile(ctx, code)
    const rows = providersOf(ctx, kind)
      .filter(({ code }) => closed === undefined || isClosed(code) === closed)
      .map(({ code, kind, nameKo, nameEn }) => ({
        code,
        kind,
        nameKo,
        nameEn,
        used: isClosed(code) ? ('n' as const) : ('y' as const),
        closedAt: closedAtByCode.get(code)?.toISOString() ?? null,
        closedGames: [...(gamesByCode.get(code) ?? [])],
      }))
    return { status: 'success', rows }
  },

  /** @throws Refused `not_found` for an unknown provider or game */
  maintenance: async (ctx, { provider, gameCode, used }, sql) => {
    const known = findProvider(ctx, provider)
    const isKnown = gameCode === undefined || (gameCode !== provider && known && hasGame(ctx, known, gameCode))
    if (!known || !isKnown) throw new Refused({ status: 'not_found' }, 404)
    const isWhole = gameCode === undefined
    const [table, columns] = isWhole ? ['provider_closures', 'provider'] : ['game_closures', 'provider, game']
    const [marks, key] = isWhole ? ['$1', [provider]] : ['$1, $2', [provider, gameCode]]
    const changed =
      used === 'n'
        ? await sql.query(
            `insert into ${table} (${columns}, closed_at) values (${marks}, $${key.length + 1})
             on conflict do nothing returning provider`,
            [...key, ctx.now()],
          )
        : await sql.query(`delete from ${table} where (${columns}) = (${marks}) returning provider`, key)
    return { status: 'success', changed: changed.length > 0, provider, ...(gameCode && { gameCode }), used }
  },

  'callback-secret': async (ctx, { provider }) => {
    const sender = findSender(ctx, provider)
    if (!sender) throw new Refused({ status: 'not_found' }, 404)
    const configuredSecrets = sender.kind === 'games' ? ctx.options.providerSecrets : ctx.options.paymentSecrets
    const secrets = [...(await senderSecrets(ctx, sender))]
    return { status: 'success', provider, kind: sender.kind, from: configuredSecrets ? 'setting' : 'database', secrets }
  },
}
