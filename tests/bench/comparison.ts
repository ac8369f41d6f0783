import { cpSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import { freePort } from '../../bin/free-port.mjs'
import { keepPlayLimits } from '../support/foreign-limits'
import { createHttpClient } from '../support/http-client'
import { residentMegabytes } from '../support/memory'
import { settingsForTests } from '../support/settings'
import { spawnProgram } from '../support/site'
import { startForeignUpstream } from '../upstream/foreign-upstream'
import { describeMachine, replaceInDocument } from './document'
import { type ElementRenderer, startElementRenderer } from './elements'
import { formatNumber, formatTable, quantile, ratioOf, type Spread, spreadOf } from './figures'
import { sumFirstVisit } from './first-visit'
import { bytesOf, type Sample, sampleLatency, sampleLoad, sendMany, type Target } from './load'
import {
  leaveServerCore,
  onServerCore,
  processorMs,
  runOnAllCores,
  type Server,
  siteProgram,
  startServer,
} from './processes'
import { type PhoneSample, samplePhone } from './slow-phone'
import { buildStockServer, sampleRenders } from './stock-server'

/** How much is measured. The quick mode shows a direction, not a figure. */
type Effort = {
  rounds: number
  sampleMs: number
  warmUpRequests: number
  renders: number
  latencyCount: number
  memoryRequests: number
  starts: number
  phoneVisits: number
}
const full: Effort = {
  rounds: 7,
  sampleMs: 1_500,
  warmUpRequests: 1_500,
  renders: 500,
  latencyCount: 400,
  memoryRequests: 2_000,
  starts: 5,
  phoneVisits: 5,
}
const quick: Effort = {
  rounds: 3,
  sampleMs: 400,
  warmUpRequests: 400,
  renders: 150,
  latencyCount: 60,
  memoryRequests: 300,
  starts: 1,
  phoneVisits: 1,
}

const secret = 'a secret for tests that is long enough to be taken'
/** Requests a second at which latencies are measured: a slow page then takes about half of the core. */
const latencyPerSecond = 25

/** Home as of the first release, without scripts: elements that stay the same while the site's own change. */
const referenceHome = 'tests/bench/reference-home.html'
/** How many times the processor time of those elements `renderToString` of home's whole tree took then. */
const referenceTree = 9

const print = (line: string) => process.stdout.write(`${line}\n`)
const temporaryFolder = (name: string) => mkdtempSync(join(tmpdir(), `bench-${name}-`))

/** Measures the built site against its parts and the framework's own server, and prints the tables. */
export async function run(options: {
  isQuick: boolean
  writesDocument: boolean
  /** Path of a Chromium. */
  browser: string
}): Promise<void> {
  const effort = options.isQuick ? quick : full
  const stockServer = buildStockServer()
  leaveServerCore()
  const startsMs = await sampleStarts(effort)
  const memory = await sampleMemory(effort)

  const site = await startServer(siteProgram, { DATA_DIR: temporaryFolder('site'), SESSION_SECRET: secret })
  const stock = await startServer(stockServer, { DATA_DIR: temporaryFolder('stock'), SESSION_SECRET: secret })
  const homeHtml = await (await fetch(`${site.base}/`, { headers: { Cookie: 'bench=1' } })).text()
  const constantFile = join(tmpdir(), 'constant.br')
  writeFileSync(constantFile, brotliCompressSync(homeHtml))
  const plain = await startServer(['tests/bench/plain-server.mjs', constantFile], {}, '/')
  const elements = await startElementRenderer(referenceHome)
  try {
    const cookie = await signInTo(site)
    const targets = comparedTargets({ site, stock, plain, cookie })
    const samples = await sampleInRounds({ targets, stock, elements }, effort)
    const latencies = await sampleLatencies(targets, effort)
    const bytes = await measureBytes(site, options.browser)
    runOnAllCores()
    const phone = await samplePhones(options.browser, site, cookie, effort)

    const goals = formatGoals({ samples, bytes, phone, memory, startsMs })
    const costs = formatCosts(samples, latencies)
    const text = [describeMachine(`${effort.rounds} rounds`), '', goals, '', costs].join('\n')
    print(`\n${text}`)
    if (options.writesDocument) replaceInDocument('comparison', text)
  } finally {
    elements.stop()
    await Promise.all([site, stock, plain].map((server) => server.stop()))
  }
}

/** Signs the demo member in. @returns its session cookie, `name=value` */
async function signInTo(site: Server): Promise<string> {
  const client = createHttpClient(site.port)
  const cookie = await client.signIn()
  client.close()
  return cookie
}

/** A cookie that the page cache does not know, so that each request is rendered. */
const rendersEachTime = { Cookie: 'bench=1' }

type TargetName =
  | 'home rendered'
  | 'home cached'
  | 'home by the stock server'
  | 'constant'
  | 'empty route'
  | 'static file'
  | 'terms'
  | 'member home'
  | 'deposit'
  | 'slot'

function comparedTargets(about: Record<'site' | 'stock' | 'plain', Server> & { cookie: string }) {
  const { site, stock, plain } = about
  const member = { Cookie: about.cookie }
  const script = readdirSync('build/client/assets').find(
    (name) => name.startsWith('framework-') && name.endsWith('.js'),
  )
  return {
    'home rendered': { name: 'visitor’s home, rendered', server: site, path: '/', headers: rendersEachTime },
    'home cached': { name: 'visitor’s home, from the cache', server: site, path: '/' },
    'home by the stock server': {
      name: 'visitor’s home, stock server with the framework’s entry',
      server: stock,
      path: '/',
      headers: rendersEachTime,
    },
    constant: { name: 'a constant of the same bytes, node:http alone', server: plain, path: '/' },
    'empty route': { name: 'empty resource route (/healthz)', server: site, path: '/healthz' },
    'static file': { name: 'static file (the framework’s script)', server: site, path: `/assets/${script}` },
    terms: { name: '/terms, rendered', server: site, path: '/terms', headers: rendersEachTime },
    'member home': { name: 'member’s home', server: site, path: '/', headers: member },
    deposit: { name: '/deposit', server: site, path: '/deposit', headers: member },
    slot: { name: '/slot', server: site, path: '/slot', headers: member },
  } satisfies Record<TargetName, Target>
}

/** Samples by target in the order of the rounds, and the processor time of bare renders. */
type Samples = {
  byTarget: ReadonlyMap<TargetName, { target: Target; samples: Sample[] }>
  /** Of home's whole tree, and of the plain elements of the reference home. */
  treeMs: number[]
  elementsMs: number[]
}

/** Measures all targets in each round, every second round in the opposite order. */
async function sampleInRounds(
  about: { targets: Record<TargetName, Target>; stock: Server; elements: ElementRenderer },
  effort: Effort,
): Promise<Samples> {
  const { targets, stock, elements } = about
  const names = Object.keys(targets) as TargetName[]
  for (const name of names) await sendMany([targets[name]], effort.warmUpRequests)
  const byTarget = new Map(names.map((name) => [name, { target: targets[name], samples: [] as Sample[] }]))
  const samples: Samples = { byTarget, treeMs: [], elementsMs: [] }
  await elements.sample(effort.warmUpRequests)
  await sampleRenders(stock, effort.warmUpRequests, rendersEachTime)
  for (let round = 0; round < effort.rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      byTarget.get(name)?.samples.push(await sampleLoad(targets[name], effort.sampleMs))
    }
    samples.treeMs.push(await sampleRenders(stock, effort.renders, rendersEachTime))
    samples.elementsMs.push(await elements.sample(effort.renders))
    print(`round ${round + 1} of ${effort.rounds}`)
  }
  return samples
}

async function sampleLatencies(targets: Record<TargetName, Target>, effort: Effort): Promise<Map<string, number[]>> {
  const latencies = new Map<string, number[]>()
  for (const [name, target] of Object.entries(targets)) {
    const options = { perSecond: latencyPerSecond, count: effort.latencyCount }
    latencies.set(name, await sampleLatency(target, options))
  }
  return latencies
}

/** Milliseconds from the start of the program to its first page, on a store that has been seeded. */
async function sampleStarts(effort: Effort): Promise<{ elapsed: number[]; processor: number[] }> {
  const seeded = temporaryFolder('seeded')
  await (await startServer(siteProgram, { DATA_DIR: seeded, SESSION_SECRET: secret })).stop()
  const startsMs = { elapsed: [] as number[], processor: [] as number[] }
  for (let start = 0; start < effort.starts; start++) {
    const dataDir = temporaryFolder('start')
    cpSync(join(seeded, 'house'), join(dataDir, 'house'), { recursive: true })
    const port = await freePort()
    const env = settingsForTests({ PORT: `${port}`, HOST: '127.0.0.1', DATA_DIR: dataDir, SESSION_SECRET: secret })
    const [command = '', ...args] = onServerCore([process.execPath, ...siteProgram])
    const began = performance.now()
    const site = spawnProgram(command, args, env)
    const isServed = () =>
      fetch(`http://127.0.0.1:${port}/`).then(
        async (response) => (await response.text()).length > 0 && response.ok,
        () => false,
      )
    while (!(await isServed())) await pause(5)
    startsMs.elapsed.push(performance.now() - began)
    startsMs.processor.push(processorMs(site.process.pid ?? 0))
    site.process.kill('SIGKILL')
    await site.ended
  }
  return startsMs
}

/** Resident memory, in megabytes, of fresh sites that have answered visitors and a member. */
async function sampleMemory(effort: Effort): Promise<{ upstream: number; pglite: number }> {
  const upstream = await startForeignUpstream()
  keepPlayLimits(upstream)
  const sites = {
    upstream: await startServer(siteProgram, { UPSTREAM_URL: upstream.url, SESSION_SECRET: secret }),
    pglite: await startServer(siteProgram, { DATA_DIR: temporaryFolder('memory'), SESSION_SECRET: secret }),
  }
  const sample = async (server: Server): Promise<number> => {
    const member = { Cookie: await signInTo(server) }
    const targets = [
      ...['/', '/slot', '/casino', '/deposit', '/user', '/note', '/notice'].map((path) => ({ path, headers: member })),
      ...['/', '/login', '/terms'].map((path) => ({ path, headers: rendersEachTime })),
    ].map((target) => ({ ...target, name: target.path, server }))
    await sendMany(targets, effort.memoryRequests)
    return residentMegabytes(server.pid)
  }
  const memory = { upstream: await sample(sites.upstream), pglite: await sample(sites.pglite) }
  await Promise.all([sites.upstream.stop(), sites.pglite.stop(), upstream.stop()])
  return memory
}

type Bytes = Awaited<ReturnType<typeof measureBytes>>

async function measureBytes(server: Server, browser: string) {
  const home = { server, path: '/' }
  const rendered = { ...home, headers: rendersEachTime }
  // A page in the cache is compressed better once it has been asked for a few times.
  for (let visit = 0; visit < 20; visit++) await bytesOf(home, 'br')
  await pause(500)
  const encodings = ['br', 'gzip', 'identity'] as const
  const sizes = async (target: Parameters<typeof bytesOf>[0]) =>
    Promise.all(encodings.map((encoding) => bytesOf(target, encoding)))
  return {
    rendered: await sizes(rendered),
    cached: await sizes(home),
    visit: await sumFirstVisit(browser, server, '/'),
    lite: await sumFirstVisit(browser, server, '/', 'lite=on'),
  }
}

async function samplePhones(
  browser: string,
  site: Server,
  cookie: string,
  effort: Effort,
): Promise<Map<string, PhoneSample[]>> {
  const samples = new Map<string, PhoneSample[]>()
  for (let visit = 0; visit < effort.phoneVisits; visit++) {
    for (const [path, as] of [
      ['/', undefined],
      ['/slot', cookie],
      ['/deposit', cookie],
    ] as const) {
      samples.set(path, [...(samples.get(path) ?? []), await samplePhone(browser, site.base, path, as)])
    }
  }
  return samples
}

/** The table of goals. */
function formatGoals(about: {
  samples: Samples
  bytes: Bytes
  phone: ReadonlyMap<string, readonly PhoneSample[]>
  memory: { upstream: number; pglite: number }
  startsMs: { elapsed: number[]; processor: number[] }
}): string {
  const { samples, bytes, phone, memory, startsMs } = about
  const costOf = (name: TargetName) => samples.byTarget.get(name)?.samples.map((sample) => sample.processorMs) ?? []
  const rateOf = (name: TargetName) =>
    samples.byTarget.get(name)?.samples.map((sample) => sample.requestsPerSecond) ?? []
  const times = (spread: Spread) => [
    `${formatNumber(spread.median)} x`,
    `${formatNumber(spread.least)}–${formatNumber(spread.most)}`,
  ]
  const overEmptyRoute = (name: TargetName) => times(ratioOf(costOf(name), costOf('empty route')))
  const kilobytes = (size: number) => [`${(size / 1_000).toFixed(1)} kB`, '']
  const codings = ([br = 0, gzip = 0, plain = 0]: readonly number[]) => [
    ...kilobytes(br).slice(0, 1),
    `gzip ${kilobytes(gzip)[0]}, plain ${kilobytes(plain)[0]}`,
  ]
  const of = (path: string, key: keyof PhoneSample) => spreadOf((phone.get(path) ?? []).map((sample) => sample[key]))
  const range = (spread: Spread, unit: string) => [
    `${formatNumber(spread.median)}${unit}`,
    `${formatNumber(spread.least)}–${formatNumber(spread.most)}`,
  ]
  const phones: [string, string][] = [
    ['home', '/'],
    ['/slot', '/slot'],
    ['/deposit', '/deposit'],
  ]
  const rows: string[][] = [
    [
      'processor time of home: stock server with the framework’s entry, over rendered here',
      '5 x or more',
      ...times(ratioOf(costOf('home by the stock server'), costOf('home rendered'))),
    ],
    [
      'processor time of home with compression over bare `renderToString` of the first release’s tree',
      '1.2 x or less',
      ...times(
        ratioOf(
          costOf('home rendered'),
          samples.elementsMs.map((ms) => ms * referenceTree),
        ),
      ),
    ],
    [
      'the same over bare `renderToString` of this tree',
      '',
      ...times(ratioOf(costOf('home rendered'), samples.treeMs)),
    ],
    ['processor time of a member’s home over an empty route', '6 x or less', ...overEmptyRoute('member home')],
    ['of /deposit', '6 x or less', ...overEmptyRoute('deposit')],
    ['of /slot', '6 x or less', ...overEmptyRoute('slot')],
    [
      'home from the cache over home rendered, requests a second',
      '20 x or more',
      ...times(ratioOf(rateOf('home cached'), rateOf('home rendered'))),
    ],
    [
      'member’s home over visitor’s home rendered, requests a second',
      '0.7 x or more',
      ...times(ratioOf(rateOf('member home'), rateOf('home rendered'))),
    ],
    ['home on the wire, rendered', '7.5 kB', ...codings(bytes.rendered)],
    ['home on the wire, from the cache', '6.3 kB', ...codings(bytes.cached)],
    ['styles of every page', '14 kB', ...kilobytes(bytes.visit.styles)],
    ['script of the first visit with its words', '115 kB', ...kilobytes(bytes.visit.script)],
    ['lite mode, HTML and styles', '18 kB', ...kilobytes(bytes.lite.html + bytes.lite.styles)],
    ['lite mode, script', '0', `${bytes.lite.script}`, ''],
    ...phones.map(([name, path]) => [
      `slow phone, largest paint of ${name}`,
      '2 s',
      ...range(spreadOf((phone.get(path) ?? []).map(({ largestPaintMs }) => largestPaintMs / 1_000)), ' s'),
    ]),
    ...phones.map(([name, path]) => [
      `slow phone, layout shift of ${name}`,
      '0',
      ...range(of(path, 'layoutShift'), ''),
    ]),
    ...phones.map(([name, path]) => [
      `slow phone, input delay of ${name}`,
      '150 ms',
      ...range(of(path, 'inputDelayMs'), ' ms'),
    ]),
    ['memory after 2,000 requests with an upstream', '170 MB', `${formatNumber(memory.upstream)} MB`, ''],
    ['memory after 2,000 requests on PGlite', '330 MB', `${formatNumber(memory.pglite)} MB`, ''],
    [
      'cold start to the first page, seeded PGlite',
      '1.0 s',
      ...range(spreadOf(startsMs.elapsed.map((ms) => ms / 1_000)), ' s'),
    ],
    ['processor time of that start', '', ...range(spreadOf(startsMs.processor.map((ms) => ms / 1_000)), ' s')],
  ]
  return formatTable(['figure', 'goal', 'reached', 'least–most'], rows)
}

/** The table of what each request costs. */
function formatCosts(samples: Samples, latencies: ReadonlyMap<string, readonly number[]>): string {
  const rows = [...samples.byTarget].map(([name, { target, samples: rounds }]) => {
    const cost = spreadOf(rounds.map((sample) => sample.processorMs))
    const rate = spreadOf(rounds.map((sample) => sample.requestsPerSecond))
    const sorted = latencies.get(name) ?? []
    return [
      target.name,
      `${formatNumber(cost.median)} (${formatNumber(cost.least)}–${formatNumber(cost.most)})`,
      formatNumber(rate.median),
      formatNumber(quantile(sorted, 0.5)),
      formatNumber(quantile(sorted, 0.99)),
    ]
  })
  const bareRow = (name: string, valuesMs: readonly number[]) => {
    const cost = spreadOf(valuesMs)
    return [name, `${formatNumber(cost.median)} (${formatNumber(cost.least)}–${formatNumber(cost.most)})`, '', '', '']
  }
  return formatTable(
    [
      'request',
      'processor ms (least–most)',
      'requests a second',
      `p50 ms at ${latencyPerSecond} a second`,
      `p99 ms at ${latencyPerSecond} a second`,
    ],
    [
      ...rows,
      bareRow('bare `renderToString` of home’s tree', samples.treeMs),
      bareRow('bare `renderToString` of the plain elements of the first release’s home', samples.elementsMs),
    ],
  )
}
