import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../bin/free-port.mjs'
import { databaseServer, freshDatabase } from './database'
import { settingsForTests } from './settings'

/** A built site that runs beside the test. */
export type Site = {
  /** http://127.0.0.1:<port>, without a slash at its end. */
  base: string
  port: number
  /** Where its store lies; hand it to a second site to start on the same store. */
  dataDir: string
  process: ChildProcess
  /** What it has written so far, stdout and stderr. */
  output: () => string
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>
  /** Asks it to end by SIGTERM and waits. The books it leaves must be in order; its own folder and database go away. */
  stop: () => Promise<number | NodeJS.Signals | null>
  /** kill -9, as a power cut would; the store stays for a second site until `stop`. */
  kill: () => Promise<void>
}

/** Settings of a site whose store is its folder, where the tests have a PostgreSQL as well. */
export const inItsFolder = { DATABASE_URL: '' }

const startMs = 60_000
const endMs = 20_000

/**
 * Starts the built site on a free port with a store of its own and waits until /readyz says yes. With
 * TEST_DATABASE_URL in the environment, and neither DATABASE_URL nor UPSTREAM_URL in `settings`, its store is a fresh
 * database there.
 *
 * @param settings variables of docs/operations.md, over those of settings.ts.
 * @throws Error with what the site wrote, when it ends or is not ready within a minute.
 */
export async function startSite(settings: Record<string, string> = {}): Promise<Site> {
  const wantsDatabase = databaseServer && !('DATABASE_URL' in settings) && !('UPSTREAM_URL' in settings)
  const database = wantsDatabase ? await freshDatabase() : undefined
  const port = settings.PORT ? Number(settings.PORT) : await freePort()
  const dataDir = settings.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'madang-site-'))
  const secret = {
    SESSION_SECRET: 'a secret for tests that is long enough to be taken',
    DESK_TOKEN: 'a desk token of 32 characters for tests',
  }
  const site = launch(
    settingsForTests({
      PORT: `${port}`,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ...(database ? { DATABASE_URL: database.url, ...secret } : {}),
      ...settings,
    }),
  )
  const clean = async () => {
    if (!settings.DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
    await database?.drop()
  }
  const base = `http://127.0.0.1:${port}`

  try {
    await ready(base, site)
  } catch (error) {
    site.process.kill('SIGKILL')
    await site.ended
    await clean()
    throw error
  }

  return {
    base,
    port,
    dataDir,
    ...site,
    stop: async () => {
      site.process.kill('SIGTERM')
      const late = setTimeout(() => site.process.kill('SIGKILL'), endMs)
      const how = await site.ended
      clearTimeout(late)
      try {
        // Not at the top: journeys start sites on a foreign upstream, and know nothing of Vitest.
        if (!('UPSTREAM_URL' in settings)) {
          const { expectLeftInOrder } = await import('./audit')
          await expectLeftInOrder({ dataDir, databaseUrl: settings.DATABASE_URL || database?.url })
        }
      } finally {
        await clean()
      }
      return how
    },
    kill: async () => {
      site.process.kill('SIGKILL')
      await site.ended
    },
  }
}

/**
 * Starts the site's program with exactly this environment; for starts that are meant to fail, too.
 *
 * @param program another one than bin/start.mjs, with its arguments.
 */
export function launch(env: Record<string, string>, program: readonly string[] = ['bin/start.mjs']) {
  const child = spawn(process.execPath, program, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const written: Buffer[] = []
  child.stdout.on('data', (bytes: Buffer) => written.push(bytes))
  child.stderr.on('data', (bytes: Buffer) => written.push(bytes))
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal))
  })
  return { process: child, ended, output: () => Buffer.concat(written).toString() }
}

/** Waits until /readyz says yes. */
export async function ready(base: string, site: ReturnType<typeof launch>): Promise<void> {
  const state = { ended: false }
  site.ended.then(() => {
    state.ended = true
  })
  const deadline = Date.now() + startMs
  while (!state.ended && Date.now() < deadline) {
    const answer = await fetch(`${base}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await pause(50)
  }
  throw new Error(`The site ${state.ended ? 'ended' : 'was not ready in time'}:\n${site.output()}`)
}
