import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendAlerts } from '~/embedded/alert-outbox.server'
import { handlers as overviews } from '~/embedded/backoffice/handlers/overview.server'
import { handlers as tokens } from '~/embedded/backoffice/handlers/staff.server'
import { createJobContext, type EmbeddedContext, type EmbeddedOptions } from '~/embedded/context.server'
import { openStore } from '~/embedded/index.server'
import { auditLedger } from '~/embedded/ledger/audit.server'
import type { MemberId } from '~/embedded/ledger/entries'
import { handlers, scheduledJobs } from '~/embedded/registry.server'
import { type EmbeddedUpstream, startEmbeddedUpstream } from '~/embedded/serve.server'
import type { Sql, Store } from '~/embedded/store/store.server'
import { Secret } from '~/platform/settings/secret.server'
import { type CallName, contract, knownCallNames, type PayloadOf } from '~/upstream/contract'
import { rowsPerPage } from '~/upstream/contract/call'
import { days } from '~/values/durations'
import { seoulDayBounds, toSeoulDay } from '~/values/seoul'
import { type CrowdMember, crowdPassword, insertMembers } from '../../support/crowd'
import { createDatabase, databaseServerUrl } from '../../support/database'
import { insertHistories, insertStrangers } from '../../support/histories'

/** Explains every statement on a large store. Each must find rows with an index and read few rows. */

/** Tables that stay small: rows that an operator enters, or one row for each provider or seed. */
const smallTables = new Set(
  'referral_codes provider_closures game_closures site_maintenance seeds kept_secrets migrations'.split(' '),
)

/** The most rows that a plan node may read. A list has at most 200. */
const mostRows = 250

/** Statements that read all of a member's rows in a range, for a count or sum. Cost: docs/performance.md. */
const countsAndSums = [
  /^select \S+ as export_key/,
  /^select \(company.*as export_key/,
  /^select count\(\*\)::integer as total from/,
  /^select state, count\(\*\)::integer as count/,
]

type Statement = { text: string; values: readonly unknown[] }

let store: Store
let upstream: EmbeddedUpstream
let member: CrowdMember
/** A member without any actions when the statements are explained. */
let player: MemberId
let ctx: EmbeddedContext
let listComp: (payload: PayloadOf<'get-comp-list'>) => Promise<object>
let dropStore = async () => {}
const statements = new Map<string, Statement>()
const now = new Date('2026-03-02T03:00:00Z')

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'madang-queries-'))
  const database = databaseServerUrl ? await createDatabase() : undefined
  if (!database) await cp(String(process.env.TEST_EMBEDDED_STORE), join(dataDir, 'house'), { recursive: true })
  const options: EmbeddedOptions = {
    dataDir,
    databaseUrl: database?.url,
    databasePool: 4,
    playApprovalMs: 600_000,
    depositsWaitingMax: 0,
    withdrawPauseMs: 1,
    withdrawDailyMax: 10_000_000,
    seedDemo: true,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    now: () => now,
  }
  store = await openStore(options)
  upstream = await startEmbeddedUpstream(recordStatements(store), options)
  const [first] = await store.tx((sql) => insertMembers(sql, 1, now))
  if (!first) throw new Error('no member was inserted')
  member = first
  dropStore = async () => {
    await upstream.close()
    await database?.drop()
    await rm(dataDir, { recursive: true, force: true })
  }

  statements.clear()
  for (const [callName, payload] of Object.entries(payloads)) await call(callName as CallName, payload)
  ctx = {
    ...createJobContext(recordStatements(store), options, options.now ?? (() => now)),
    browser: 'Firefox on Linux',
    device: 'a-random-value',
  }
  listComp = (payload) =>
    handlers['get-comp-list']({ ...ctx, member: { id: player, userId: '', tokenHash: '' } }, payload)
  await fillStore(member.id)
  // One of the jobs collects statistics on PGlite. PostgreSQL does so automatically after a while. Without a flush, the
  // changed rows would be known only a second later.
  await store.query('select pg_stat_force_next_flush()')
  for (const job of scheduledJobs) await job(ctx)
  if (store.kind === 'postgres') await store.exec('analyze')
})
afterAll(() => dropStore())

/** Fills the growing tables, after the calls, because some of those delete a member's rows. */
async function fillStore(busyMember: MemberId): Promise<void> {
  await store.query(
    `insert into notices (place, title, contents, made_at)
       select 'list', '공지 ' || n, '내용', $2::timestamptz - n * interval '1 hour' from generate_series(1, $1::integer) n`,
    [1_000, now],
  )
  const [first, ...strangers] = await insertStrangers(store, 101, now)
  if (first) player = first
  await insertHistories(store, { members: strangers, deposits: 10, bets: 20, notes: 5, days: 700, now })
  await insertHistories(store, { members: [busyMember], deposits: 1_000, bets: 1_000, notes: 500, days: 700, now })
}

function recordStatements(inner: Store): Store {
  const recording = (sql: Sql): Sql => {
    const record = (text: string, values: readonly unknown[] = []) => {
      const key = text.replace(/\s+/g, ' ').trim()
      if (!statements.has(key)) statements.set(key, { text, values })
    }
    return {
      query: (text, values) => {
        record(text, values)
        return sql.query(text, values)
      },
      longQuery: (text, values) => {
        record(text, values)
        return sql.longQuery(text, values)
      },
      exec: (text) => sql.exec(text),
    }
  }
  return { ...inner, ...recording(inner), tx: (work) => inner.tx((sql) => work(recording(sql))) }
}

/** Makes a call, and uses the game or payment page that it opens. */
async function call(callName: CallName, payload: object): Promise<void> {
  const response = await upstream.fetch(
    new Request(`http://upstream.invalid${contract[callName].path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${member.token}` },
      body: JSON.stringify(payload),
    }),
  )
  const body = await response.text()
  expect(response.status, `${callName}: ${body}`).toBe(200)
  const { gameUrl, launcherUrl } = JSON.parse(body) as Record<string, string | undefined>
  if (gameUrl) await openPage(gameUrl, { spin: randomUUID(), stake: '1000' })
  if (launcherUrl) await openPage(launcherUrl, { intent: 'confirm', balance: '10000', exchange_pw: '2580' })
}

async function openPage(path: string, fields: Record<string, string>): Promise<void> {
  const url = new URL(path, 'http://upstream.invalid')
  const opened = await upstream.fetch(new Request(url))
  expect(opened.status, path).toBe(200)
  const sent = await upstream.fetch(new Request(url, { method: 'POST', body: new URLSearchParams(fields) }))
  expect(sent.status, `${path}: ${await sent.text()}`).toBeLessThan(400)
}

const range = { from: '2026-02-16', to: '2026-03-02' }
const bank = { bankname: '국민은행', banknumber: '9876543210', bankowner: '김하늘' }
const passwords = { pw: 'three-plain-words', exchange_pw: '2580' }

/** A payload for every call of the contract, in an order in which each has an effect. */
const payloads: { [S in keyof typeof handlers]: PayloadOf<S> } = {
  'user-do-login': { id: 'crowd_000', pw: crowdPassword },
  'user-health-check': {},
  'get-login-list': {},
  'end-login': { others: true },
  'set-second-factor': { step: 'start', pw: crowdPassword },
  'get-member-data': { pw: crowdPassword },
  'confirm-login': { ticket: 'none', otp: '123456' },
  'user-register': { id: 'newcomer', nick: 'newcomer', phone: '01099998888', code: 'MADANG', ...passwords, ...bank },
  'check-user-id': { id: 'somebody' },
  'check-user-nick': { nick: 'somebody' },
  'get-reg-domain': {},
  'get-member': {},
  'get-play-limits': {},
  'set-play-limits': { deposit: { day: 1_000_000 } },
  'accept-documents': { versions: { terms: '2026-01-01', privacy: '2026-01-01' }, adult: true },
  'ask-password-reset': { id: 'demo', phone: '01012345678' },
  'reset-password': { id: 'demo', code: 'ABCD-EFGH', pw: 'another password of the crowd' },
  'user-write-help': { title: '질문', contents: '내용' },
  'read-help-message': { id: 1 },
  'get-help-list': {},
  'get-user-notices': {},
  'get-notice-popup': {},
  'get-user-note': {},
  'read-note-message': { id: 1 },
  'user-ask-account': {},
  'get-casino-setting': {},
  'get-sport-setting': {},
  'get-slot-setting': {},
  'get-slot-by-company': { code: 'dodam-play' },
  'get-jackpot': {},
  'get-lobby-rails': {},
  'open-game': { company: 'dodam-play', code: 'moon-rabbit-mill' },
  'get-favourites': {},
  'set-favourite': { company: 'dodam-play', code: 'moon-rabbit-mill', on: true },
  'get-in-game-balance': {},
  'get-bets-list': range,
  'transfer-out': {},
  'transfer-in': {},
  'apply-user-deposit': { balance: 10_000, code: randomUUID() },
  'cancel-deposit': { id: '0000-00' },
  'get-deposit-payment': {},
  'apply-deposit-payment': { balance: 10_000, code: randomUUID(), idx: 2 },
  'apply-user-withdraw': { balance: 10_000, code: randomUUID(), exchange_pw: '2580' },
  'get-withdrawal-payment': {},
  'withdrawal-launcher': { idx: 1 },
  'money-to-point': { points: 100, code: randomUUID() },
  'roll-to-balance': { points: 10, code: randomUUID() },
  'get-deposit-list': { page: 1 },
  'get-withdraw-list': range,
  'mark-settled-seen': { ids: ['ZZZZ-ZZ'] },
  'get-comp-list': range,
  'del-help': { id: 1 },
  'del-all-help': {},
  'del-note': { id: 1 },
  'user-del-note': {},
  'change-password': { kind: 'login', pass: crowdPassword, new_pass: 'another password of the crowd' },
  'do-logout': {},
}

describe('the statements of calls and scheduled jobs', () => {
  it('cover every call in the contract', () => {
    expect(Object.keys(payloads).sort()).toEqual(Object.keys(handlers).sort())
    expect([...Object.keys(handlers), 'get-event-list'].sort()).toEqual([...knownCallNames.keys()].sort())
    expect(statements.size).toBeGreaterThan(80)
  })

  it('use an index to find rows in growing tables', async () => {
    const scanning: string[] = []
    for (const [key, statement] of statements) {
      for (const { 'Node Type': type, 'Relation Name': table = '' } of await explain(statement)) {
        if (type === 'Seq Scan' && !smallTables.has(table) && !table.startsWith('pg_'))
          scanning.push(`${table}: ${key}`)
      }
    }
    expect(scanning).toEqual([])
  })

  it('read few rows, except to count or sum a member’s rows', async () => {
    const reading: string[] = []
    for (const [key, statement] of statements) {
      if (countsAndSums.some((pattern) => pattern.test(key))) continue
      for (const node of await explain(statement)) {
        if (rowsRead(node) > mostRows) reading.push(`${rowsRead(node)} of ${node['Relation Name']}: ${key}`)
      }
    }
    expect(reading).toEqual([])
  })
})

it('the back office finds log lines by command or person with an index', async () => {
  await store.query(
    `insert into desk_acts (made_at, who, act, payload, result, member_ids, texts_digest)
       select $1, 'owner', 'queue', '{}', '{}', '{}', 'none' from generate_series(1, 1000)`,
    [now],
  )
  await store.query(
    `insert into desk_tokens (name, role, hash, made_at, made_by) values ('ann', 'cashier', 'hash', $1, 'owner')`,
    [now],
  )
  await store.exec('analyze desk_acts, desk_tokens')
  statements.clear()
  const alerts = { host: 'alerts.invalid', waitMinutes: 5, tellsSum: false, send: async () => undefined }
  const operator = { name: 'ann', role: 'owner', tokenId: null, token: new Secret('token') } as const
  const signedIn = { operator: { ...operator, secondFactor: 'none', session: undefined, verifiedAt: null } } as const
  await sendAlerts({ ...ctx, options: { ...ctx.options, alerts } })
  await overviews.overview({ ...ctx, ...signedIn })
  await tokens.tokens({ ...ctx, ...signedIn }, { page: 1, size: 30 })
  const reading: string[] = []
  for (const [key, statement] of statements)
    for (const node of await explain(statement))
      if (node['Relation Name'] === 'desk_acts' && rowsRead(node) > mostRows) reading.push(key)
  expect([statements.size > 5, reading]).toEqual([true, []])
})

it('an audit reads each row only a few times, however many rows there are', async () => {
  statements.clear()
  await auditLedger(recordStatements(store))
  const grown = ['entries', 'transfers', 'movements', 'bets', 'accounts', 'members', 'codes', 'callbacks']
  const counts = await Promise.all(
    grown.map((table) => store.query<{ count: number }>(`select count(*)::integer from ${table}`)),
  )
  const rows = counts.reduce((sum, [counted]) => sum + (counted?.count ?? 0), 0)
  expect([rows > 10_000, statements.size > 12]).toEqual([true, true])
  for (const [key, statement] of statements) {
    // A plan has about ten steps, and each row may pass through all of them.
    const passed = (await explain(statement, { mayScan: true })).reduce((sum, node) => sum + rowsPassed(node), 0)
    expect(passed, key).toBeLessThan(10 * rows)
  }
})

it('the comp list counts and lists exactly the entries of any range of days', async () => {
  await insertHistories(store, { members: [player], deposits: 0, bets: 300, notes: 0, days: 60, now })
  const dayAt = (daysAgo: number) => toSeoulDay(now.getTime() - daysAgo * days(1))
  const ends = fc.option(fc.integer({ min: -3, max: 65 }), { nil: undefined })
  await fc.assert(
    fc.asyncProperty(ends, ends, fc.integer({ min: 1, max: 4 }), async (from, to, page) => {
      const payload = {
        ...(from === undefined ? {} : { from: dayAt(from) }),
        ...(to === undefined ? {} : { to: dayAt(to) }),
        page,
      }
      const made = await store.query<{ id: bigint }>(
        `select entries.id from entries join accounts on accounts.id = account_id and kind = 'comp' and member_id = $1
           join transfers on transfers.id = transfer_id
          where ($2::timestamptz is null or made_at >= $2) and ($3::timestamptz is null or made_at < $3)
          order by entries.id desc`,
        [player, ...seoulDayBounds(payload)],
      )
      const ids = made.map(({ id }) => String(id)).slice((page - 1) * rowsPerPage, page * rowsPerPage)
      const listed = await listComp(payload)
      expect(listed).toMatchObject({ total: made.length, points: ids.map((id) => ({ id })) })
    }),
    { numRuns: 10 },
  )
})

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: PlanNode[]
}

/** Returns how many rows a scan read from its table, including filtered ones. */
function rowsRead(node: PlanNode): number {
  if (node['Relation Name'] === undefined || node['Relation Name'].startsWith('pg_')) return 0
  const rows = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)
  return rows * (node['Actual Loops'] ?? 0)
}

/** Returns how many rows a plan step processed; for a join, pairs of rows. */
function rowsPassed(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)
  return ((node['Actual Rows'] ?? 0) + removed) * (node['Actual Loops'] ?? 0)
}

class RolledBack extends Error {}

/** Returns the nodes of a plan. Sequential scans are disabled, so that a remaining one reveals a missing index. */
async function explain({ text, values }: Statement, { mayScan = false } = {}): Promise<PlanNode[]> {
  const nodes: PlanNode[] = []
  const collect = (node: PlanNode) => {
    nodes.push(node)
    node.Plans?.forEach(collect)
  }
  const analyzes = /^\s*(?:select|with)\b/i.test(text) && !/\b(?:insert into|delete from)\b/i.test(text)
  const explaining = store.tx(async (sql) => {
    if (!mayScan) await sql.exec('set local enable_seqscan = off')
    const [row] = await sql.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (${analyzes ? 'analyze, ' : ''}format json) ${text}`,
      values,
    )
    for (const { Plan } of row?.['QUERY PLAN'] ?? []) collect(Plan)
    throw new RolledBack()
  })
  await explaining.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
  return nodes
}
