import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeEach, expect, it, vi } from 'vitest'
import { sendAlerts } from '~/embedded/alert-outbox.server'
import type { AlertOptions } from '~/embedded/context.server'
import { formatTransactionNumber } from '~/embedded/transactions/transaction-number'
import { describeAlert } from '~/i18n/alert-text.server'
import { hours, minutes } from '~/values/durations'
import { createBackofficeOf } from '../../support/backoffice-people'
import { databaseServerUrl } from '../../support/database'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'
import { wordsIn } from '../../support/words'

const sent: (Parameters<AlertOptions['send']>[0] & { outcome?: string })[] = []
let failure: string | undefined
const alertsWithoutSums = { host: 'alerts.example', waitMinutes: 15, tellsSum: false, backofficeOrigin: undefined }
const alerts: AlertOptions = {
  ...alertsWithoutSums,
  send: async (alert) => {
    sent.push(alert)
    return failure
  },
}
const embedded = sharedEmbeddedUpstream({ playApprovalMs: 0, alerts, secondPersonFrom: 1_000_000 })
const { backoffice, run } = createBackofficeOf(embedded)
const words = wordsIn('backoffice', 'ko')

beforeEach(async () => {
  Object.assign(alerts, alertsWithoutSums)
  failure = undefined
  await runJobs()
  sent.length = 0
  embedded.advanceClock(1)
})

/** Runs the job as several replicas simultaneously, until no alert is due. */
async function runJobs(more: Partial<AlertOptions> = {}, replicas = 1): Promise<void> {
  const ctx = embedded.context()
  const asReplica = () => ({
    ...ctx,
    store: { ...ctx.store },
    options: { ...ctx.options, alerts: { ...alerts, ...more } },
  })
  await Promise.all(Array.from({ length: replicas }, () => sendAlerts(asReplica())))
  const due = 'select 1 from alerts where due_at <= $1 or (due_at is not null and failure is null)'
  await vi.waitFor(async () => expect(await embedded.query(due, [ctx.now()])).toEqual([]), { timeout: 5_000 })
}

async function newDeposit(balance = 30_000) {
  const { token } = await embedded.newMember()
  await embedded.call('apply-user-deposit', { balance, code: randomUUID() }, token)
  const [row] = await embedded.query<{ id: bigint }>('select max(id) as id from movements')
  return row?.id ?? 0n
}

it('sends one alert about a request and one when it is pending too long, from one of the replicas', async () => {
  await newDeposit()
  await runJobs({}, 3)
  const text = words['alert.request.deposit']
  expect(sent).toEqual([{ id: expect.any(String), event: 'request', at: expect.any(String), kind: 'deposit', text }])
  const { sample } = await backoffice('alerts')
  expect(Object.keys(JSON.parse(String(sample))), 'the example on the screen').toEqual(Object.keys(sent[0] ?? {}))
  embedded.advanceClock(minutes(16))
  await runJobs({}, 3)
  await runJobs()
  expect(sent.map(({ event }) => event)).toEqual(['request', 'request-waits'])
  expect(new Set(sent.map(({ id }) => id)).size).toBe(2)
})

it('drops the alert about a request that ended before the alert was sent', async () => {
  const { token } = await embedded.newMember()
  const { body } = await embedded.call('apply-user-deposit', { balance: 30_000, code: randomUUID() }, token)
  await embedded.call('cancel-deposit', { id: String(body.id) }, token)
  await embedded.query(
    `insert into alerts (event, subject, details, made_at, due_at) select 'request', max(id)::text, '{}', $1, $1 from movements`,
    [embedded.context().now()],
  )
  await runJobs()
  expect(sent).toEqual([])
})

it('does not send an alert again after its request has ended', async () => {
  const { token } = await embedded.newMember()
  const { body } = await embedded.call('apply-user-deposit', { balance: 30_000, code: randomUUID() }, token)
  failure = 'status 500'
  await runJobs()
  expect(sent).toHaveLength(1)
  await embedded.call('cancel-deposit', { id: String(body.id) }, token)
  failure = undefined
  embedded.advanceClock(hours(1))
  await runJobs()
  expect(sent).toHaveLength(1)
})

it('doesn’t alert about requests from before alerts were turned on, or twice after a stop', async () => {
  await newDeposit()
  // Longer than this process has been running, because it alerts about requests since its start.
  embedded.advanceClock(hours(6))
  await embedded.query('delete from alerts')
  await runJobs({ waitMinutes: 1 })
  expect(sent).toEqual([])
  await newDeposit()
  embedded.advanceClock(minutes(10))
  await runJobs({ waitMinutes: 1 })
  expect(sent.map(({ event }) => event)).toEqual(['request'])
  embedded.advanceClock(minutes(2))
  await runJobs({ waitMinutes: 1 })
  expect(sent.map(({ event }) => event)).toEqual(['request', 'request-waits'])
  expect((await backoffice('alerts')).rows).toMatchObject([
    { event: 'request-waits', state: 'sent' },
    { event: 'request', state: 'sent' },
  ])
})

it('alerts about an inquiry, but not about a request for bank details', async () => {
  const { token } = await embedded.newMember()
  await embedded.call('user-ask-account', {}, token)
  await embedded.call('user-write-help', { title: '질문', contents: '언제인가요?' }, token)
  await runJobs()
  const text = words['alert.inquiry']
  expect(sent).toEqual([{ id: expect.any(String), event: 'inquiry', at: expect.any(String), text }])
})

it('alerts about a change that is waiting for a second approval', async () => {
  // Also set for the upstream's scheduled job, because it may run before runJobs().
  Object.assign(alerts, { tellsSum: true, backofficeOrigin: 'https://backoffice.example' })
  const { token: kim } = await backoffice('make-token', { name: 'kim', role: 'cashier' })
  const [open, done] = [await newDeposit(1_000_000), await newDeposit(1_000_000)]
  await runJobs()
  sent.length = 0
  for (const id of [open, done]) await run(String(kim), 'approve', { kind: 'deposit', id: String(id) }, 'second_person')
  const first = (await backoffice('first-approvals')).rows?.at(-1)?.id
  await backoffice('approve', { kind: 'deposit', id: String(done), first })
  await runJobs()
  expect(sent).toMatchObject([
    {
      ...{ event: 'second-approval', kind: 'deposit', won: 1_000_000, number: formatTransactionNumber(open) },
      text: expect.stringMatching(/ 1,000,000원 \(\w{4}-\w\w\)$/),
      url: 'https://backoffice.example/backoffice/people#first-approvals',
    },
  ])
})

it.each([
  ['request', { kind: 'withdrawal' }, 'waiting?kind=withdrawal'],
  ['request-waits', { kind: 'deposit' }, 'waiting?kind=deposit'],
  ['inquiry', {}, 'inquiries'],
  ['audit', {}, 'command/audit'],
  ['pay-account', {}, 'setup?part=pay-accounts'],
  ['store', { works: false }, ''],
  ['upstream', { works: true }, undefined],
  ['test', {}, 'setup?part=alerts'],
])('describes an alert in a sentence, and links to its list: %s', (event, details, list) => {
  const { text, url } = describeAlert({ event, ...details }, 'https://site.example')
  expect(text).toMatch(/[가-힣]+.*\.$/)
  expect(url).toBe(list === undefined ? undefined : `https://site.example/backoffice/${list}`.replace(/\/$/, ''))
  expect(describeAlert({ event, ...details })).not.toHaveProperty('url')
})

it('sends one alert for each member before further alerts for the same member', async () => {
  const [many, one] = [await embedded.newMember(), await embedded.newMember()]
  const applied: { id: unknown; token: string }[] = []
  for (const { token } of [many, many, many, one]) {
    const { body } = await embedded.call('apply-user-deposit', { balance: 30_000, code: randomUUID() }, token)
    applied.push({ id: body.id, token })
  }
  const run = () => {
    const ctx = embedded.context()
    return sendAlerts({ ...ctx, store: { ...ctx.store }, options: { ...ctx.options, alerts } })
  }
  await run()
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  embedded.advanceClock(2_000)
  await run()
  await vi.waitFor(() => expect(sent).toHaveLength(4))
  for (const { id, token } of applied)
    expect((await embedded.call('cancel-deposit', { id: String(id) }, token)).status).toBe('success')
})

it.runIf(databaseServerUrl)('leaves an alert to the replica that has claimed it', async () => {
  const ctx = embedded.context()
  await newDeposit()
  await ctx.store.query(
    `insert into alerts (event, subject, details, made_at, due_at) values ('request', (select max(id)::text from movements), '{}', $1, $1)`,
    [ctx.now()],
  )
  const { query } = ctx.store
  const claims: Promise<unknown>[] = []
  const store = {
    ...ctx.store,
    query: (...args: Parameters<typeof query>) => {
      const answer = query(...args)
      if (args[0].includes('set tries = tries + 1')) claims.push(answer)
      return answer
    },
  } as typeof ctx.store
  const other = new pg.Client({ connectionString: embedded.options.databaseUrl })
  await other.connect()
  await other.query('begin')
  await other.query('update alerts set due_at = null, sent_at = made_at, tries = 1 where due_at is not null')
  await Promise.all([1, 2].map(() => sendAlerts({ ...ctx, store: { ...store }, options: { ...ctx.options, alerts } })))
  await vi.waitFor(() => expect(claims).toHaveLength(2))
  // When this returns, both claims are either done or waiting for the row.
  await ctx.store.query('select 1')
  await other.query('commit')
  await other.end()
  expect((await Promise.all(claims)).flat()).toEqual([])
  expect(sent).toEqual([])
})

it('includes a request’s number and amount only if configured, and never its member', async () => {
  alerts.tellsSum = true
  const id = await newDeposit()
  await runJobs()
  expect(sent.find(({ won }) => won === 30_000)).toEqual({
    ...{ id: expect.any(String), event: 'request', at: expect.any(String) },
    ...{ kind: 'deposit', number: formatTransactionNumber(id), won: 30_000 },
    text: expect.stringContaining(`30,000원 (${formatTransactionNumber(id)})`),
  })
})

it('retries at growing intervals, then gives up and lists the alert in the back office', async () => {
  await newDeposit()
  failure = 'status 500'
  const tries: number[] = []
  for (let count = 0; count < 12; count += 1) {
    await runJobs({ waitMinutes: 0 })
    tries.push(sent.filter(({ event }) => event === 'request').length)
    embedded.advanceClock(10_000 * 3 ** Math.min(count, 8) + 1)
  }
  expect(tries.slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(tries.at(-1)).toBe(8)
  const { rows } = await backoffice('alerts')
  const givenUp = { event: 'request', tries: 8, nextTryAt: null, sentAt: null, failure: 'status 500' }
  expect(rows).toContainEqual(expect.objectContaining(givenUp))
})

it('alerts once about an audit with findings and once about a new account to pay into', async () => {
  await backoffice('add-pay-account', { bank: '국민은행', number: '110-1', holder: '마당' })
  await embedded.query(
    `insert into desk_acts (made_at, who, act, rehearsed, payload, result, member_ids, texts_digest)
     values ($1, 'nightly', 'audit', false, '{}', '{"status": "success", "inOrder": false}', '{}', 'none')`,
    [embedded.context().now()],
  )
  await runJobs({ waitMinutes: 0 })
  await runJobs({ waitMinutes: 0 })
  const events = sent.map(({ event }) => event)
  expect(events.filter((event) => event === 'audit' || event === 'pay-account').sort()).toEqual([
    'audit',
    'pay-account',
  ])
})
