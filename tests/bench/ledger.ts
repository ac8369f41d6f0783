import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { openEmbeddedUpstream, openStore } from '~/embedded/index.server'
import { createTemporaryPostgres } from '../../bin/install/postgres.mjs'
import { crowdStoreOptions } from '../support/crowd-on-sites'
import { insertStrangers } from '../support/histories'
import { createHttpClient } from '../support/http-client'
import { settingsForTests } from '../support/settings'
import { askDesk, secretsOnDatabase, spawnProgram } from '../support/site'
import { describeMachine, formatNumber, formatSpread, spreadOf } from './figures'
import { serverPidOf, siteProgram, startServer, treeProcessorMs } from './processes'

/**
 * Two steps that docs/scaling.md plans for a ledger that has outgrown its table, tried on ten million entries of a
 * thousand members over 24 months: a read replica for history, and entries partitioned by month. Nothing of them is in
 * the schema: it says what they take and what breaks.
 */

const members = 1_000
const months = 24
const password = 'a password of strangers'
const print = (line: string) => process.stdout.write(`${line}\n`)

/** Runs one statement after the other on a server and says how long all took. */
async function timed(client: pg.Client, what: string, ...statements: string[]): Promise<number> {
  const began = performance.now()
  for (const statement of statements) await client.query(statement)
  const seconds = (performance.now() - began) / 1_000
  print(`${what}: ${formatNumber(seconds)} s`)
  return seconds
}

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** @param isQuick a twentieth of the entries */
export async function run({ isQuick }: { isQuick: boolean }): Promise<void> {
  const transfers = isQuick ? 250_000 : 5_000_000
  const primary = await createTemporaryPostgres(print)
  await primary.start()
  const standby = { stop: async () => {} } as Awaited<ReturnType<typeof createTemporaryPostgres>>
  const clients: pg.Client[] = []
  try {
    const client = await connectTo(primary.url)
    clients.push(client)
    await fill(client, primary.url, transfers)
    print(`\n${describeMachine('one round', true)}\n`)
    await measureSite('one table', primary.url)
    Object.assign(standby, await tryReplica(client, primary.url, clients))
    for (const key of ['made_at', 'id'] as const) await tryPartitions(client, primary.url, key)
  } finally {
    for (const client of clients) await client.end().catch(() => undefined)
    await standby.stop()
    await primary.stop()
  }
}

/** Half of the transfers credit cash, half comp; each has two entries. */
async function fill(client: pg.Client, databaseUrl: string, transfers: number): Promise<void> {
  const options = crowdStoreOptions({ dataDir: mkdtempSync(join(tmpdir(), 'ledger-')), databaseUrl })
  await (await openEmbeddedUpstream(options)).close()
  const store = await openStore(options)
  await insertStrangers(
    store,
    members,
    new Date(),
    await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 }),
  )
  await store.close()
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
      where tablename in ('entries', 'transfers') and indexname not like '%_pkey'`,
  )
  await timed(
    client,
    `${formatNumber(transfers * 2)} entries written, without indexes`,
    `set session_replication_role = replica; set statement_timeout = 0; set maintenance_work_mem = '512MB'`,
    ...indexes.map(({ name }) => `drop index ${name}`),
    `insert into transfers (cause, cause_id, made_at)
       select case when n % 2 = 0 then 'deposit' else 'settlement' end, n::text,
              now() - (${transfers} - n) * (interval '1 month' * ${months} / ${transfers}) from generate_series(1, ${transfers}) n`,
    `create temporary table own as select kind, row_number() over (partition by kind order by member_id) - 1 as place, id
       from accounts where kind in ('cash', 'comp')`,
    `insert into entries (transfer_id, account_id, won, after)
       select t.id, line.account, line.won, line.after from transfers t
         join own on own.kind = case when t.cause = 'deposit' then 'cash' else 'comp' end and own.place = (t.id / 2) % ${members},
         lateral (select own.id, 10, (t.id / ${2 * members} + 1) * 10
                  union all select id, -10, null from accounts
                   where kind = case when t.cause = 'deposit' then 'bank' else 'comp_budget' end) as line (account, won, after)
        order by t.id`,
    `update accounts set balance = sums.won from (select account_id, sum(won) as won from entries group by 1) as sums
      where accounts.id = account_id and balance is not null`,
  )
  await timed(client, 'their indexes', ...indexes.map(({ definition }) => definition), 'analyze')
  await client.query('set session_replication_role = origin')
  await printSizes(client)
}

async function printSizes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select coalesce(p.inhparent::regclass, c.oid)::text as name, sum(pg_total_relation_size(c.oid)) as bytes
       from pg_class c left join pg_inherits p on p.inhrelid = c.oid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1 order by 2 desc limit 2`,
  )
  print(
    `size with indexes: ${rows.map(({ name, bytes }) => `${name} ${formatNumber(Number(bytes) / 1e9)} GB`).join(', ')}`,
  )
}

/** What members and the desk see of a ledger through a site, and whether money still moves. */
async function measureSite(what: string, databaseUrl: string): Promise<void> {
  const server = await startServer(
    siteProgram,
    { ...secretsOnDatabase, DATABASE_URL: databaseUrl, SEED_DEMO: 'no', PLAY_APPROVAL_MS: '0' },
    { isOnServerCore: false },
  )
  const http = createHttpClient(server.port)
  try {
    const cookie = await http.signIn('stranger7', password)
    const timesOf = async (work: () => Promise<{ status: number }>, rounds = 5) => {
      const times: number[] = []
      for (let round = 0; round < rounds; round++) {
        const began = performance.now()
        const { status } = await work().catch(() => ({ status: 0 }))
        if (status !== 200) return status === 0 ? 'no answer within a minute' : `answered ${status}`
        times.push(performance.now() - began)
      }
      return `${formatSpread(spreadOf(times))} ms`
    }
    const page = (path: string) => () => http.send('GET', path, { headers: { Cookie: cookie } })
    const desk = (command: string, payload: object) => () =>
      askDesk(server.base, secretsOnDatabase.DESK_TOKEN, command, payload)
    const approve = async () => {
      await fetch(`${server.base}/api/routes/apply-user-deposit`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Cookie: cookie },
        body: JSON.stringify({ balance: 10_000, code: randomUUID() }),
      })
      const listed = await desk('movements', { kind: 'deposit', member: 'stranger7' })()
      const { rows } = (await listed.json()) as { rows: { id: string }[] }
      return desk('approve', { kind: 'deposit', id: rows[0]?.id })()
    }
    const report = (name: string, figure: string) => print(`  ${what}, ${name}: ${figure}`)
    report('home', await timesOf(page('/')))
    report('comp', await timesOf(page('/user?tab=comp')))
    report('comp of a year', await timesOf(page('/user?tab=comp&range=12m')))
    report('ledger at the desk', await timesOf(desk('ledger', { member: 'stranger7' })))
    report('deposit and its approval', await timesOf(approve))
    report('audit', await timesOf(desk('audit', {}), 1))
  } finally {
    http.close()
    await server.stop()
  }
}

/** A page of history with its sum, as a member's screens ask for it. */
const history = `select e.id, e.won, t.made_at, sum(e.won) over () as total from entries e join transfers t on t.id = e.transfer_id
  where e.account_id = (select id from accounts where kind = 'comp' and member_id = $1) order by e.id desc limit 20`

async function tryReplica(client: pg.Client, primaryUrl: string, clients: pg.Client[]) {
  const began = performance.now()
  const standby = await createTemporaryPostgres(print, { standbyOf: primaryUrl })
  await standby.start()
  print(`\nreplica: copied and started in ${formatNumber((performance.now() - began) / 1_000)} s`)
  const replica = await connectTo(standby.url)
  clients.push(replica)

  for (const [name, at, url] of [
    ['the primary', client, primaryUrl],
    ['the replica', replica, standby.url],
  ] as const) {
    const pids = [await serverPidOf(primaryUrl), await serverPidOf(url)]
    const before = pids.map(treeProcessorMs)
    const times: number[] = []
    for (let round = 0; round < 200; round++) {
      const beganQuery = performance.now()
      await at.query(history, [1 + (round % members)])
      times.push(performance.now() - beganQuery)
    }
    const [ofPrimary = 0, ofAsked = 0] = pids.map((pid, part) => (treeProcessorMs(pid) - (before[part] ?? 0)) / 200)
    print(
      `  history on ${name}: ${formatSpread(spreadOf(times))} ms; a query takes the primary ${formatNumber(ofPrimary)} ms of processor, ` +
        `the server that is asked ${formatNumber(ofAsked)}`,
    )
  }

  const lags: number[] = []
  for (let round = 0; round < 50; round++) {
    const { rows } = await client.query<{ id: string }>(
      `insert into transfers (cause, cause_id, made_at) values ('comp_grant', 'lag ${round}', now()) returning id`,
    )
    const committed = performance.now()
    while ((await replica.query('select 1 from transfers where id = $1', [rows[0]?.id])).rowCount === 0);
    lags.push(performance.now() - committed)
  }
  print(`  a commit is seen on the replica after ${formatSpread(spreadOf(lags))} ms`)

  // The site as it is, on the replica alone.
  const site = spawnProgram(
    process.execPath,
    siteProgram,
    settingsForTests({
      ...secretsOnDatabase,
      DATABASE_URL: standby.url,
      SEED_DEMO: 'no',
      PORT: '39471',
      HOST: '127.0.0.1',
    }),
  )
  const timer = setTimeout(() => site.process.kill('SIGTERM'), 15_000)
  const ended = await site.ended
  clearTimeout(timer)
  const [problem = ''] = site.output().match(/[^\n]*(?:read-only|StoreUnavailable|store does not)[^\n]*/) ?? []
  print(`  a site on the replica alone: ended with ${ended}; ${problem.slice(0, 200)}`)
  return standby
}

/** Splits entries by month, by a copy of the transfer's time or by the id at which each month begins. */
async function tryPartitions(client: pg.Client, databaseUrl: string, key: 'made_at' | 'id'): Promise<void> {
  const name = `by ${key}`
  print(`\npartitions ${name}`)
  const source = key === 'made_at' ? 'entries' : 'entries_one_table'
  const { rows: bounds } = await client.query<{ month: Date; id: string }>(
    `select date_trunc('month', t.made_at) as month, min(e.id)::text as id from transfers t join ${source} e on e.transfer_id = t.id
      group by 1 order by 1`,
  )
  const column = key === 'made_at' ? ', made_at timestamptz not null default now()' : ''
  const limits = bounds.map(({ month, id }) => (key === 'made_at' ? `'${month.toISOString()}'` : id))
  const partitions = ['minvalue', ...limits.slice(1), 'maxvalue'].slice(0, -1).map((from, index, all) => {
    const to = all[index + 1] ?? 'maxvalue'
    return `create table parts_${key}_${index} partition of parts_${key} for values from (${from}) to (${to})`
  })
  await timed(
    client,
    `  ${partitions.length} partitions filled by a copy`,
    `set session_replication_role = replica; set statement_timeout = 0; set maintenance_work_mem = '512MB'`,
    `create sequence parts_${key}_ids; select setval('parts_${key}_ids', (select max(id) from ${source}))`,
    `create table parts_${key} (id bigint not null default nextval('parts_${key}_ids'),
       transfer_id bigint not null, account_id bigint not null,
       won bigint not null check (won <> 0), after bigint${column}) partition by range (${key})`,
    ...partitions,
    `insert into parts_${key} select e.*${key === 'made_at' ? ', t.made_at from' : ' from'} ${source} e
       ${key === 'made_at' ? 'join transfers t on t.id = e.transfer_id' : ''}`,
  )
  await timed(
    client,
    '  keys, indexes and triggers',
    `alter table parts_${key} add primary key (${key === 'made_at' ? 'id, made_at' : 'id'})`,
    `create index on parts_${key} (transfer_id)`,
    `create index on parts_${key} (account_id, id)`,
    key === 'made_at'
      ? 'alter table entries rename to entries_one_table; alter table parts_made_at rename to entries'
      : 'alter table entries rename to entries_made_at; alter table parts_id rename to entries',
    `create trigger entry_moves_balance before insert on entries for each row execute function entry_moves_balance()`,
    `create constraint trigger transfer_sums_to_zero after insert on entries deferrable initially deferred
       for each row execute function transfer_sums_to_zero()`,
    'set session_replication_role = origin',
    'analyze entries',
  )
  await printSizes(client)
  await measureSite(`partitions ${name}`, databaseUrl)
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers) ${history.replace('$1', '7')}`,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  print(`  a page of history reads ${new Set(plan.match(/ on parts_\w+_\d+/g)).size} partitions`)
  await timed(client, '  the oldest month put away', `alter table entries detach partition parts_${key}_0`)
  await client.query(
    `alter table entries attach partition parts_${key}_0 for values from (minvalue) to (${limits[1] ?? 'maxvalue'})`,
  )
}
