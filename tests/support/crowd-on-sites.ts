import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type EmbeddedOptions, openEmbeddedUpstream, openStore } from '~/embedded/index.server'
import { signatureHeaders } from '~/platform/signature.server'
import { createRandomInt } from '~/ui/artwork/random'
import { freePort } from '../../bin/free-port.mjs'
import { inBaseline } from './baseline'
import {
  type CrowdClient,
  type CrowdMember,
  type CrowdResponse,
  crowdPassword,
  expectExactlyOnce,
  insertMembers,
  runCrowd,
} from './crowd'
import { type Site, secretsOnDatabase, startSite } from './site'

export const settingsForCrowd = {
  ...secretsOnDatabase,
  PROVIDER_SECRET: 'what providers sign their messages with',
  SEED_DEMO: 'no',
}
const silentLog = { info: () => {}, warn: () => {}, error: () => {} }

/** Options for opening the store of a crowd's sites directly. */
export function crowdStoreOptions(where: { dataDir: string; databaseUrl: string | undefined }): EmbeddedOptions {
  return {
    ...where,
    databasePool: 4,
    playApprovalMs: 0,
    depositsWaitingMax: 0,
    withdrawPauseMs: 0,
    withdrawDailyMax: 0,
    seedDemo: false,
    log: silentLog,
  }
}

export type CrowdResult = {
  counts: Record<string, number>
  deeds: number
  kills: number
  /** The number of actions whose outcome is still unknown after all retries. */
  unknown: number
}

/**
 * Runs a crowd of members against the built site: one process on PGlite, or two on one database. Kills and restarts
 * processes at intervals. Finally asserts that every acknowledged action is stored exactly once and that the audit
 * passes.
 * @param options.databaseUrl an empty database for two sites; without it, a single site runs on PGlite.
 * @param options.killEveryMs the approximate time after which a site is killed.
 */
export async function runCrowdOnSites(options: {
  databaseUrl?: string
  members: number
  forMs: number
  killEveryMs: number
  seed: number
}): Promise<CrowdResult> {
  const { databaseUrl, members, forMs, seed } = options
  const dataDir = mkdtempSync(join(tmpdir(), 'madang-crowd-'))
  const storeOptions = crowdStoreOptions({ dataDir, databaseUrl })
  const withStore = async <T>(work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>): Promise<T> => {
    const store = await openStore(storeOptions)
    try {
      return await work(store)
    } finally {
      await store.close()
    }
  }
  await (await openEmbeddedUpstream(storeOptions)).close()
  const people = await withStore((store) => store.tx((sql) => insertMembers(sql, members)))

  const ports = await Promise.all((databaseUrl ? [1, 2] : [1]).map(() => freePort()))
  const start = (port: number) =>
    startSite({
      ...settingsForCrowd,
      PORT: String(port),
      DATA_DIR: dataDir,
      // Set even when empty, because otherwise a run on PostgreSQL would give the site a fresh database.
      DATABASE_URL: databaseUrl ?? '',
      PLAY_APPROVAL_MS: '400',
      // On a busy machine, a slow response must not count as lost.
      UPSTREAM_TIMEOUT_MS: '30000',
    })
  const sites: Site[] = []
  try {
    for (const port of ports) sites.push(await start(port))
    const clientFor = await createCrowdClients(people, ports, { seed })
    let kills = 0
    const killRepeatedly = async () => {
      const random = createRandomInt(`${seed}`)
      for (const until = Date.now() + forMs; ; ) {
        const waitMs = options.killEveryMs / 2 + random(options.killEveryMs)
        if (Date.now() + waitMs > until) return
        await pause(waitMs)
        const which = random(sites.length)
        await sites[which]?.kill()
        kills++
        sites[which] = await start(ports[which] ?? 0)
      }
    }
    const [deeds] = await Promise.all([runCrowd(people, { clientFor, forMs, seed }), killRepeatedly()])

    for (const site of sites) site.process.kill('SIGTERM')
    await Promise.all(sites.map(({ ended }) => ended))
    const counts = await withStore((store) => expectExactlyOnce(store, deeds))
    const unknown = deeds.filter(({ outcome }) => outcome === 'unknown').length
    return { counts, deeds: deeds.length, kills, unknown }
  } finally {
    for (const site of sites) await site.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * Signs in each member at one of the sites. The clients send each request to a random site.
 * @param options.onOutcome called after each response that contains an outcome.
 * @param options.baselinePort the port of the site that runs the previous release.
 */
export async function createCrowdClients(
  people: readonly CrowdMember[],
  ports: readonly number[],
  { seed = 0, ...how }: { seed?: number; onOutcome?: () => void; baselinePort?: number | undefined } = {},
): Promise<(person: CrowdMember) => CrowdClient> {
  const clients = new Map<CrowdMember, CrowdClient>()
  for (const [index, person] of people.entries())
    clients.set(person, await createCrowdClient(person, ports, createRandomInt(`${seed} client ${index}`), how))
  return (person) => {
    const client = clients.get(person)
    if (!client) throw new Error(`${person.userId} is not signed in`)
    return client
  }
}

async function createCrowdClient(
  { userId }: CrowdMember,
  ports: readonly number[],
  random: (below: number) => number,
  { onOutcome = () => {}, baselinePort }: { onOutcome?: () => void; baselinePort?: number | undefined },
): Promise<CrowdClient> {
  /** Sends a request to a random site, with the names of the site's release. */
  const sendToOne = (
    path: string,
    { headers = {}, ...request }: RequestInit & { headers?: Record<string, string> },
  ) => {
    const port = ports[random(ports.length)]
    const isBaseline = port === baselinePort
    return send(`http://127.0.0.1:${port}${isBaseline ? inBaseline.path(path) : path}`, {
      ...request,
      headers: isBaseline ? inBaseline.headers(headers) : headers,
    })
  }
  const json = { 'Content-Type': 'application/json' }
  const signedIn = await fetch(`http://127.0.0.1:${ports[random(ports.length)]}/api/routes/user-do-login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ id: userId, pw: crowdPassword }),
  })
  if (!signedIn.ok) throw new Error(`the login returned ${signedIn.status}: ${await signedIn.text()}`)
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

  const send = async (url: string, request: RequestInit) => {
    const response = await sendOnce(url, request)
    if (typeof response === 'object') onOutcome()
    return response
  }
  return {
    call: (callName, payload) =>
      sendToOne(`/api/routes/${callName}`, { headers: { ...json, cookie }, body: JSON.stringify(payload) }),
    submitForm: (path, fields) => sendToOne(path, { body: new URLSearchParams(fields), redirect: 'manual' }),
    sendCallback: (message) => {
      const body = JSON.stringify(message)
      const secret = createHmac('sha256', settingsForCrowd.PROVIDER_SECRET).update(message.provider).digest('hex')
      const headers = { ...json, ...signatureHeaders(secret, body, new Date()) }
      return sendToOne(`/callbacks/${message.provider}`, { headers, body })
    },
  }
}

/** Sends one request. After a 5xx response, a timeout or a network error, the outcome is unknown. */
async function sendOnce(url: string, request: RequestInit): Promise<CrowdResponse> {
  try {
    const response = await fetch(url, { method: 'POST', signal: AbortSignal.timeout(35_000), ...request })
    const text = await response.text()
    if (response.status >= 500) return text.includes('outcome_unknown') ? 'outcome-unknown' : 'lost'
    if (response.status === 303) return { status: 'success', body: {} }
    if (response.status === 200 || response.status === 409) {
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      const body = isJson ? (JSON.parse(text) as Record<string, unknown>) : {}
      return { status: String(body.status ?? (response.status === 200 ? 'success' : 'refused')), body }
    }
    throw new UnexpectedResponse(`${new URL(url).pathname} was answered ${response.status}: ${text.slice(0, 300)}`)
  } catch (error) {
    if (error instanceof UnexpectedResponse) throw error
    return 'lost'
  }
}

/** Thrown for a response that the crowd should never get. */
class UnexpectedResponse extends Error {
  override name = 'Unheard'
}
