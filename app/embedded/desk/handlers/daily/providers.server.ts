import { findSender } from '../../../callbacks/callback.server'
import { senderSecrets } from '../../../callbacks/signature.server'
import { hasSandbox, Refused } from '../../../context.server'
import { casinoProviders, findProvider, slotProviders, sportProviders } from '../../../seed/catalogue'
import type { DeskHandlers } from '../../handler'

/** Commands on game providers: maintenance and callback secrets. With real money there are no providers. */
export const handlers: DeskHandlers<'providers' | 'maintenance' | 'callback-secret'> = {
  providers: async (ctx, { kind, closed }) => {
    if (!hasSandbox(ctx)) return { status: 'success', rows: [] }
    const closures = await ctx.store.query<{ provider: string; closed_at: Date }>(
      'select provider, closed_at from provider_closures',
    )
    const closedAtByCode = new Map(closures.map(({ provider, closed_at }) => [provider, closed_at]))
    const rows = [...casinoProviders, ...slotProviders, ...sportProviders]
      .filter((provider) => kind === undefined || provider.kind === kind)
      .filter(({ code }) => closed === undefined || closedAtByCode.has(code) === closed)
      .map(({ code, kind, nameKo, nameEn }) => ({
        code,
        kind,
        nameKo,
        nameEn,
        used: closedAtByCode.has(code) ? ('n' as const) : ('y' as const),
        closedAt: closedAtByCode.get(code)?.toISOString() ?? null,
      }))
    return { status: 'success', rows }
  },

  maintenance: async (ctx, { provider, used }, sql) => {
    if (!hasSandbox(ctx) || !findProvider(provider)) throw new Refused({ status: 'not_found' }, 404)
    const changed =
      used === 'n'
        ? await sql.query(
            'insert into provider_closures (provider, closed_at) values ($1, $2) on conflict do nothing returning provider',
            [provider, ctx.now()],
          )
        : await sql.query('delete from provider_closures where provider = $1 returning provider', [provider])
    return { status: 'success', changed: changed.length > 0, provider, used }
  },

  'callback-secret': async (ctx, { provider }) => {
    const sender = findSender(provider)
    if (!sender) throw new Refused({ status: 'not_found' }, 404)
    const configuredSecrets = sender.kind === 'games' ? ctx.options.providerSecrets : ctx.options.paymentSecrets
    const secrets = [...(await senderSecrets(ctx, sender))]
    return { status: 'success', provider, kind: sender.kind, from: configuredSecrets ? 'setting' : 'database', secrets }
  },
}
