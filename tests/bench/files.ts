import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../bin/free-port.mjs'
import { newMember, type PageResponse } from '../support/visitor'
import { startServer } from './processes'
import { buildWithSourceMaps, originalSource } from './source-maps'

/**
 * Which of our files a request passes: those with a function that ran, by the coverage of a build with source maps.
 */

const secret = 'a secret for tests that is long enough to be taken'
/** Each request is counted this often. A job that runs meanwhile, or a cache that is filled, is not in every round. */
const rounds = 5

/** The moments of a request at which the coverage is read. */
const moments = ['rendering', 'end'] as const
type Moment = (typeof moments)[number]
/** The files that were passed until each moment. */
type Trace = ReadonlyMap<Moment, ReadonlySet<string>>

/** Sends each request to a site of its own and prints the files that every round of it passed. */
export async function run(): Promise<void> {
  const serverBuild = buildWithSourceMaps()
  const folder = mkdtempSync(join(tmpdir(), 'files-'))
  const start = join(folder, 'start.mjs')
  const coveragePort = await freePort()
  writeFileSync(start, startScript(join(process.cwd(), serverBuild), coveragePort))
  const server = await startServer([start], { DATA_DIR: join(folder, 'data'), SESSION_SECRET: secret })
  const outdated: string[] = []
  try {
    const member = await newMember(server.base)
    const headers = { 'Accept-Encoding': 'gzip, deflate, br' }
    const requests: Record<string, () => Promise<() => Promise<PageResponse>>> = {
      'POST /deposit': async () => (await member.formOn('/deposit', { balance: '10000' })).post,
      'GET / of a member': async () => () => member.get('/', headers),
    }
    for (const [name, prepare] of Object.entries(requests)) {
      const traces: Trace[] = []
      for (let round = 0; round < rounds + 1; round++) {
        const send = await prepare()
        await takeTrace(coveragePort)
        const { status } = await send()
        if (status !== 200 && status !== 303) throw new Error(`${name} answered ${status}`)
        const trace = await takeTrace(coveragePort)
        // The first one fills caches.
        if (round > 0) traces.push(trace)
      }
      print(name, traces)
      outdated.push(...compareWithDocs(name, traces))
    }
  } finally {
    await server.stop()
  }
  if (outdated.length > 0) throw new Error(`docs/architecture.md is out of date:\n${outdated.join('\n')}`)
}

/** Rooms whose small parts any file may use: the lists of the docs leave them out. */
const leftOut = /^app\/(embedded|i18n|platform|ui|values)\//

/** What the list of a request in docs/architecture.md lacks, or has too much; nothing for a request without a list. */
function compareWithDocs(name: string, traces: readonly Trace[]): string[] {
  const [, section] = readFileSync('docs/architecture.md', 'utf8').split(`\n### ${name}\n`)
  if (section === undefined) return []
  const [list = ''] = section.split('\n#')
  const written = new Set([...list.matchAll(/`(app\/[^`]+\.tsx?)`/g)].map(([, file = '']) => file))
  const moment = traces[0]?.has('rendering') ? 'rendering' : 'end'
  const passed = [...(traces[0]?.get(moment) ?? [])].filter(
    (file) => !leftOut.test(file) && traces.every((trace) => trace.get(moment)?.has(file)),
  )
  const everPassed = new Set(traces.flatMap((trace) => [...(trace.get('end') ?? [])]))
  return [
    ...passed.filter((file) => !written.has(file)).map((file) => `${name} passes ${file}`),
    ...[...written].filter((file) => !everPassed.has(file)).map((file) => `${name} does not pass ${file}`),
  ]
}

function print(name: string, traces: readonly Trace[]): void {
  const passed = [...(traces[0]?.get('end') ?? [])].filter((file) =>
    traces.every((trace) => trace.get('end')?.has(file)),
  )
  const lines = passed.sort().map((file) => `  ${file}`)
  process.stdout.write(`${name}: ${passed.length} files\n${lines.join('\n')}\n\n`)
}

/**
 * A program that starts the site and tells, at a port of its own, which functions have run since it was last asked:
 * before the rendering of a page, and until now. The function that renders is wrapped in one that reads the coverage.
 */
function startScript(serverBuild: string, port: number): string {
  return `
import { createServer } from 'node:http'
import { Session } from 'node:inspector'
const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
function takeCoverage() {
  let taken
  session.post('Profiler.takePreciseCoverage', (error, coverage) => { taken = coverage.result })
  return taken
    .filter(({ url }) => url.startsWith('file:'))
    .map(({ url, functions }) => ({
      url,
      offsets: functions.map(({ ranges }) => ranges[0]).filter(({ count }) => count > 0).map(({ startOffset }) => startOffset),
    }))
    .filter(({ offsets }) => offsets.length > 0)
}
let parts = {}
process.env.NODE_ENV = 'production'
const build = await import(${JSON.stringify(serverBuild)})
const { default: render } = build.entry.module
const readAndRender = (...args) => {
  parts.rendering ??= takeCoverage()
  return render(...args)
}
build.entry.module = { ...build.entry.module, default: readAndRender }
createServer((request, response) => {
  response.end(JSON.stringify({ ...parts, end: takeCoverage() }))
  parts = {}
}).listen(${port}, '127.0.0.1')
const site = await build.entry.module.serve(build)
await site.opened
`
}

type Coverage = { url: string; offsets: number[] }[]

async function takeTrace(port: number): Promise<Trace> {
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { Connection: 'close' } })
  const parts = (await response.json()) as Partial<Record<Moment, Coverage>>
  const passed = new Set<string>()
  const trace = new Map<Moment, Set<string>>()
  for (const moment of moments) {
    const part = parts[moment]
    if (!part) continue
    for (const file of filesOf(part)) passed.add(file)
    trace.set(moment, new Set(passed))
  }
  return trace
}

/** The files of ours that functions of built scripts come from. */
function filesOf(coverage: Coverage): Set<string> {
  const root = join(process.cwd(), 'build/source-maps')
  const sources = coverage.flatMap(({ url, offsets }) =>
    offsets.flatMap((offset) => {
      const { line, column } = placeOf(url, offset)
      return originalSource(url, line, column) ?? []
    }),
  )
  return new Set(sources.map((source) => relative(root, source)).filter((path) => path.startsWith('app/')))
}

const lineStarts = new Map<string, number[]>()

/** Line and column, both from 0, of an offset in a script. */
function placeOf(url: string, offset: number): { line: number; column: number } {
  const starts = lineStarts.get(url) ?? findLineStarts(readFileSync(fileURLToPath(url), 'utf8'))
  lineStarts.set(url, starts)
  const line = starts.findLastIndex((start) => start <= offset)
  return { line, column: offset - (starts[line] ?? 0) }
}

function findLineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
}
