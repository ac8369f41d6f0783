import { describeAlert } from '~/i18n/alert-text.server'
import { days, seconds } from '~/values/durations'
import { memoize } from '~/values/memoize'
import { stored } from '~/values/status'
import { pendingFirstApprovals } from './backoffice/first-approvals.server'
import type { AlertOptions, EmbeddedContext } from './context.server'
import type { Store } from './store/store.server'
import { awaitsPayment } from './transactions/apply.server'
import { formatTransactionNumber } from './transactions/transaction-number'

/** The maximum number of attempts to send an alert, spread over about three hours. */
const maxTries = 8
const firstRetrySeconds = 10
const sentTogether = 20
const storedMs = days(30)
/** The event of a marker row that is never sent. It stores when alerts were first switched on. */
export const start = 'start'

/** SQL condition: a transaction waits for the back office, not for a payment or an automatic approval. */
const awaitsOperator = `state = '${stored.pending}' and due_at is null and not (${awaitsPayment})`

/** SQL condition: a row is less than a day old and newer than the marker row. Prevents a flood of old alerts. */
const isNew = (at: string) => `${at} > $1::timestamptz - interval '1 day'
  and ${at} >= (select made_at from alerts where event = '${start}')`

/** SQL: a request's position among its member's waiting requests. */
const turn = 'row_number() over (partition by member_id order by id)'

/** SQL query for the events to alert about. $1 is the current time, $2 the wait in minutes. */
const found = `
  select 'request' as event, id::text as subject, id as transaction, kind, won, applied_at as at, ${turn} as turn from movements
   where ${awaitsOperator} and ${isNew('applied_at')}
  union all
  select 'request-waits', id::text, id, kind, won, applied_at, ${turn} from movements
   where ${awaitsOperator} and $2::integer > 0 and exists (select 1 from alerts a where a.event = 'request'
     and a.subject = movements.id::text and a.made_at < $1::timestamptz - make_interval(mins => $2::integer))
  union all
  select 'second-approval', f.id::text, m.id, m.kind, m.won, f.made_at, 1 from ${pendingFirstApprovals}
    left join movements m on f.act in ('approve', 'credit') and m.id = (f.request ->> 'id')::bigint
   where ${isNew('f.made_at')}
  union all
  select 'inquiry', id::text, null, null, null, made_at, ${turn} from help_requests
   where answered_at is null and due_at is null and account_request_id is null and ${isNew('made_at')}
  union all
  select 'audit', id::text, null, null, null, made_at, 1 from desk_acts
   where act = 'audit' and made_at > $1::timestamptz - interval '1 day' and not rehearsed and result ->> 'inOrder' = 'false'
  union all
  select 'pay-account', id::text, null, null, null, made_at, 1 from desk_acts
   where act in ('add-pay-account', 'end-pay-account') and made_at > $1::timestamptz - interval '1 day'
     and not rehearsed and result ->> 'status' = 'success'`

type FoundAlert = {
  event: string
  subject: string
  transaction: bigint | null
  kind: string
  won: bigint
  turn: bigint
}

/** Scheduled job: writes new events to the outbox and sends due alerts. Only one replica sends each alert. */
export async function sendAlerts(ctx: EmbeddedContext): Promise<void> {
  const { alerts } = ctx.options
  if (!alerts) return
  const now = ctx.now()
  const switchedOn = `insert into alerts (event, subject, details, made_at, sent_at)
    select '${start}', '', '{}', coalesce(min(made_at), $1), $1 from alerts on conflict do nothing`
  // Requests made since this process started count as new, even if the job has not run yet.
  await ctx.store.query(switchedOn, [new Date(now.getTime() - process.uptime() * 1_000)])
  const newAlerts = `select * from (${found}) f where not exists (select 1 from alerts a
    where (a.event, a.subject) = (f.event, f.subject))
    order by turn, at limit 500`
  const rows = await ctx.store.query<FoundAlert>(newAlerts, [now, alerts.waitMinutes])
  for (const { event, subject, transaction, kind, won, turn } of rows) {
    const sum = transaction !== null &&
      alerts.tellsSum && { number: formatTransactionNumber(transaction), won: Number(won) }
    await ctx.store.query(
      `insert into alerts (event, subject, details, made_at, due_at) values ($1, $2, $3::jsonb, $4, $5)
       on conflict do nothing`,
      [event, subject, JSON.stringify({ ...(transaction !== null && { kind }), ...sum }), now, dueAt(now, turn)],
    )
  }
  // Not awaited, because a slow receiver must not delay approvals.
  const running = sendingOf(ctx.store)
  if (running.isBusy) return
  running.isBusy = true
  void sendDue(ctx, alerts)
    .catch((error: unknown) => ctx.log.warn({ error: String(error) }, 'alerts not sent'))
    .finally(() => {
      running.isBusy = false
    })
}

/** Delays a member's further alerts by a second each, so that one member's requests don't hold up everybody's alerts. */
const dueAt = (now: Date, turn: bigint) => new Date(now.getTime() + seconds(Number(turn) - 1))

const sendingOf = memoize((_: Store) => ({ isBusy: false }))

async function sendDue({ store, now }: EmbeddedContext, { send, backofficeOrigin }: AlertOptions): Promise<void> {
  const nowMs = now().getTime()
  const old = `delete from alerts where made_at < $1 and due_at is null and event <> '${start}'`
  await store.query(old, [new Date(nowMs - storedMs)])
  // Alerts about requests and approvals that no longer wait are deleted, so that they can't fill the outbox.
  const ended = `delete from alerts where (tries = 0 or due_at <= $1) and due_at is not null and (event in ('request', 'request-waits')
      and not exists (select 1 from movements where id = nullif(subject, '')::bigint and state = '${stored.pending}')
    or event = 'inquiry'
      and not exists (select 1 from help_requests where id = nullif(alerts.subject, '')::bigint and answered_at is null)
    or event = 'second-approval' and not exists (select 1 from desk_first_approvals where id::text = subject))`
  await store.query(ended, [new Date(nowMs)])
  // A replica claims an alert by storing its next attempt time. If the replica stops, another one sends it later.
  const due = await store.query<{ id: string; event: string; details: object; made_at: Date; tries: number }>(
    `update alerts set tries = tries + 1, due_at = $1::timestamptz + make_interval(secs => $2 * 3 ^ tries)
      where id in (select id from alerts where due_at <= $1
        order by event in ('audit', 'pay-account') desc, due_at limit ${sentTogether} for update skip locked)
      returning id, event, details, made_at, tries`,
    [new Date(nowMs), firstRetrySeconds],
  )
  await Promise.all(
    due.map(async ({ id, event, details, made_at, tries }) => {
      const alert = { id, event, at: made_at.toISOString(), ...details }
      const failure = await send(describeAlert(alert, backofficeOrigin))
      const isOver = failure === undefined || tries >= maxTries
      const settle = `update alerts set failure = $2, sent_at = $3,
        due_at = case when $4 then null else due_at end where id = $1::uuid`
      await store.query(settle, [id, failure ?? null, failure === undefined ? now() : null, isOver])
    }),
  )
}
