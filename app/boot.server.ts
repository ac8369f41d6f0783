import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerBuild } from 'react-router'
import { sharedStore } from '~/redis/redis.server'
import { openFrontDoor } from '~/server/front-door.server'
import { sealerFor } from '~/session/seal.server'
import { log } from '~/telemetry/log.server'
import { unhandledRejections } from '~/telemetry/metrics.server'
import { becomes, readiness } from '~/telemetry/readiness.server'
import { connection } from '~/upstream/connect.server'
import { config, SettingError } from './config.server'

/**
 * The life of the process: what happens once when the server build is loaded, whichever server loaded it, and the start
 * and end of our own server. Why it is our own: docs/decisions/016-own-front-door.md.
 */

/** The running site, for bin/start.mjs, which alone listens for signals. */
export type Site = {
  /** Resolves when the store is open; pages wait for it until then. */
  opened: Promise<void>
  /** What to print then, for the person who started it. */
  greeting: string[]
  /** Answers what is in flight and closes the store. */
  stop(): Promise<void>
}

const openedKey = Symbol.for('madang.opened')
const shared: typeof globalThis & { [openedKey]?: Promise<void> } = globalThis

/** Kept of the drain's time for closing the store. */
const closingMs = 800
const retryOpenMs = 2_000
/** Not every try to open the store leaves a line in the log. */
const retriesALine = 5

/**
 * Opens the store and sees to errors that nobody handled; once, because a development server loads this module anew at
 * each change.
 *
 * @returns resolves when the store is open.
 */
export function boot(): Promise<void> {
  if (shared[openedKey]) return shared[openedKey]
  makeSecrets()
  process.on('unhandledRejection', (reason) => {
    unhandledRejections.inc()
    log.error({ err: reason }, 'a promise was rejected and nothing handled it')
  })
  // Ends the process, as it should; this only lets the log know why.
  process.on('uncaughtExceptionMonitor', (error) => log.fatal({ err: error }, 'an error was not caught'))
  shared[openedKey] = openStore()
  return shared[openedKey]
}

/**
 * Serves the site on PORT and HOST.
 *
 * @param build the loaded server build, this module's own.
 * @throws the error of `listen` (EADDRINUSE, EACCES, …).
 */
export async function serve(build: ServerBuild): Promise<Site> {
  const opened = boot()
  const door = await openFrontDoor(build, { port: config.port, host: config.host })
  return {
    opened,
    greeting: greeting(),
    async stop() {
      becomes('draining')
      log.info('draining')
      await sleep(config.drainDelayMs)
      const deadlineMs = Date.now() + config.drainDeadlineMs
      await door.close(config.drainDeadlineMs - Math.min(closingMs, config.drainDeadlineMs / 2))
      const closed = Promise.all([connection().then((open) => open.close()), sharedStore?.close()])
      await Promise.race([closed, sleep(Math.max(0, deadlineMs - Date.now()))]).catch((cause: unknown) => {
        log.error({ err: cause }, 'the store did not close')
      })
      log.info('stopped')
    },
  }
}

/** Now rather than at the first request: a folder that can't be written stops the start. */
function makeSecrets(): void {
  try {
    sealerFor('session')
  } catch (cause) {
    if (!(cause instanceof SettingError)) throw cause
    endBecauseOf(cause)
  }
}

function endBecauseOf(wrong: SettingError): never {
  process.stderr.write(`${wrong.message}\n`)
  process.exit(1)
}

/**
 * Opens the store at start, not at the first request. A shared database may come up later than the site; a folder may
 * belong to a process of which nobody can tell whether it lives.
 */
async function openStore(): Promise<void> {
  warnOfSettings()
  // Says in the log whether it answers; nothing waits for it.
  sharedStore?.check().catch(() => undefined)
  for (let attempt = 0; ; attempt++) {
    try {
      await connection()
      becomes('ready')
      log.info(config.production ? { address: ownAddress() } : {}, 'ready')
      return
    } catch (cause) {
      if (cause instanceof SettingError) endBecauseOf(cause)
      // A database that is newer than this program, say, will not mend by waiting.
      const mayComeUp = config.database.url && cause instanceof Error && cause.name === 'StoreUnavailable'
      const mayBecomeFree = cause instanceof Error && 'waits' in cause && cause.waits === true
      if (readiness() === 'draining') return
      if (!mayComeUp && !mayBecomeFree) {
        log.fatal({ err: cause }, 'the store does not open')
        process.stderr.write(`The store does not open: ${cause instanceof Error ? cause.message : String(cause)}\n`)
        process.exit(1)
      }
      if (attempt % retriesALine === 0) {
        log.warn({ err: cause }, mayBecomeFree ? 'the data folder is not free yet' : 'the database does not answer yet')
      }
      await sleep(retryOpenMs)
    }
  }
}

function warnOfSettings(): void {
  if (config.upstream.url && !sharedStore) {
    log.warn('REDIS_URL is not set: limits, request codes and revoked sessions are this process’s own, and go with it')
  }
  if (config.servedCountries.length > 0 && (config.countryHeader === undefined || config.trustedProxies === 0)) {
    const served = config.money === 'real' ? 'nobody can register, deposit or play' : 'everybody is served'
    log.warn(`SERVED_COUNTRIES needs COUNTRY_HEADER and TRUSTED_PROXIES of 1 or more: no country is known, ${served}`)
  }
  if (config.countryHeader !== undefined && config.servedCountries.length === 0) {
    log.warn('COUNTRY_HEADER does nothing without SERVED_COUNTRIES: everybody is served')
  }
  const tooPlain = config.https ? config.launchOrigins?.filter((origin) => !origin.startsWith('https:')) : undefined
  if (tooPlain?.length) {
    log.warn({ origins: tooPlain }, 'LAUNCH_ORIGINS on http can not be opened from a site on https')
  }
  if (demoIsSeeded() && config.https) log.warn('SEED_DEMO: everyone knows the demo members; set it to no in public')
}

function demoIsSeeded(): boolean {
  return !config.upstream.url && config.house.seedDemo && config.money === 'play'
}

function ownAddress(): string {
  const host = config.host && config.host !== '0.0.0.0' && config.host !== '::' ? config.host : 'localhost'
  return `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`
}

function greeting(): string[] {
  const elsewhere = config.publicOrigins[0]
  return [
    `The site is at ${ownAddress()}${elsewhere ? `, for its visitors at ${elsewhere}` : ''}`,
    ...(demoIsSeeded() ? ['Demo member: id demo, password demo-1234, exchange password 2580'] : []),
  ]
}
