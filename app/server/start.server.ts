import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerBuild } from 'react-router'
import { brand } from '~/brand/brand.server'
import { permanentConnectionError } from '~/platform/connection-error.server'
import { RedisUnavailable, sharedStore } from '~/platform/redis.server'
import { config } from '~/platform/settings/config.server'
import {
  maxConnectionsWithin,
  readOpenFilesLimit,
  storeFiles,
  upstreamSockets,
} from '~/platform/settings/open-files.server'
import { isReadableOnTheWay } from '~/platform/settings/private-host.server'
import { exitOnSettingError, orExit, SettingError } from '~/platform/settings/setting-error.server'
import { storedSecretPath } from '~/platform/settings/stored-secret.server'
import { log } from '~/platform/telemetry/log.server'
import { buildInfo, unhandledRejections } from '~/platform/telemetry/metrics.server'
import { readiness, setReadiness } from '~/platform/telemetry/readiness.server'
import { version } from '~/platform/version.server'
import { openFrontDoor } from './http/front-door.server'
import type { Step } from './middleware/run-middleware.server'
import { prepareSessions } from './session/session.server'
import { checkUpstream } from './upstream/check.server'
import { demoGreeting, isDemoSeeded } from './upstream/embedded.server'
import { getUpstreamConnection } from './upstream/member-client.server'
import { registerUpstreamGauges } from './upstream/metrics.server'

/**
 * The lifecycle of the process: what happens once when any server loads the build, and the start and stop of our own
 * server. Why it is our own: docs/decisions/016-own-front-door.md.
 */

/** The running site, for bin/start.mjs, which handles signals. */
export type RunningSite = {
  /** Resolves when the upstream connection is open. Pages wait for it. */
  opened: Promise<void>
  /** Lines to print to the terminal then. */
  greeting: string[]
  /** Drains requests in flight and closes the upstream connection and Redis. */
  stop(): Promise<void>
}

let storeOpened: Promise<void> | undefined

/** Part of the drain deadline that is reserved for closing the store. */
const reservedForCloseMs = 800
const retryOpenMs = 2_000
const checkEveryMs = 10_000
/** How many attempts to open the store share one line of the log. */
const retriesPerLogLine = 5

/**
 * Opens the store and logs unhandled errors. Only the first call acts. Exits the process on a bad setting or when the store
 * cannot be opened.
 *
 * @returns resolves when the store is open.
 */
export function boot(): Promise<void> {
  storeOpened ??= start()
  return storeOpened
}

function start(): Promise<void> {
  log.info({ version, node: process.versions.node }, 'starting')
  // At start rather than at the first request, so that a DATA_DIR that can't be read or written stops the start.
  orExit(prepareSessions)
  buildInfo.set({ version, node: process.versions.node }, 1)
  // The development server evaluates this module again after a saved file.
  if (!import.meta.hot?.data.logsUnhandled) logUnhandled()
  if (import.meta.hot) import.meta.hot.data.logsUnhandled = true
  return openStore()
}

function logUnhandled(): void {
  // A log whose reader has died, or whose disk is full, must not end the site.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  process.on('unhandledRejection', (reason) => {
    unhandledRejections.inc()
    log.error({ err: reason }, 'a promise was rejected and nothing handled it')
  })
  // This only logs; the process still ends.
  process.on('uncaughtExceptionMonitor', (error) => log.fatal({ err: error }, 'an error was not caught'))
}

/**
 * Serves the site on PORT and HOST.
 *
 * @param build the loaded server build that contains this module.
 * @param steps what every request passes before its route.
 * @throws the error of `listen` (EADDRINUSE, EACCES, …).
 */
export async function serve(build: ServerBuild, steps: readonly Step[]): Promise<RunningSite> {
  // First: opening the store would fail for the same reason, by a line that says less.
  const connectionLimits = orExit(readConnectionLimits)
  const opened = boot()
  // Only now is the SDK of OpenTelemetry loaded, and without its variables never.
  const stopTracing =
    config.tracing && (await import('~/platform/telemetry/tracing.server')).startTracing(config.tracing, version)
  const frontDoor = await openFrontDoor(
    build,
    steps,
    { port: config.port, host: config.host },
    brand.rootFiles,
    connectionLimits,
  )
  return {
    opened,
    greeting: greeting(),
    async stop() {
      setReadiness('draining')
      log.info('draining')
      await sleep(config.drainDelayMs)
      const deadlineMs = Date.now() + config.drainDeadlineMs
      await frontDoor.close(config.drainDeadlineMs - Math.min(reservedForCloseMs, config.drainDeadlineMs / 2))
      const closed = Promise.all([
        getUpstreamConnection().then((open) => open.close()),
        sharedStore?.close(),
        stopTracing?.(),
      ])
      await Promise.race([closed, sleep(Math.max(0, deadlineMs - Date.now()))]).catch((cause: unknown) => {
        log.error({ err: cause }, 'the store did not close')
      })
      log.info('stopped')
    },
  }
}

/** How many connections the limit of open files allows. @throws SettingError when it is too low */
function readConnectionLimits() {
  const { upstream, database, trustedProxies } = config
  const upstreamFiles = upstream.url ? upstreamSockets : database.url ? database.pool : storeFiles
  return {
    maxConnections: maxConnectionsWithin(readOpenFilesLimit(), upstreamFiles),
    peersAreClients: trustedProxies === 0,
  }
}

/** Opens the store and Redis at start, not at the first request. The site is ready once both have answered. */
async function openStore(): Promise<void> {
  warnAboutSettings()
  await Promise.all([
    untilAnswered('DATABASE_URL', 'the database does not answer yet', async () =>
      registerUpstreamGauges(await getUpstreamConnection()),
    ),
    untilAnswered('REDIS_URL', 'Redis does not answer yet', async () => {
      // One that is full or read-only has answered too.
      await sharedStore?.check().catch((cause: RedisUnavailable) => {
        if (!cause.isRefusal || permanentConnectionError(cause)) throw cause
      })
    }),
  ])
  if (readiness() === 'draining') return
  setReadiness('ready')
  // A failing store is logged and counted where nobody asks /readyz, too.
  if (!config.upstream.url) setInterval(() => void checkUpstream().catch(() => undefined), checkEveryMs).unref()
  log.info(config.production ? { address: localUrl() } : {}, 'ready')
}

/**
 * Repeats `open` until it succeeds or the process drains, while a shared store does not answer. Ends the process after
 * any other error, such as a wrong password or a database with a newer schema, because those do not pass.
 */
async function untilAnswered(setting: string, line: string, open: () => Promise<void>): Promise<void> {
  for (let attempt = 0; readiness() !== 'draining'; attempt++) {
    try {
      return await open()
    } catch (cause) {
      if (cause instanceof SettingError) exitOnSettingError(cause)
      const isShared = config.database.url !== undefined || cause instanceof RedisUnavailable
      const permanent = isShared ? permanentConnectionError(cause) : undefined
      if (permanent !== undefined) exitOnSettingError(new SettingError(`${setting} can't be used: ${permanent}`))
      if (!isShared || !(cause instanceof Error) || !/^(Store|Redis)Unavailable$/.test(cause.name)) {
        log.fatal({ err: cause }, 'the store does not open')
        process.stderr.write(`The store does not open: ${cause instanceof Error ? cause.message : String(cause)}\n`)
        // In development it may be a file that was saved half written: pages answer 503 until the next one.
        if (import.meta.hot) return
        process.exit(1)
      }
      if (attempt % retriesPerLogLine === 0) log.warn({ err: cause }, line)
      await sleep(retryOpenMs)
    }
  }
}

function warnAboutSettings(): void {
  for (const line of config.warnings) log.warn(line)
  if (config.upstream.url && !sharedStore) {
    log.warn('REDIS_URL is not set: limits, request codes and revoked sessions are this process’s own, and go with it')
  }
  if (config.upstream.url && isReadableOnTheWay(config.upstream.url)) {
    log.warn('UPSTREAM_URL is plain http outside of private networks: who is between reads passwords and tokens')
  }
  if (config.servedCountries.length > 0 && (config.countryHeader === undefined || config.trustedProxies === 0)) {
    const effect = config.money === 'real' ? 'nobody can register, deposit or play' : 'everybody is served'
    log.warn(`SERVED_COUNTRIES needs COUNTRY_HEADER and TRUSTED_PROXIES of 1 or more: no country is known, ${effect}`)
  }
  if (config.countryHeader !== undefined && config.servedCountries.length === 0) {
    log.warn('COUNTRY_HEADER does nothing without SERVED_COUNTRIES: everybody is served')
  }
  const httpOrigins = config.https ? config.launchOrigins?.filter((origin) => !origin.startsWith('https:')) : undefined
  if (httpOrigins?.length) {
    log.warn({ origins: httpOrigins }, 'LAUNCH_ORIGINS on http can not be opened from a site on https')
  }
  if (isDemoSeeded() && config.https) log.warn('SEED_DEMO: everyone knows the demo members; set it to no in public')
}

function localUrl(): string {
  const host = config.host && config.host !== '0.0.0.0' && config.host !== '::' ? config.host : 'localhost'
  return `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`
}

function greeting(): string[] {
  const publicOrigin = config.publicOrigins[0]
  return [
    `The site is at ${localUrl()}${publicOrigin ? `, for its visitors at ${publicOrigin}` : ''}`,
    ...(isDemoSeeded() ? [demoGreeting] : []),
    ...(isDemoSeeded() && isBackofficeOpenHere()
      ? [`Back office: ${localUrl()}/backoffice, name owner, token ${whereBackofficeTokenIs()}`]
      : []),
  ]
}

/** Whether this machine's browser gets to the back office without a setting (docs/backoffice.md, in a browser). */
function isBackofficeOpenHere(): boolean {
  const { backoffice, publicOrigins, trustedProxies, embedded } = config
  const isAlone = publicOrigins.length === 0 && trustedProxies === 0 && backoffice.origin === undefined
  return backoffice.web !== 'off' && isAlone && embedded.backofficeToken !== undefined
}

const whereBackofficeTokenIs = () =>
  config.embedded.isBackofficeTokenStored
    ? `in ${storedSecretPath(config.dataDir, 'backoffice-token')}`
    : 'BACKOFFICE_TOKEN'
