import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHttpClient } from '../support/http-client'
import { buildVariant } from './build-variant'
import { describeMachine, replaceInDocument } from './document'
import { formatTable } from './figures'
import { sendMany } from './load'
import { leaveServerCore, startServer } from './processes'
import { originalSource } from './source-maps'

/** Where the processor time of a page goes, by V8's sampling profiler. */

const secret = 'a secret for tests that is long enough to be taken'
const pages = [
  { name: 'visitor’s home', path: '/', isMember: false },
  { name: 'member’s home', path: '/', isMember: true },
  { name: '/deposit', path: '/deposit', isMember: true },
  { name: '/slot', path: '/slot', isMember: true },
]

type Profile = {
  nodes: { id: number; callFrame: CallFrame }[]
  samples: number[]
  timeDeltas: number[]
}
type CallFrame = { functionName: string; url: string; lineNumber: number; columnNumber: number }

/** Profiles a build with source maps under a bounded load, page by page, and prints the shares of its parts. */
export async function run(options: { isQuick: boolean; writesDocument: boolean }): Promise<void> {
  const serverBuild = buildVariant('source-maps', () => {}, ['--sourcemapServer'])
  leaveServerCore()
  const [warmUpRequests, requests] = options.isQuick ? [100, 150] : [1_000, 2_000]
  const shares = new Map<string, Map<string, number>>()
  for (const { name, path, isMember } of pages) {
    const folder = mkdtempSync(join(tmpdir(), 'profile-'))
    // Its own start script runs the site's build; this one runs the build with source maps in the same way.
    const start = join(folder, 'start.mjs')
    writeFileSync(start, startScript(serverBuild, join(folder, profileName)))
    const server = await startServer([start], {
      DATA_DIR: join(folder, 'data'),
      SESSION_SECRET: secret,
    })
    const client = createHttpClient(server.port)
    const headers = { Cookie: isMember ? await client.signIn() : 'bench=1' }
    client.close()
    const target = { name, server, path, headers }
    await sendMany([target], warmUpRequests)
    process.kill(server.pid, 'SIGUSR2')
    await sendMany([target], requests)
    await server.end()
    shares.set(name, readShares(join(folder, profileName)))
    process.stdout.write(`${name} is profiled\n`)
  }
  const parts = [...new Set([...shares.values()].flatMap((share) => [...share.keys()]))]
  const shareOf = (page: string, part: string) => shares.get(page)?.get(part) ?? 0
  const most = (part: string) => Math.max(...pages.map(({ name }) => shareOf(name, part)))
  const rows = parts
    .filter((part) => most(part) >= 0.01)
    .sort((one, other) => most(other) - most(one))
    .map((part) => [part, ...pages.map(({ name }) => `${(shareOf(name, part) * 100).toFixed(1)} %`)])
  const head = ['part', ...pages.map(({ name }) => name)]
  const text = [describeMachine(`${requests} requests of each page`), '', formatTable(head, rows)].join('\n')
  process.stdout.write(`\n${text}\n`)
  if (options.writesDocument) replaceInDocument('profile', text)
}

const profileName = 'page.cpuprofile'

/** A program that profiles the site from SIGUSR2 to SIGTERM: without its start and the first, slow requests. */
function startScript(serverBuild: string, profile: string): string {
  return `
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { setFlagsFromString } from 'node:v8'
setFlagsFromString('--heap-growing-percent=60')
process.env.NODE_ENV = 'production'
const build = await import(${JSON.stringify(join(process.cwd(), serverBuild))})
const site = await build.entry.module.serve(build)
const session = new Session()
session.connect()
await session.post('Profiler.enable')
process.on('SIGUSR2', () => session.post('Profiler.start'))
process.on('SIGTERM', async () => {
  const { profile } = await session.post('Profiler.stop')
  writeFileSync(${JSON.stringify(profile)}, JSON.stringify(profile))
  process.exit(0)
})
await site.opened
`
}

/** The share of each part in the time that is not idle. */
function readShares(file: string): Map<string, number> {
  const profile = JSON.parse(readFileSync(file, 'utf8')) as Profile
  const partOf = new Map(profile.nodes.map(({ id, callFrame }) => [id, nameOfPart(callFrame)]))
  const times = new Map<string, number>()
  for (const [at, node] of profile.samples.entries()) {
    const part = partOf.get(node)
    if (part === undefined || part === 'idle') continue
    times.set(part, (times.get(part) ?? 0) + (profile.timeDeltas[at] ?? 0))
  }
  const total = [...times.values()].reduce((sum, time) => sum + time, 0)
  return new Map([...times].map(([part, time]) => [part, time / total]))
}

/** The package or room of a function, by the source that it was compiled from. */
function nameOfPart({ functionName, url, lineNumber, columnNumber }: CallFrame): string {
  if (functionName === '(idle)') return 'idle'
  if (functionName === '(garbage collector)') return 'garbage collector'
  if (url === '') return 'V8 and the system'
  if (url.startsWith('wasm:')) return 'PGlite'
  if (url.startsWith('node:')) return 'Node.js'
  const source = (url.startsWith('file:') && originalSource(url, lineNumber, columnNumber)) || url
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? []
  if (name === '@electric-sql/pglite') return 'PGlite'
  if (name !== undefined) return name
  const [, room] = /\/app\/([^/]+)\//.exec(source) ?? []
  return room === undefined ? 'app' : `app/${room}`
}
