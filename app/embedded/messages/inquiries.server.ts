import type { BankAccount } from '~/upstream/contract/fields/values'
import { type InquirySubject, stored } from '~/values/status'
import { autoApprovalAt, createRefusal, type EmbeddedContext, type Handlers, usesPlayMoney } from '../context.server'
import type { MemberId } from '../ledger/entries'
import { type Language, languageFor, readerLocale } from '../member-language'
import { answerInLanguage, automaticHelpAnswer, messageInLanguage, practiceAccount } from '../seed/messages'
import { hasRows, type Sql } from '../store/store.server'
import { byteLengthSql, limitList, parseRowId, textOf } from './lists'

type HelpRow = {
  id: bigint
  title: string
  contents: string
  made_at: Date
  answer: string | null
  answer_account: BankAccount | null
  answered_at: Date | null
  read_at: Date | null
  account: boolean
  subject: InquirySubject | null
  thread_id: bigint | null
}

/** SQL condition: a row is in member $1's thread of request $2, even if that request was deleted. */
const inThread = `member_id = $1 and coalesce(thread_id, id) =
  coalesce((select thread_id from help_requests where member_id = $1 and id = $2), $2)`

/** The maximum number of help requests per member. Requests for the bank account don't count. */
const maxInquiries = 100
const maxInquiryBytes = 512 * 1024

export const handlers = {
  /** Refuses with `limit` at the maximum. It is counted without a lock, so concurrent requests can slightly exceed it. */
  'user-write-help': async (ctx, { title, contents, subject = null, replyTo }) => {
    const [first] =
      replyTo === undefined
        ? []
        : await ctx.store.query<{ thread: bigint; subject: InquirySubject | null }>(
            `select coalesce(thread_id, id) as thread, subject from help_requests where ${inThread} order by id limit 1`,
            [ctx.member.id, parseRowId(replyTo)],
          )
    if (replyTo !== undefined && !first) throw createRefusal('not_found')
    const written = await ctx.store.query(
      `insert into help_requests (member_id, title, contents, language, made_at, due_at, subject, thread_id)
       select $1, $2, $3, $4, $5, $6, $10, $11
        where (select count(*) < $7 and coalesce(sum(${byteLengthSql('title', 'contents')}), 0) + $8 <= $9
                 from help_requests where member_id = $1 and account_request_id is null and contents <> '')
       returning id`,
      [
        ctx.member.id,
        title,
        contents,
        languageFor(ctx.language),
        ctx.now(),
        autoApprovalAt(ctx),
        maxInquiries,
        Buffer.byteLength(title) + Buffer.byteLength(contents),
        maxInquiryBytes,
        first ? first.subject : subject,
        first?.thread ?? null,
      ],
    )
    if (written.length === 0) throw createRefusal('limit')
  },

  'read-help-message': async ({ store, member, now }, { id }) => {
    const markRead = `update help_requests
        set read_at = case when answered_at is null then null else coalesce(read_at, $3) end
      where ${inThread} returning id`
    if (!(await hasRows(store, markRead, [member.id, parseRowId(id), now()]))) throw createRefusal('not_found')
  },

  'get-help-list': async ({ store, member, options, language }) => {
    const locale = readerLocale(language)
    const rows = await store.query<HelpRow>(
      limitList(
        `select id, title, contents, made_at, answer, ${answerAccountSql('help_requests')} as answer_account,
                answered_at, read_at, account_request_id is not null as account,
                subject, thread_id
           from help_requests
          where member_id = $1 order by id desc`,
        byteLengthSql('title', 'contents', 'answer'),
      ),
      [member.id],
    )
    return {
      threads: true,
      helps: rows.map((row) => ({
        _id: Number(row.id),
        ...textOf(messageInLanguage(row, locale, options.siteName)),
        regDate: row.made_at.toISOString(),
        status: row.answered_at ? stored.done : stored.pending,
        isRead: row.answered_at === null || row.read_at !== null,
        ...(row.account ? { kind: 'account' } : {}),
        ...(row.subject ? { subject: row.subject } : {}),
        ...(row.thread_id ? { thread: Number(row.thread_id) } : {}),
        ref:
          row.answer === null || row.answered_at === null
            ? null
            : {
                contents: answerInLanguage(row.answer, locale, options.siteName),
                regDate: row.answered_at.toISOString(),
                ...(row.answer_account ? { account: row.answer_account } : {}),
              },
      })),
    }
  },

  /** Also closes requests for the bank account. Otherwise, the member could not send a new one. */
  'del-all-help': async ({ store, member, now }) => {
    await store.tx(async (sql) => {
      await sql.query('delete from help_requests where member_id = $1', [member.id])
      await sql.query('update account_requests set answered_at = $2 where member_id = $1 and answered_at is null', [
        member.id,
        now(),
      ])
    })
  },

  'del-help': async ({ store, member, now }, { id }) => {
    const deleteThread = `with deleted as (delete from help_requests where ${inThread} returning account_request_id)
      update account_requests set answered_at = coalesce(answered_at, $3) from deleted where id = account_request_id`
    await store.query(deleteThread, [member.id, parseRowId(id), now()])
  },
} satisfies Partial<Handlers>

/**
 * Closes a member's unanswered account request if a bank deposit made before it has been settled and none is pending.
 * The account is then no longer needed.
 */
export async function closeUnneededAccountRequest(sql: Sql, member: MemberId, at: Date): Promise<void> {
  const bankDeposits = `select from movements where member_id = $1 and kind = 'deposit' and method = 'bank'`
  const closed = await sql.query<{ id: bigint }>(
    `delete from help_requests using account_requests as asked
      where asked.id = account_request_id and asked.member_id = $1
        and asked.answered_at is null and help_requests.answered_at is null
        and exists (${bankDeposits} and applied_at <= asked_at and settled_at >= asked_at)
        and not exists (${bankDeposits} and state = '${stored.pending}') returning asked.id`,
    [member],
  )
  for (const { id } of closed) await sql.query('update account_requests set answered_at = $2 where id = $1', [id, at])
}

/** SQL column: true if member $1 is waiting for a bank account to pay into, or received one after $2. */
export const accountRequestedColumn = `exists (select from help_requests where member_id = $1
  and account_request_id is not null and (answered_at is null or answered_at > $2::timestamptz)) as account_asked`

export async function answerDueHelpRequests(ctx: EmbeddedContext): Promise<void> {
  if (!usesPlayMoney(ctx)) return
  const { store, now } = ctx
  const due = await store.query<Pick<HelpRow, 'id' | 'account' | 'subject'> & { language: Language }>(
    `select id, account_request_id is not null as account, subject, language from help_requests
      where answered_at is null and due_at <= $1 order by id limit 100`,
    [now()],
  )
  for (const request of due) {
    const answer = automaticHelpAnswer(request, request.language, ctx.options.siteName)
    await store.query(
      `update help_requests set answer = $2, answered_at = $3,
              answer_account = case when account_request_id is not null then $4::jsonb end,
              answer_account_of = case when account_request_id is not null then $3::timestamptz end
        where id = $1 and answered_at is null`,
      [request.id, answer, now(), practiceAccount(request.language)],
    )
  }
}

/** SQL: the bank account in a help request's answer, or null. */
export function answerAccountSql(helpRequests: string): string {
  return `case when ${helpRequests}.answer_account_of = ${helpRequests}.answered_at then ${helpRequests}.answer_account end`
}
