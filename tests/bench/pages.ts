import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../bin/free-port.mjs'
import { keepPlayLimits } from '../support/foreign-limits'
import { startForeignUpstream } from '../support/foreign-upstream'
import { createHttpClient } from '../support/http-client'
import { residentMegabytes } from '../support/memory'
import { settingsForTests } from '../support/settings'
import { spawnProgram } from '../support/site'
import { describeMachine, formatNumber, formatSpread, formatTable, spreadOf } from './figures'
import { sampleLoad, sendMany, type Target } from './load'
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

/** What a page costs: processor time, a first visit on a slow phone, memory, and a start. */

type Effort = { rounds: number; sampleMs: number; warmUpRequests: number; memoryRequests: number; starts: number }
const full: Effort = { rounds: 7, sampleMs: 1_500, warmUpRequests: 1_500, memoryRequests: 2_000, starts: 5 }
/** Shows a direction, not a figure. */
const quick: Effort = { rounds: 3, sampleMs: 400, warmUpRequests: 400, memoryRequests: 300, starts: 1 }

const secret = 'a secret for tests that is long enough to be taken'
/** A cookie that the page cache does not know, so that each request is rendered. */
const rendersEachTime = { Cookie: 'bench=1' }

const print = (line: string) => process.stdout.write(`${line}\n`)
const temporaryFolder = (name: string) => mkdtempSync(join(tmpdir(), `bench-${name}-`))

/** Measures the built site and prints two tables. @param options.browser path of a Chromium */
export async function run(options: { isQuick: boolean; browser: string }): Promise<void> {
  const effort = options.isQuick ? quick : full
  leaveServerCore()
  const startRows = await measureStarts(effort)
  const memoryRows = await measureMemory(effort)
  const site = await startServer(siteProgram, { DATA_DIR: temporaryFolder('site'), SESSION_SECRET: secret })
  try {
    const cookie = await signInTo(site)
    const requests = await measureRequests(site, cookie, effort)
    runOnAllCores()
    const figures = [...(await measurePhones(site, cookie, options.browser, effort)), ...memoryRows, ...startRows]
    print(`\n${describeMachine(`${effort.rounds} rounds`)}\n`)
    print(`${formatTable(['request', 'processor ms (least–most)', 'requests a second'], requests)}\n`)
    print(formatTable(['figure', 'measured (least–most)'], figures))
  } finally {
    await site.stop()
  }
}

/** Signs the demo member in. @returns its session cookie, `name=value` */
async function signInTo(site: Server): Promise<string> {
  const client = createHttpClient(site.port)
  const cookie = await client.signIn()
  client.close()
  return cookie
}

/** Measures all requests in each round, every second round in the opposite order. */
async function measureRequests(server: Server, cookie: string, effort: Effort): Promise<string[][]> {
  const member = { Cookie: cookie }
  const targets: Target[] = [
    { name: 'empty resource route (/healthz)', server, path: '/healthz' },
    { name: 'visitor’s home, from the cache', server, path: '/' },
    { name: 'visitor’s home, rendered', server, path: '/', headers: rendersEachTime },
    { name: '/terms, rendered', server, path: '/terms', headers: rendersEachTime },
    { name: 'member’s home', server, path: '/', headers: member },
    { name: '/deposit', server, path: '/deposit', headers: member },
    { name: '/slot', server, path: '/slot', headers: member },
  ]
  const samples = targets.map((target) => ({ target, costs: [] as number[], rates: [] as number[] }))
  for (const target of targets) await sendMany([target], effort.warmUpRequests)
  for (let round = 0; round < effort.rounds; round++) {
    for (const { target, costs, rates } of round % 2 === 0 ? samples : samples.toReversed()) {
      const sample = await sampleLoad(target, effort.sampleMs)
      costs.push(sample.processorMs)
      rates.push(sample.requestsPerSecond)
    }
    print(`round ${round + 1} of ${effort.rounds}`)
  }
  return samples.map(({ target, costs, rates }) => [
    target.name,
    formatSpread(spreadOf(costs)),
    formatNumber(spreadOf(rates).median),
  ])
}

async function measurePhones(site: Server, cookie: string, browser: string, effort: Effort): Promise<string[][]> {
  const rows: string[][] = []
  for (const [path, visitor] of [
    ['/', undefined],
    ['/slot', cookie],
    ['/deposit', cookie],
  ] as const) {
    const samples: PhoneSample[] = []
    for (let visit = 0; visit < effort.starts; visit++) {
      samples.push(await samplePhone(browser, site.base, path, visitor))
    }
    const of = (key: keyof PhoneSample) => formatSpread(spreadOf(samples.map((sample) => sample[key])))
    rows.push(
      [`slow phone, largest paint of ${path}, ms`, of('largestPaintMs')],
      [`slow phone, layout shift of ${path}`, of('layoutShift')],
      [`slow phone, input delay of ${path}, ms`, of('inputDelayMs')],
    )
  }
  return rows
}

/** Resident memory of fresh sites that have answered visitors and a member. */
async function measureMemory(effort: Effort): Promise<string[][]> {
  const upstream = await startForeignUpstream()
  keepPlayLimits(upstream)
  const rows: string[][] = []
  for (const [name, settings] of [
    ['an upstream', { UPSTREAM_URL: upstream.url }],
    ['PGlite', { DATA_DIR: temporaryFolder('memory') }],
  ] as const) {
    const server = await startServer(siteProgram, { ...settings, SESSION_SECRET: secret })
    const member = { Cookie: await signInTo(server) }
    const targets = [
      ...['/', '/slot', '/casino', '/deposit', '/user', '/note', '/notice'].map((path) => ({ path, headers: member })),
      ...['/', '/login', '/terms'].map((path) => ({ path, headers: rendersEachTime })),
    ].map((target) => ({ ...target, name: target.path, server }))
    await sendMany(targets, effort.memoryRequests)
    const megabytes = formatNumber(residentMegabytes(server.pid))
    rows.push([`memory after ${effort.memoryRequests} requests with ${name}`, `${megabytes} MB`])
    await server.stop()
  }
  await upstream.stop()
  return rows
}

/** From the start of the program to its first page, on a store that has been seeded. */
async function measureStarts(effort: Effort): Promise<string[][]> {
  const seeded = temporaryFolder('seeded')
  await (await startServer(siteProgram, { DATA_DIR: seeded, SESSION_SECRET: secret })).stop()
  const [elapsed, processor]: [number[], number[]] = [[], []]
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
    elapsed.push(performance.now() - began)
    processor.push(processorMs(site.process.pid ?? 0))
    site.process.kill('SIGKILL')
    await site.ended
  }
  return [
    ['start to the first page, seeded PGlite, ms', formatSpread(spreadOf(elapsed))],
    ['processor time of that start, ms', formatSpread(spreadOf(processor))],
  ]
}
