import { isDeepStrictEqual } from 'node:util'
import { days } from '~/values/durations'
import { daysBefore, isCalendarDay } from '~/values/seoul'
import { stored } from '~/values/status'
import { autoApprovalMs, Refused } from '../../context.server'
import type { MemberId } from '../../ledger/entries'
import { isExcludedAt } from '../../limits/stored-limits.server'
import { timeAfter } from '../../maintenance.server'
import { memberLanguageSql } from '../../member-language'
import { answerAccountSql } from '../../messages/inquiries.server'
import type { Sql } from '../../store/store.server'
import { addAccountRequest } from '../../transactions/apply.server'
import { formatTransactionNumber } from '../../transactions/transaction-number'
import type { CommandPayload, CommandResult } from '../commands/table'
import type { BackofficeContext, BackofficeHandlers } from '../handler'
import { findMemberIds, openAccountRequest } from '../member-queries'
import { invalidField, type Listed, selectPage, selectRow, selectRows } from '../queries'
import { findTransactionRow, runningClaim } from './transactions.server'

export const handlers = {
  requests: async (ctx, { kind, state, subject, member, order, ...paging }) => {
    const list = await selectPage<HelpRequest>(ctx.store, paging, {
      columns: requestColumns,
      from: requestsFrom,
      where: `($1 = 'all' or (h.answered_at is null) = ($1 = '${stored.pending}')) and ($2::text is null or u.user_id = $2)
        and ($3::text is null or h.subject = $3) and h.contents <> ''
        and ($4::text is null or (h.account_request_id is null) = ($4 = 'question'))`,
      values: [state, member ?? null, subject ?? null, kind ?? null],
      order: (order ? order === 'oldest' : state === stored.pending) ? 'h.id' : 'h.id desc',
    })
    const rows = list.rows.map((row) => ({
      ...claimOf(row, ctx.now()),
      depositNumber: row.deposit && formatTransactionNumber(BigInt(row.deposit)),
    }))
    return { ...list, rows, approvalMs: autoApprovalMs(ctx) }
  },

  request: async ({ store, now, operator }, { id }) => {
    const request = claimOf(await findHelpRequest(store, id), now())
    const ofThread = `select h.id::text as id, h.contents, h.made_at as "madeAt", h.answer,
        h.answered_at as "answeredAt", h.answered_by as "answeredBy", h.read_at as "readAt"
      from help_requests h ${joinThread} where h.id <> $1 order by h.id limit 100`
    const { rows } = await selectRows<CommandResult<'request'>['earlier'][number]>(store, ofThread, [id])
    const pendingRequests = `select ${requestColumns} from ${requestsFrom}
      where h.answered_at is null and h.id <> $1
      order by (h.account_request_id is not null) <> $2, h.id limit 20`
    const { rows: pending } = await selectRows<HelpRequest>(store, pendingRequests, [id, request.asksAccount])
    const next = pending.find((row) => [null, operator.name].includes(claimOf(row, now()).claimedBy)) ?? null
    const isLater = (message: (typeof rows)[number]) => BigInt(message.id) > id
    return { request, earlier: rows.filter((row) => !isLater(row)), later: rows.filter(isLater), next }
  },

  answer: async (ctx, { id, contents, account, replace, more }, sql) => {
    const answer = contents ?? (account && Object.values(account).join(' '))
    const lock = `select answered_at, account_request_id, claimed_by as "claimedBy", claimed_at as "claimedAt",
      '${stored.pending}' as state from help_requests where id = $1 for no key update`
    const before = await selectRow<AnsweredRow>(sql, lock, [id])
    const { claimedBy: by, claimedAt: at } = runningClaim(before, ctx.now())
    if (by !== null && by !== ctx.operator.name) throw new Refused({ status: 'claimed', by, at }, 409)
    if (answer === undefined && before.account_request_id === null) throw invalidField('contents', 'some text')
    if (answer === undefined) throw invalidField('contents', 'contents, account, or both')
    if (account && before.account_request_id === null)
      throw invalidField('account', 'only when the request is for bank details')
    // With real money, only accounts that an owner saved may receive it.
    const saved = `select id from pay_accounts
      where ended_at is null and (bank, number, holder) = ($1, $2, $3) for share`
    if (account && ctx.options.money === 'real')
      await selectRow(sql, saved, [account.bank, account.number, account.holder], 'unsaved_account')
    const now = ctx.now()
    if (before.answered_at && more && !account) {
      const insert = `insert into help_requests (member_id, title, contents, language, made_at, subject, thread_id,
          answer, answered_at, answered_by)
        select member_id, title, '', language, $2, subject, coalesce(thread_id, id), $3, $2, $4
         from help_requests where id = $1 returning id::text as id`
      const added = await selectRow<{ id: string }>(sql, insert, [id, now, answer, ctx.operator.name])
      return { request: await findHelpRequest(sql, BigInt(added.id)) }
    }
    if (before.answered_at && !replace)
      throw new Refused({ status: 'answered', request: await findHelpRequest(sql, id) }, 409)
    const update = `update help_requests
        set answer = $2, answered_at = $3, read_at = null, answer_account = $4::jsonb, answer_account_of = $5,
            answered_by = $6, claimed_by = null, claimed_at = null
      where id = $1`
    const accountOf = account ? [JSON.stringify(account), now] : [null, null]
    await sql.query(update, [id, answer, now, ...accountOf, ctx.operator.name])
    const endRequest = 'update account_requests set answered_at = $2 where id = $1 and answered_at is null'
    await sql.query(endRequest, [before.account_request_id, now])
    return { request: await findHelpRequest(sql, id) }
  },

  'claim-inquiry': async ({ operator, now }, { id, release }, sql) => {
    const { claimedBy: by } = claimOf(await findHelpRequest(sql, id), now())
    const set = 'update help_requests set claimed_by = $2, claimed_at = $3 where id = $1'
    await sql.query(set, [id, release ? null : operator.name, release ? null : now()])
    return { request: await findHelpRequest(sql, id), takenFrom: release || by === operator.name ? null : by }
  },

  'change-inquiry': async (_ctx, { id, subject }, sql) => {
    const ofThread = `select h.id from help_requests h ${joinThread}`
    await sql.query(`update help_requests set subject = $2 where id in (${ofThread})`, [id, subject])
    return { request: await findHelpRequest(sql, id) }
  },

  /** @throws Refused `not_found`; `sent` if a different account, still in use, was sent in the last day; `no_account` */
  'send-account': async (ctx, { id, account: wanted = null }, sql): Promise<CommandResult<'send-account'>> => {
    // Locked first, so that the next statement sees whatever this one waited for.
    await sql.query('select 1 from movements where id = $1 for no key update', [id])
    const deposit = `select member_id as member, ${openAccountRequest('m.member_id')} as request,
        ${memberLanguageSql('m.member_id')} as language,
        (select ${answerAccountSql('h')} from help_requests h where h.member_id = m.member_id
          and account_request_id is not null and answered_at > $2 and (
            select coalesce(bool_or(ended_at is null), true) from pay_accounts
             where jsonb_build_object('bank', bank, 'number', number, 'holder', holder) = h.answer_account)
          order by h.id desc limit 1) as sent
      from movements m
      where m.id = $1 and m.kind = 'deposit' and m.method = 'bank' and m.state = '${stored.pending}'`
    type Asked = { member: MemberId; request: bigint | null; sent: object | null; language: string }
    const values = [id, new Date(ctx.now().getTime() - days(1))]
    const { member, request, sent, language } = await selectRow<Asked>(sql, deposit, values)
    const savedAccount = `select bank, number, holder from pay_accounts where ended_at is null
        and ($1::text is null or concat_ws(' ', bank, number, holder) = $1)
      order by jsonb_build_object('bank', bank, 'number', number, 'holder', holder) = (select answer_account
        from help_requests where answer_account is not null order by answered_at desc limit 1) desc nulls last,
        pay_accounts.id desc limit 1`
    type Account = CommandResult<'send-account'>['answerAccount']
    const account = await selectRow<Account>(sql, savedAccount, [wanted], 'no_account')
    // An account that was sent for an earlier deposit also applies to this one.
    if (sent && !request && !isDeepStrictEqual(sent, account)) throw new Refused({ status: 'sent' }, 409)
    const open = request ?? (sent ? undefined : await addAccountRequest(sql, { ...ctx, language }, member))
    if (open) await handlers.answer(ctx, { id: BigInt(open), account, replace: false, more: false }, sql)
    return { movement: await findTransactionRow(sql, ctx, id), answerAccount: account }
  },

  note: async (ctx, { to, title, contents }, sql) => {
    const ids = to === 'all' ? null : await findMemberIds(sql, to)
    const chosen = `select id, $1::bigint[] is null and ${isExcludedMember} as is_excluded from members
      where ($1::bigint[] is null or id = any($1::bigint[])) and closed_at is null`
    return selectRow(sql, insertNotes(chosen), [ids, title, contents, ctx.now(), ctx.lineId, ctx.isDryRun === true])
  },

  'note-tagged': (ctx, { tagged, title, contents }, sql) => {
    const chosen = `select id, ${isExcludedMember} as is_excluded
      from members join member_tags on member_id = id where tag = $1 and closed_at is null`
    return selectRow(sql, insertNotes(chosen), [tagged, title, contents, ctx.now(), ctx.lineId, ctx.isDryRun === true])
  },

  'sent-notes': ({ store }, paging) =>
    selectPage(store, paging, { columns: sentColumns, from: sentFrom, order: 'id desc' }),

  'sent-note': async ({ store }, { id, state, ...paging }) => {
    const one = `select ${sentColumns}, payload ->> 'contents' as contents from ${sentFrom} where id = $1`
    type Note = Omit<CommandResult<'sent-note'>, keyof Listed<unknown>>
    const note = await selectRow<Note>(store, one, [id])
    const recipients = await selectPage<CommandResult<'sent-note'>['rows'][number]>(store, paging, {
      columns: 'user_id as member, nick, read_at as "readAt"',
      from: 'notes n join members u on u.id = n.member_id',
      where: "sent_by_act = $1 and ($2 = 'all' or (read_at is null) = ($2 = 'unread'))",
      values: [id, state],
      order: 'n.id',
    })
    return { ...note, ...recipients }
  },

  notices: async ({ store, now }, { place, state, ids, ...paging }) =>
    selectPage(store, paging, {
      columns: `idx::text as idx, place, title, contents, made_at as "madeAt", ends_at as "endsAt",
        ${isShownNotice('$3')} as shown`,
      from: 'notices',
      where: `place = $1 and ($2 = 'all' or (ends_at is null or ends_at > $3) = ($2 = 'shown'))
        and ($4::bigint[] is null or idx = any($4))`,
      values: [place, state, now(), ids ?? null],
      order: 'made_at desc, notices.idx desc',
    }),

  'add-notice': (ctx, { place, title, contents, ...typed }, sql) => {
    const add = `insert into notices (place, title, contents, made_at, ends_at) values ($1, $2, $3, $4, $5)
      returning ${noticeTimes('$6')}`
    return selectRow(sql, add, [place, title, contents, ...parseNoticeTimes(ctx, typed), ctx.now()])
  },

  'change-notice': async (ctx, { place, idx, title, contents, ...typed }, sql) => {
    const lock = `select title, contents, ${isShownNotice('$3')} as shown, ${noticeTimes('$3')}
      from notices where idx = $1 and place = $2 for no key update`
    type Notice = CommandResult<'change-notice'>['before'] & { idx: string }
    const { idx: _, ...before } = await selectRow<Notice>(sql, lock, [idx, place, ctx.now()])
    if (before.shown && typed.startsAt) throw invalidField('startsAt', 'only for a notice that is not shown yet')
    const change = `update notices set title = $3, contents = $4, ends_at = $6,
        made_at = case when ${isShownNotice('$7')} then made_at else $5 end
      where idx = $1 and place = $2 returning ${noticeTimes('$7')}`
    const values = [idx, place, title, contents, ...parseNoticeTimes(ctx, typed), ctx.now()]
    return { ...(await selectRow<Pick<Notice, 'idx' | 'startsAt' | 'endsAt'>>(sql, change, values)), before }
  },

  'end-notice': async (ctx, { place, idx }, sql) => {
    const lock = `select title, ends_at is null or ends_at > $3 as changed from notices where idx = $1 and place = $2
        for no key update`
    const notice = await selectRow<{ title: string; changed: boolean }>(sql, lock, [idx, place, ctx.now()])
    if (notice.changed) await sql.query('update notices set ends_at = $2 where idx = $1', [idx, ctx.now()])
    return notice
  },

  templates: ({ store }, { kind = null }) => {
    const ofKind = `select id::text as id, kind, title, contents, made_at as "madeAt", made_by as "madeBy"
      from reply_templates where $1::text is null or kind = $1 order by title, reply_templates.id`
    return selectRows(store, ofKind, [kind])
  },

  'save-template': async (ctx, { id, kind, title, contents }, sql) => {
    if (kind === 'cancel' && contents.length > 200) throw invalidField('contents', '200 characters at most')
    const values = [kind, title, contents, ctx.now(), ctx.operator.name]
    if (id !== undefined) {
      const changed = `update reply_templates set kind = $1, title = $2, contents = $3, made_at = $4, made_by = $5
        where id = $6 returning title`
      return selectRow(sql, changed, [...values, id])
    }
    const added = `insert into reply_templates (kind, title, contents, made_at, made_by) select $1, $2, $3, $4, $5
      where (select count(*) from reply_templates) < 50 returning title`
    return selectRow(sql, added, values, 'too_many_templates')
  },

  'delete-template': (_, { id }, sql) =>
    selectRow(sql, 'delete from reply_templates where id = $1 returning title', [id]),
} satisfies BackofficeHandlers

const isShownNotice = (now: string) => `(made_at <= ${now} and (ends_at is null or ends_at > ${now}))`

const noticeTimes = (now: string) =>
  `idx::text as idx, case when made_at > ${now} then made_at end as "startsAt", ends_at as "endsAt"`

type NoticeTimes = Pick<CommandPayload<'add-notice'>, 'startsAt' | 'until'>

/** Returns the start and end of a notice. A day as its end is shown in full. @throws Refused `invalid` as closures do */
function parseNoticeTimes({ now }: BackofficeContext, { startsAt, until }: NoticeTimes): [Date, Date | null] {
  const from = startsAt ? timeAfter(now(), 'startsAt', startsAt) : now()
  if (!until) return [from, null]
  const end = isCalendarDay(until) ? `${daysBefore(until, -1)} 00:00` : until
  return [from, timeAfter(from, 'until', end, startsAt ? 'a time after the start' : undefined)]
}

type HelpRequest = CommandResult<'request'>['request']
type AnsweredRow = Pick<HelpRequest, 'state' | 'claimedBy' | 'claimedAt'> & {
  answered_at: string | null
  account_request_id: number | null
}

const isExcludedMember = `exists (select 1 from play_limits where member_id = id and ${isExcludedAt('$4')})`
/** SQL: a text for a member, with the member's own id and nickname in place of the placeholders. */
const filledIn = (text: string) => `replace(replace(${text}, '{{nickname}}', nick), '{{member}}', user_id)`
const insertNotes = (chosenMembers: string) => `with chosen as (${chosenMembers}),
    sent as (
      insert into notes (member_id, title, contents, made_at, sent_by_act)
        select id, ${filledIn('$2')}, ${filledIn('$3')}, $4, $5::bigint from chosen join members using (id)
         where not is_excluded and not $6::boolean)
  select count(*) filter (where not is_excluded)::integer as sent, count(*) filter (where is_excluded)::integer as left
    from chosen`

const sentFrom = `(select a.id, a.made_at, who, coalesce(t.payload, a.payload) as payload, a.result from desk_acts a
    left join desk_act_texts t on t.act_id = a.id
  where act in ('note', 'note-tagged') and not rehearsed and a.result ->> 'status' = 'success') sent`
/** SQL: the columns of a sent note. `unread` is null if no copies are known, as of notes that 1.0.0 sent. */
const sentColumns = `id::text as id, made_at as at, who as by, payload ->> 'title' as title, payload -> 'to' as "to",
  payload ->> 'tagged' as tagged, (result -> 'sent')::integer as sent,
  (select count(*) filter (where read_at is null) from notes where sent_by_act = sent.id
    having count(*) > 0)::integer as unread`

const claimOf = (row: HelpRequest, now: Date): HelpRequest => ({ ...row, ...runningClaim(row, now) })

const joinThread = `join help_requests own on own.id = $1 and own.member_id = h.member_id
  and coalesce(h.thread_id, h.id) = coalesce(own.thread_id, own.id)`

const requestsFrom = 'help_requests h join members u on u.id = h.member_id'

/** SQL: part of the oldest pending bank deposit of a member who asks for the account to pay into. */
const oldestDeposit = (part: string) => `case when h.account_request_id is not null and h.answered_at is null then (
  select m.${part} from movements m where m.member_id = h.member_id and m.kind = 'deposit' and m.method = 'bank'
    and m.state = '${stored.pending}' order by m.id limit 1) end`

/** A follow-up has the title of the thread's first inquiry, unless that inquiry was deleted. */
const requestColumns = `h.id::text as id, u.user_id as member, u.nick, h.contents, h.thread_id is not null as "isReply",
  coalesce((select title from help_requests where id = h.thread_id), h.title) as title,
  h.answered_by as "answeredBy", h.claimed_by as "claimedBy", h.claimed_at as "claimedAt",
  ${oldestDeposit('id::text')} as deposit, ${oldestDeposit('won')} as won,
  h.account_request_id is not null as "asksAccount", h.subject, h.language, h.made_at as "madeAt", h.due_at as "dueAt",
  case when h.answered_at is null then '${stored.pending}' else '${stored.done}' end as state, h.answer,
  ${answerAccountSql('h')} as "answerAccount", h.answered_at as "answeredAt", h.read_at as "readAt"`

function findHelpRequest(sql: Sql, id: bigint): Promise<HelpRequest> {
  return selectRow(sql, `select ${requestColumns} from ${requestsFrom} where h.id = $1`, [id])
}
