import { randomUUID } from 'node:crypto'
import { describeAlert } from '~/i18n/alert-text.server'
import { start } from '../../alert-outbox.server'
import { findSender } from '../../callbacks/callback.server'
import { senderSecrets } from '../../callbacks/verify-signature.server'
import { Refused } from '../../context.server'
import { closedGames, hasGame, providerClosures } from '../../games/catalogue.server'
import { findProvider, isClosedByFile, providersOf } from '../../games/providers.server'
import { timeAfter } from '../../maintenance.server'
import { languageFor } from '../../member-language'
import { hasRows } from '../../store/store.server'
import { formatTransactionNumber } from '../../transactions/transaction-number'
import type { CommandResult } from '../commands/table'
import type { BackofficeHandlers } from '../handler'
import { selectPage, selectRow, selectRows } from '../queries'

const plain = (text: string) => text.toLowerCase().replaceAll(' ', '')

type Alert = CommandResult<'alerts'>['rows'][number]

export const handlers = {
  providers: async (ctx, { search = '', kind, closed }) => {
    const closures = await providerClosures(ctx)
    const gamesByCode = await closedGames(ctx)
    const isClosed = (code: string) => closures.has(code) || isClosedByFile(ctx, code)
    const rows = providersOf(ctx, kind)
      .filter(({ code }) => closed === undefined || isClosed(code) === closed)
      .filter((row) => [row.code, row.nameKo, row.nameEn].some((name) => plain(name).includes(plain(search))))
      .map(({ code, kind, nameKo, nameEn }) => ({
        ...{ name: languageFor(ctx.language) === 'ko' ? nameKo : nameEn, code, kind, nameKo, nameEn },
        used: isClosed(code) ? ('n' as const) : ('y' as const),
        closedAt: closures.get(code)?.closed_at.toISOString() ?? null,
        closedUntil: closures.get(code)?.until?.toISOString() ?? null,
        closedGames: [...(gamesByCode.get(code) ?? [])],
      }))
    return { rows }
  },

  maintenance: async (ctx, { provider, gameCode, used, closedUntil }, sql) => {
    const known = findProvider(ctx, provider)
    const isKnown = gameCode === undefined || (gameCode !== provider && known && hasGame(ctx, known, gameCode))
    if (!known || !isKnown) throw new Refused({ status: 'not_found' }, 404)
    const isWhole = gameCode === undefined
    const [table, columns] = isWhole ? ['provider_closures', 'provider'] : ['game_closures', 'provider, game']
    const [marks, key] = isWhole ? ['$1', [provider]] : ['$1, $2', [provider, gameCode]]
    const now = ctx.now()
    const until = closedUntil === undefined || used === 'y' ? null : timeAfter(now, 'closedUntil', closedUntil)
    // A closure in effect keeps its start when its end changes.
    const start = `case when c.until is null or c.until > $${key.length + 1} then c.closed_at else excluded.closed_at end`
    const close = `insert into ${table} as c (${columns}, closed_at, until)
      values (${marks}, $${key.length + 1}, $${key.length + 2})
      on conflict (${columns}) do update set closed_at = ${start}, until = excluded.until
       where (c.closed_at, c.until) is distinct from (${start}, excluded.until) returning provider`
    const open = `delete from ${table} where (${columns}) = (${marks}) returning provider`
    const changed = await hasRows(sql, used === 'n' ? close : open, used === 'n' ? [...key, now, until] : key)
    const about = { provider, nameKo: known.nameKo, nameEn: known.nameEn, ...(gameCode && { gameCode }), used }
    return { changed, ...about, closedUntil: until?.toISOString() ?? null }
  },

  'site-maintenance': async (ctx, { used, contents = null, closedUntil = '' }, sql) => {
    if (used === 'y') {
      const changed = await hasRows(sql, 'delete from site_maintenance returning until')
      return { changed, used, closedUntil: null, contents: null }
    }
    const now = ctx.now()
    const until = timeAfter(now, 'closedUntil', closedUntil)
    const close = `insert into site_maintenance (until, text, began_at, began_by) values ($1, $2, $3, $4)
      on conflict (one) do update set until = excluded.until, text = excluded.text,
        began_at = case when site_maintenance.until > $3 then site_maintenance.began_at else excluded.began_at end`
    await sql.query(close, [until, contents, now, ctx.operator.name])
    return { changed: true, used, closedUntil: until.toISOString(), contents }
  },

  alerts: async ({ store, options, now }, paging) => {
    const list = await selectPage<Omit<Alert, 'number'> & { subject: string }>(store, paging, {
      columns: `event, subject, made_at as "madeAt", sent_at as "sentAt", tries, due_at as "nextTryAt", failure,
        case when sent_at is not null then 'sent' when due_at is not null then 'unsent' else 'failed' end as state`,
      from: 'alerts',
      where: 'event <> $1',
      values: [start],
      order: 'made_at desc, length(subject) desc, subject desc, event',
    })
    const numberOf = (id: string) => formatTransactionNumber(BigInt(id))
    const rows = list.rows.map((row) => ({ ...row, number: /^request/.test(row.event) ? numberOf(row.subject) : null }))
    const sum = options.alerts?.tellsSum && { won: 100_000, number: formatTransactionNumber(0n) }
    // The outbox stores details as jsonb, which orders their names by length.
    const [details] = await store.query<{ sent: object }>('select $1::jsonb as sent', [{ kind: 'deposit', ...sum }])
    const sample = { id: randomUUID(), event: 'request', at: now().toISOString(), ...details?.sent }
    const described = describeAlert(sample, options.alerts?.backofficeOrigin)
    return { ...list, rows, receiver: options.alerts ?? null, sample: JSON.stringify(described) }
  },

  'test-alert': async ({ options, now }) => {
    const { send = async () => 'not set', backofficeOrigin } = options.alerts ?? {}
    const failure = await send(
      describeAlert({ id: randomUUID(), event: 'test', at: now().toISOString() }, backofficeOrigin),
    )
    return { delivered: failure === undefined, failure: failure ?? null }
  },

  'callback-secret': async (ctx, { provider }) => {
    const sender = findSender(ctx, provider)
    if (!sender) throw new Refused({ status: 'not_found' }, 404)
    const configuredSecrets = sender.kind === 'games' ? ctx.options.providerSecrets : ctx.options.paymentSecrets
    const secrets = [...(await senderSecrets(ctx, sender))]
    return { provider, kind: sender.kind, from: configuredSecrets ? 'setting' : 'database', secrets }
  },

  'referral-codes': ({ store }) => {
    const newest = `select code, user_id as owner, origin, made_at as "madeAt", removed_at as "removedAt",
        (select count(*) from members where referral_code = referral_codes.code) as members
      from referral_codes order by made_at desc, code limit 1000`
    return selectRows(store, newest)
  },

  'add-referral-code': (ctx, { code, owner, origin }, sql) => {
    const add = `insert into referral_codes (code, user_id, origin, made_at) values ($1, $2, $3, $4)
      on conflict (code) do update set user_id = excluded.user_id, origin = excluded.origin, removed_at = null
       where referral_codes.removed_at is not null returning code, user_id as owner, origin`
    return selectRow(sql, add, [code, owner, origin ?? null, ctx.now()], 'taken')
  },

  'remove-referral-code': async (ctx, { code }, sql) => {
    const now = ctx.now()
    // Registrations lock their referral code until the member is inserted, so this lock waits for them.
    const lock = `select removed_at as "removedAt", (select count(*) from members where referral_code = code) as members
      from referral_codes where code = $1 for update`
    const { removedAt, members } = await selectRow<{ removedAt: string | null; members: number }>(sql, lock, [code])
    await sql.query('update referral_codes set removed_at = coalesce(removed_at, $2) where code = $1', [code, now])
    return { changed: removedAt === null, code, members, removedAt: removedAt ?? now.toISOString() }
  },

  'pay-accounts': ({ store }) => {
    const saved = `select id::text as id, bank, number, holder, made_at as "madeAt", made_by as "madeBy"
      from pay_accounts where ended_at is null order by pay_accounts.id`
    return selectRows(store, saved)
  },

  'add-pay-account': async (ctx, { bank, number, holder }, sql) => {
    const insert = `insert into pay_accounts (bank, number, holder, made_at, made_by) values ($1, $2, $3, $4, $5)
      on conflict (bank, number, holder) where ended_at is null do nothing returning id`
    const changed = await hasRows(sql, insert, [bank, number, holder, ctx.now(), ctx.operator.name])
    return { changed, bank, number, holder }
  },

  'end-pay-account': (ctx, { id }, sql) => {
    const end = `update pay_accounts set ended_at = $2 where id = $1 and ended_at is null returning bank, number, holder`
    return selectRow(sql, end, [id, ctx.now()])
  },
} satisfies BackofficeHandlers
