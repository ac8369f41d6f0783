import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../bin/free-port.mjs'
import { createDatabase, databaseServerUrl } from './database'
import { siteFlags } from './node-flags.mjs'
import { settingsForTests } from './settings'

/** A built site in a separate process. */
export type Site = {
  /** http://127.0.0.1:<port>, without a trailing slash. */
  base: string
  port: number
  /** The folder of its store, in which a second site can start. */
  dataDir: string
  process: ChildProcess
  /** The output on stdout and stderr so far. */
  output: () => string
  /** The exit code, or the signal that ended the process. */
  ended: Promise<number | NodeJS.Signals | null>
  /** Sends SIGTERM and waits. Asserts that the store passes its audit, and deletes its folder and database. */
  stop: () => Promise<number | NodeJS.Signals | null>
  /** kill -9, like a power cut. A second site can use the store until `stop`. */
  kill: () => Promise<void>
}

/** Settings for a site on PGlite, even in a run with TEST_DATABASE_URL. */
export const onPglite = { DATABASE_URL: '' }

/** Stores with the catalogue and the demo (prepare-store.ts). Copying them is faster than creating new ones. */
const templates = () => ({ store: process.env.TEST_STORE_TEMPLATE, database: process.env.TEST_DATABASE_TEMPLATE })
/** Settings with which a site's store differs from the template, so that it can't be a copy. */
const settingsOfOwnStore = ['DATABASE_URL', 'UPSTREAM_URL', 'SEED_DEMO', 'MONEY', 'BRAND']

/** Secrets that a site on PostgreSQL requires. */
export const secretsOnDatabase = {
  SESSION_SECRET: 'a secret for tests that is long enough to be taken',
  BACKOFFICE_TOKEN: 'a back-office token of 32 characters for tests',
}
/** Sites with these settings accept each other's cookies. */
export const commonSettings = { SESSION_SECRET: secretsOnDatabase.SESSION_SECRET }

/** The number of processes behind HAProxy for each site under test; 1 without TEST_REPLICAS. */
const replicasCount = Number(process.env.TEST_REPLICAS ?? 1)
/** Whether sites have several processes. If so, tests of a single process are skipped. */
export const isReplicated = replicasCount > 1

const startTimeoutMs = replicasCount * 180_000
const stopTimeoutMs = 60_000

/**
 * Starts the built site on a free port with a new store and waits until /readyz returns 200. With TEST_DATABASE_URL and
 * without DATABASE_URL or UPSTREAM_URL in `settings`, the store is a new database on that server. With TEST_REPLICAS,
 * the site has that many processes behind HAProxy (replicas.ts).
 * @param settings settings from docs/settings.md, which override those in settings.ts.
 * @throws Error with the site's output if it ends or is not ready in time.
 */
export async function startSite(settings: Record<string, string> = {}): Promise<Site> {
  if (replicasCount === 1) return startSingleSite(settings)
  // Imported here, because replicas.ts imports this module.
  const { startReplicas } = await import('./replicas')
  return startReplicas(replicasCount, settings)
}

export function createSiteDatabase(settings: Record<string, string>): ReturnType<typeof createDatabase> {
  const isOwn = settingsOfOwnStore.some((name) => settings[name])
  return createDatabase(isOwn ? undefined : templates().database)
}

/** Like `startSite`, but always a single process. @param program the script and its arguments. */
export async function startSingleSite(settings: Record<string, string>, program?: readonly string[]): Promise<Site> {
  const usesDatabase = databaseServerUrl && !('DATABASE_URL' in settings) && !('UPSTREAM_URL' in settings)
  const database = usesDatabase ? await createSiteDatabase(settings) : undefined
  const port = settings.PORT ? Number(settings.PORT) : await freePort()
  const dataDir = settings.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'madang-site-'))
  const store = join(dataDir, 'house')
  const storeTemplate = templates().store
  if (storeTemplate && !database && !existsSync(store) && !settingsOfOwnStore.some((name) => settings[name])) {
    mkdirSync(dataDir, { recursive: true })
    cpSync(storeTemplate, store, { recursive: true })
  }
  const site = spawnSite(
    settingsForTests({
      PORT: `${port}`,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ...(database ? { DATABASE_URL: database.url, ...secretsOnDatabase } : {}),
      ...settings,
    }),
    program,
  )
  const deleteData = async () => {
    if (!settings.DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
    await database?.drop()
  }
  const base = `http://127.0.0.1:${port}`

  try {
    await waitUntilReady(base, site)
  } catch (error) {
    site.process.kill('SIGKILL')
    await site.ended
    await deleteData()
    throw error
  }

  return {
    base,
    port,
    dataDir,
    ...site,
    stop: async () => {
      const isAudited =
        !('UPSTREAM_URL' in settings) &&
        (await passesBackofficeAudit(
          base,
          settings.BACKOFFICE_TOKEN ?? (database && secretsOnDatabase.BACKOFFICE_TOKEN),
          dataDir,
        ))
      site.process.kill('SIGTERM')
      const killTimer = setTimeout(() => site.process.kill('SIGKILL'), stopTimeoutMs)
      const exitCode = await site.ended
      clearTimeout(killTimer)
      assertNoSecretIn(site.output())
      try {
        // Imported here, because the audit needs Vitest, which Playwright journeys lack.
        if (!isAudited && !('UPSTREAM_URL' in settings)) {
          const { expectStoreAuditPasses } = await import('./audit')
          await expectStoreAuditPasses({ dataDir, databaseUrl: settings.DATABASE_URL || database?.url })
        }
      } finally {
        await deleteData()
      }
      return exitCode
    },
    kill: async () => {
      site.process.kill('SIGKILL')
      await site.ended
    },
  }
}

/** The tests' secrets and personal data, which must not be logged. The log has members as hashes of 12 characters. */
export const secretsOfTests =
  /demo-1234|demo-5678|three-plain-words|a secret for tests|back-office token|(?<![\d.])010\d{8}\b|12345678901234|"member":"(?![\w-]{12}")/

/** @throws Error with the log line that contains a secret or personal data. */
function assertNoSecretIn(output: string): void {
  const line = output
    .split('\n')
    .find((candidate) => secretsOfTests.test(candidate) && !candidate.startsWith('Demo member:'))
  if (line !== undefined) throw new Error(`The log contains a secret or personal data: ${line}`)
}

/** Audits a running site's store through its back office, which is faster than opening it. False if it can't. */
async function passesBackofficeAudit(
  base: string,
  backofficeToken: string | undefined,
  dataDir: string,
): Promise<boolean> {
  try {
    const token = backofficeToken ?? readFileSync(join(dataDir, 'backoffice-token'), 'utf8').trim()
    const response = await askBackoffice(base, token, 'audit')
    const audited: unknown = await response.json()
    return (
      response.ok && typeof audited === 'object' && audited !== null && 'inOrder' in audited && audited.inOrder === true
    )
  } catch {
    return false
  }
}

/** Sends a command to a site's back office, like the back-office program. */
export function askBackoffice(
  base: string,
  token: string,
  command: string,
  payload: object = {},
  folder = '/backoffice/api',
): Promise<Response> {
  return fetch(`${base}${folder}/${command}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(payload),
    signal: AbortSignal.timeout(60_000),
  })
}

/**
 * Starts the site's program with exactly this environment. Doesn't wait, so that tests can expect startup to fail.
 * @param program the script and its arguments.
 * @param flags for Node.js; none for a site whose speed is measured.
 */
export function spawnSite(
  env: Record<string, string>,
  program: readonly string[] = ['bin/start.mjs'],
  flags: readonly string[] = siteFlags,
) {
  return spawnProgram(process.execPath, [...flags, ...program], env)
}

/** Starts a program with exactly this environment and collects its output. */
export function spawnProgram(
  command: string,
  args: readonly string[],
  env: Record<string, string>,
  as: { cwd?: string; uid?: number; gid?: number } = {},
) {
  const child = spawn(command, args, { ...as, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [all, out, err]: [Buffer[], Buffer[], Buffer[]] = [[], [], []]
  for (const [stream, own] of [[child.stdout, out] as const, [child.stderr, err] as const])
    stream.on('data', (bytes: Buffer) => {
      all.push(bytes)
      own.push(bytes)
    })
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal))
  })
  const textOf = (chunks: Buffer[]) => () => Buffer.concat(chunks).toString()
  return { process: child, ended, output: textOf(all), stdout: textOf(out), stderr: textOf(err) }
}

/** Returns how many requests a site is processing, including this one. @param token its METRICS_TOKEN, if any. */
export async function requestsInFlight(base: string, token = ''): Promise<number> {
  const metrics = await (await fetch(`${base}/metrics`, { headers: { Authorization: `Bearer ${token}` } })).text()
  return Number(/^madang_http_requests_in_flight (\d+)$/m.exec(metrics)?.[1])
}

/** Waits until a path returns 200. @throws Error with the program's output if the program ends or takes too long */
export async function waitUntilReady(
  base: string,
  site: ReturnType<typeof spawnProgram>,
  path = '/readyz',
): Promise<void> {
  const state = { ended: false }
  site.ended.then(() => {
    state.ended = true
  })
  const deadline = Date.now() + startTimeoutMs
  while (!state.ended && Date.now() < deadline) {
    const response = await fetch(`${base}${path}`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
    await response?.body?.cancel()
    if (response?.ok) return
    await pause(50)
  }
  throw new Error(`The site ${state.ended ? 'ended' : 'was not ready in time'}:\n${site.output()}`)
}
