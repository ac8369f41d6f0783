import { seoulDayBounds } from '~/values/seoul'
import { stored } from '~/values/status'
import { autoApprovalMs, Refused } from '../../context.server'
import { isExcludedAt } from '../../members/excluded-identities.server'
import { answerAccountSql } from '../../messages/messages.server'
import { insertRow, type Sql } from '../../store/store.server'
import { formatTransactionNumber } from '../../transactions/transaction-number'
import type { messageCommands } from '../commands/messages'
import type { CommandResult } from '../commands/table'
import type { BackofficeHandlers } from '../handler'
import { invalidField, selectPage, selectRow, toJson, wonToJson } from '../queries'
import { findMemberIds } from './members.server'

const maxTemplates = 50

export const handlers: BackofficeHandlers<keyof typeof messageCommands> = {
  requests: async (
    ctx,
    { state, subject, member, order = state === stored.pending ? 'oldest' : 'newest', ...paging },
  ) => {
    const list = await selectPage<HelpRequest>(ctx.store, {
      columns: requestColumns,
      from: requestsFrom,
      where: `($1 = 'all' or (h.answered_at is null) = ($1 = '${stored.pending}')) and ($2::text is null or u.user_id = $2)
        and ($3::text is null or h.subject = $3)`,
      values: [state, member ?? null, subject ?? null],
      order: order === 'oldest' ? 'h.id' : 'h.id desc',
      ...paging,
    })
    return { ...list, approvalMs: autoApprovalMs(ctx) }
  },

  request: async ({ store }, { id }) => {
    const request = await findHelpRequest(store, id)
    const { asksAccount, answeredAt, member } = request
    const before = await store.query(
      `select h.contents, h.made_at as "madeAt", h.answer, h.answered_at as "answeredAt"
         from help_requests h join help_requests later on later.id = $1 and later.member_id = h.member_id
        where h.id < $1 and coalesce(h.thread_id, h.id) = later.thread_id order by h.id desc limit 20`,
      [id],
    )
    const earlier = toJson<CommandResult<'request'>['earlier']>(before.reverse())
    if (answeredAt) return { status: 'success', request, earlier, deposits: [], lastAccount: null }
    const found = await store.query<{ id: bigint; won: bigint }>(
      `select m.id, m.won from movements m join members u on u.id = m.member_id
        where u.user_id = $1 and m.kind = 'deposit' and m.method = 'bank' and m.state = '${stored.pending}' order by m.id desc limit 5`,
      [member],
    )
    const given = answerAccountSql('h')
    const [last] = !asksAccount
      ? []
      : await store.query<{ account: CommandResult<'request'>['lastAccount'] }>(
          `select ${given} as account from (select * from help_requests order by id desc limit 1000) h
        where ${given} is not null order by h.id desc limit 1`,
        )
    const deposits = found.map((row) => ({ number: formatTransactionNumber(row.id), won: wonToJson(row.won) }))
    return { status: 'success', request, earlier, deposits, lastAccount: last?.account ?? null }
  },

  answer: async (ctx, { id, contents, account, replace }, sql) => {
    const answer = contents ?? (account && Object.values(account).join(' '))
    const before = await selectRow<{ answered_at: string | null; account_request_id: number | null }>(
      sql,
      'select answered_at, account_request_id from help_requests where id = $1 for no key update',
      [id],
    )
    if (answer === undefined && before.account_request_id === null) throw invalidField('contents', 'some text')
    if (answer === undefined) throw invalidField('contents', 'contents, account, or both')
    if (account && before.account_request_id === null)
      throw invalidField('account', 'only when the request is for bank details')
    if (before.answered_at && !replace) {
      throw new Refused({ status: 'answered', request: await findHelpRequest(sql, id) }, 409)
    }
    const now = ctx.now()
    await sql.query(
      `update help_requests
          set answer = $2, answered_at = $3, read_at = null, answer_account = $4::jsonb, answer_account_of = $5
        where id = $1`,
      [id, answer, now, account ? JSON.stringify(account) : null, account ? now : null],
    )
    await sql.query('update account_requests set answered_at = $2 where id = $1 and answered_at is null', [
      before.account_request_id,
      now,
    ])
    return { status: 'success', request: await findHelpRequest(sql, id) }
  },

  note: async (ctx, { to, title, contents }, sql) => {
    const ids = to === 'all' ? null : await findMemberIds(sql, to)
    const sent = await sql.query<{ id: bigint }>(
      `insert into notes (member_id, title, contents, made_at)
       select id, $2, $3, $4 from members
        where ($1::bigint[] is null or id = any($1::bigint[])) and closed_at is null returning id`,
      [ids, title, contents, ctx.now()],
    )
    return { status: 'success', sent: sent.length }
  },

  'note-tagged': async (ctx, { tagged, title, contents }, sql) => {
    const { sent, left } = await selectRow<{ sent: number; left: number }>(
      sql,
      `with tagged as (
         select id, exists (select 1 from play_limits where member_id = id and ${isExcludedAt('$4')}) as is_excluded
           from members join member_tags on member_id = id where tag = $1 and closed_at is null),
       sent as (
         insert into notes (member_id, title, contents, made_at)
           select id, $2, $3, $4 from tagged where not is_excluded returning 1)
       select (select count(*) from sent)::integer as sent, count(*) filter (where is_excluded)::integer as left from tagged`,
      [tagged, title, contents, ctx.now()],
    )
    return { status: 'success', sent, left }
  },

  notices: async ({ store, now }, { place, state, ...paging }) =>
    selectPage(store, {
      columns: `idx::text as idx, place, title, contents, made_at as "madeAt", ends_at as "endsAt",
        ends_at is null or ends_at > $3 as shown`,
      from: 'notices',
      where: "place = $1 and ($2 = 'all' or (ends_at is null or ends_at > $3) = ($2 = 'shown'))",
      values: [place, state, now()],
      order: 'made_at desc, notices.idx desc',
      ...paging,
    }),

  'add-notice': async (ctx, { place, title, contents, until }, sql) => {
    const [, endsAt] = seoulDayBounds({ to: until })
    if (endsAt && endsAt <= ctx.now()) throw invalidField('until', 'today or a later day')
    const notice = { place, title, contents, made_at: ctx.now(), ends_at: endsAt }
    const { idx } = await insertRow<{ idx: bigint }>(sql, 'notices', notice, 'idx')
    return { status: 'success', idx: String(idx), endsAt: endsAt?.toISOString() ?? null }
  },

  'end-notice': async (ctx, { place, idx }, sql) => {
    const notice = await selectRow<{ title: string; changed: boolean }>(
      sql,
      `select title, ends_at is null or ends_at > $3 as changed from notices where idx = $1 and place = $2
          for no key update`,
      [idx, place, ctx.now()],
    )
    if (notice.changed) await sql.query('update notices set ends_at = $2 where idx = $1', [idx, ctx.now()])
    return { status: 'success', ...notice }
  },

  templates: async ({ store }, { kind = null }) => {
    const rows = await store.query(
      `select id::text as id, kind, title, contents, made_at as "madeAt", made_by as "madeBy" from reply_templates
        where $1::text is null or kind = $1 order by title, reply_templates.id`,
      [kind],
    )
    return { status: 'success', rows: toJson<CommandResult<'templates'>['rows']>(rows) }
  },

  'save-template': async (ctx, { id, kind, title, contents }, sql) => {
    if (kind === 'cancel' && contents.length > 200) throw invalidField('contents', '200 characters at most')
    const values = [kind, title, contents, ctx.now(), ctx.operator.name]
    if (id !== undefined) {
      const changed = `update reply_templates set kind = $1, title = $2, contents = $3, made_at = $4, made_by = $5
        where id = $6 returning title`
      return { status: 'success', ...(await selectRow<{ title: string }>(sql, changed, [...values, id])) }
    }
    const [added] = await sql.query(
      `insert into reply_templates (kind, title, contents, made_at, made_by) select $1, $2, $3, $4, $5
        where (select count(*) from reply_templates) < $6 returning id`,
      [...values, maxTemplates],
    )
    if (!added) throw new Refused({ status: 'too_many_templates' }, 409)
    return { status: 'success', title }
  },

  'delete-template': async (_, { id }, sql) => ({
    status: 'success',
    ...(await selectRow<{ title: string }>(sql, 'delete from reply_templates where id = $1 returning title', [id])),
  }),

  'pay-accounts': async ({ store }) => {
    const rows = await store.query(
      `select id::text as id, bank, number, holder, made_at as "madeAt", made_by as "madeBy" from pay_accounts
        where ended_at is null order by pay_accounts.id`,
    )
    return { status: 'success', rows: toJson<CommandResult<'pay-accounts'>['rows']>(rows) }
  },

  'add-pay-account': async (ctx, { bank, number, holder }, sql) => {
    const added = await sql.query(
      `insert into pay_accounts (bank, number, holder, made_at, made_by) values ($1, $2, $3, $4, $5)
       on conflict (bank, number, holder) where ended_at is null do nothing returning id`,
      [bank, number, holder, ctx.now(), ctx.operator.name],
    )
    return { status: 'success', changed: added.length > 0, bank, number, holder }
  },

  'end-pay-account': async (ctx, { id }, sql) => {
    const ended = await selectRow<{ bank: string; number: string; holder: string }>(
      sql,
      'update pay_accounts set ended_at = $2 where id = $1 and ended_at is null returning bank, number, holder',
      [id, ctx.now()],
    )
    return { status: 'success', ...ended }
  },
}

type HelpRequest = CommandResult<'request'>['request']

const requestsFrom = 'help_requests h join members u on u.id = h.member_id'

const requestColumns = `h.id::text as id, u.user_id as member, u.nick, h.title, h.contents,
  h.account_request_id is not null as "asksAccount", h.subject, h.language, h.made_at as "madeAt", h.due_at as "dueAt",
  case when h.answered_at is null then '${stored.pending}' else '${stored.done}' end as state, h.answer,
  ${answerAccountSql('h')} as "answerAccount",
  h.answered_at as "answeredAt", h.read_at as "readAt"`

function findHelpRequest(sql: Sql, id: bigint): Promise<HelpRequest> {
  return selectRow(sql, `select ${requestColumns} from ${requestsFrom} where h.id = $1`, [id])
}
