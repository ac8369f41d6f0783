import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { openEmbeddedUpstream, openStore } from '~/embedded/index.server'
import { crowdStoreOptions } from '../support/crowd-on-sites'
import { createDatabase } from '../support/database'
import { keepPlayLimits } from '../support/foreign-limits'
import { insertHistories, insertStrangers } from '../support/histories'
import { createHttpClient } from '../support/http-client'
import { residentMegabytes } from '../support/memory'
import { startForeignUpstream } from '../upstream/foreign-upstream'
import { describeMachine, formatNumber, formatSpread, formatTable, spreadOf } from './figures'
import { sampleLoad, sendMany, type Target } from './load'
import { leaveServerCore, type Server, siteProgram, startServer } from './processes'

/** How a site behaves as its lists, its histories and its crowd grow. */

const secret = 'a secret for tests that is long enough to be taken'
const password = 'a password of strangers'
const rounds = 3
const warmUpRequests = 200

type Sizes = Record<'games' | 'notes' | 'entries' | 'members', readonly number[]>
const sizes: Sizes = {
  games: [10, 1_000, 20_000],
  notes: [10, 10_000],
  entries: [100, 1_000_000],
  members: [1, 1_000],
}
/** A million entries take minutes to write. */
const quickSizes: Sizes = { games: [10, 1_000], notes: [10, 500], entries: [100, 5_000], members: [1, 30] }

type Row = readonly string[]
type StoreKind = 'PGlite' | 'PostgreSQL'

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Measures and prints the table. The quick mode stops at smaller sizes. */
export async function run(options: { isQuick: boolean }): Promise<void> {
  leaveServerCore()
  const forMs = options.isQuick ? 400 : 1_500
  const counts = options.isQuick ? quickSizes : sizes
  const rows: Row[] = []
  for (const count of counts.games) rows.push(...(await measureGames(count, forMs)))
  for (const kind of ['PGlite', 'PostgreSQL'] as const) {
    for (const grown of ['notes', 'entries', 'members'] as const)
      for (const count of counts[grown]) rows.push(...(await measureHistories(kind, grown, count, forMs)))
  }
  const head = ['what grows', 'store', 'request', 'processor ms (least–most)', 'requests a second', 'memory then']
  print(`\n${describeMachine(`${rounds} rounds`)}\n\n${formatTable(head, rows)}`)
}

/** Samples the paths of one site in turns. @returns a row for each */
async function measure(
  about: { what: string; store: string; server: Server; headers: Target['headers']; forMs: number },
  paths: readonly string[],
): Promise<Row[]> {
  const { what, store, server, headers, forMs } = about
  const targets = paths.map((path): Target => ({ name: `${what} on ${store}`, server, path, headers }))
  await sendMany(targets, warmUpRequests)
  const samples = targets.map((target) => ({ target, costs: [] as number[], rates: [] as number[], megabytes: 0 }))
  for (let round = 0; round < rounds; round++) {
    for (const sample of samples) {
      const { processorMs, requestsPerSecond } = await sampleLoad(sample.target, forMs)
      sample.costs.push(processorMs)
      sample.rates.push(requestsPerSecond)
      sample.megabytes = residentMegabytes(server.pid)
    }
  }
  const measured = samples.map(({ target, costs, rates, megabytes }) => [
    what,
    store,
    target.path,
    formatSpread(spreadOf(costs)),
    formatNumber(spreadOf(rates).median),
    `${formatNumber(megabytes)} MB`,
  ])
  for (const row of measured) print(row.join('  '))
  return measured
}

/** A provider with so many games. The embedded upstream's catalogue is fixed, so an upstream has them. */
async function measureGames(count: number, forMs: number): Promise<Row[]> {
  const upstream = await startForeignUpstream()
  keepPlayLimits(upstream)
  const games = Array.from({ length: count }, (_, index) => ({
    code: `g${index}`,
    company: 'slot-1',
    nameKo: `별빛 ${index}`,
    nameEn: `Starlight ${index}`,
    img: '',
  }))
  upstream.answer('get-slot-by-company', { games })
  const server = await startServer(siteProgram, { UPSTREAM_URL: upstream.url, SESSION_SECRET: secret })
  try {
    const client = createHttpClient(server.port)
    const headers = { Cookie: await client.signIn() }
    client.close()
    const about = {
      what: `${count.toLocaleString('en-US')} games of a provider`,
      store: 'upstream',
      server,
      headers,
      forMs,
    }
    return await measure(about, ['/slot', '/slot/game?code=slot-1', '/slot?q=%EB%B3%84'])
  } finally {
    await server.stop()
    await upstream.stop()
  }
}

/** What grows on a store: its histories, and the pages that show them. */
function measureHistories(kind: StoreKind, grown: 'notes' | 'entries' | 'members', count: number, forMs: number) {
  const names = { notes: 'notes of a member', entries: 'ledger entries of a member', members: 'members at once' }
  const what = `${count.toLocaleString('en-US')} ${names[grown]}`
  const about = {
    notes: { members: 1, histories: { deposits: 0, bets: 0, notes: count }, paths: ['/', '/note'] },
    // A deposit with a withdrawal has two entries of the member, a bet three: one of each kind for six bets.
    entries: {
      members: 1,
      histories: { deposits: Math.round(count / 20), bets: Math.round((count * 0.9) / 3), notes: 0 },
      paths: ['/', '/deposit', '/user?tab=history', '/user?tab=bets', '/user?tab=comp', '/user?tab=comp&range=12m'],
    },
    members: { members: count, histories: { deposits: 5, bets: 20, notes: 3 }, paths: ['/', '/slot'] },
  }[grown]
  return withSite(kind, about, ({ server, cookies }) => {
    let turn = 0
    const headers = () => ({ Cookie: cookies[turn++ % cookies.length] ?? '' })
    return measure({ what, store: kind, server, headers, forMs }, about.paths)
  })
}

/** Fills a store, starts a site on it and logs its members in. */
async function withSite<T>(
  kind: StoreKind,
  about: { members: number; histories: { deposits: number; bets: number; notes: number } },
  work: (site: { server: Server; cookies: readonly string[] }) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'growth-'))
  const database = kind === 'PostgreSQL' ? await createDatabase() : undefined
  const options = crowdStoreOptions({ dataDir, databaseUrl: database?.url })
  await (await openEmbeddedUpstream(options)).close()
  const store = await openStore(options)
  const now = new Date()
  const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }
  const members = await insertStrangers(store, about.members, now, await hash(password, cheap))
  await insertHistories(store, { members, ...about.histories, days: 700, now })
  // As both stores would have done by themselves.
  await store.exec('analyze')
  await store.close()

  const server = await startServer(siteProgram, {
    DATA_DIR: dataDir,
    DATABASE_URL: database?.url ?? '',
    SESSION_SECRET: secret,
    BACKOFFICE_TOKEN: 'a back-office token of 32 characters for tests',
    SEED_DEMO: 'no',
  })
  const client = createHttpClient(server.port)
  try {
    const cookies: string[] = []
    for (let index = 1; index <= about.members; index++) cookies.push(await client.signIn(`stranger${index}`, password))
    return await work({ server, cookies })
  } finally {
    client.close()
    await server.stop()
    await database?.drop()
  }
}
