import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerBuild } from 'react-router'
import { brand } from '~/brand/brand.server'
import { connectionRefusal } from '~/platform/connection-error.server'
import { readiness, retryOpen, setReadiness } from '~/platform/readiness.server'
import { checkEviction, type RedisUnavailable, sharedStore } from '~/platform/redis.server'
import { config } from '~/platform/settings/config.server'
import * as openFiles from '~/platform/settings/open-files.server'
import { isReadableInTransit } from '~/platform/settings/private-host.server'
import { explain, orExit } from '~/platform/settings/setting-error.server'
import { storedSecretPath } from '~/platform/settings/stored-secret.server'
import { log } from '~/platform/telemetry/log.server'
import { buildInfo, unhandledRejections } from '~/platform/telemetry/metrics.server'
import { version } from '../../package.json'
import { startHttpServer } from './http/http-server.server'
import type { Middleware } from './middleware/run-middleware.server'
import { prepareSessions } from './session/session.server'
import { checkUpstream, demoGreeting, getUpstreamConnection, isDemoSeeded } from './upstream/connection.server'
import { registerUpstreamGauges } from './upstream/upstream-gauges.server'

/** The process lifecycle. Source: docs/decisions/016-own-front-door.md. */

export type RunningSite = {
  /** Resolves when the upstream connection is open. Pages wait for this. */
  opened: Promise<void>
  greeting: string[]
  /** Drains open requests, then closes the upstream connection and Redis. */
  stop(): Promise<void>
}

let storeOpened: Promise<void> | undefined

const reservedForCloseMs = 800
const checkEveryMs = 10_000

/** Opens the store once, and logs unhandled errors. Exits the process if a setting or the store is invalid. */
export function boot(): Promise<void> {
  storeOpened ??= start()
  return storeOpened
}

function start(): Promise<void> {
  log.info({ version, node: process.versions.node }, 'starting')
  // Runs at startup instead of at the first request, so that the process exits if DATA_DIR is unusable.
  orExit(prepareSessions)
  buildInfo.set({ version, node: process.versions.node }, 1)
  if (!import.meta.hot?.data.logsUnhandled) logUnhandled()
  if (import.meta.hot) import.meta.hot.data.logsUnhandled = true
  return openStore()
}

function logUnhandled(): void {
  // The site keeps running if the process that reads the log has died, or if the disk is full.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  process.on('unhandledRejection', (reason) => {
    unhandledRejections.inc()
    log.error({ err: reason }, 'unhandled rejection')
  })
  process.on('uncaughtExceptionMonitor', (error) => log.fatal({ err: error }, 'uncaught exception'))
}

/** Serves the site on PORT and HOST. @throws the error of `listen` */
export async function serve(build: ServerBuild, middleware: readonly Middleware[]): Promise<RunningSite> {
  // Read first, because opening the store would fail with a less helpful message if the limit is too low.
  const connectionLimits = orExit(readConnectionLimits)
  const opened = boot()
  const stopTracing =
    config.tracing && (await import('~/platform/telemetry/tracing.server')).startTracing(config.tracing, version)
  const httpServer = await startHttpServer(build, middleware, brand.rootFiles, connectionLimits)
  return {
    opened,
    greeting: greeting(),
    async stop() {
      setReadiness('draining')
      log.info('draining')
      await sleep(config.drainDelayMs)
      const deadlineMs = Date.now() + config.drainDeadlineMs
      await httpServer.close(config.drainDeadlineMs - Math.min(reservedForCloseMs, config.drainDeadlineMs / 2))
      const closed = Promise.all([
        getUpstreamConnection().then((open) => open.close()),
        sharedStore?.close(),
        stopTracing?.(),
      ])
      await Promise.race([closed, sleep(Math.max(0, deadlineMs - Date.now()))]).catch((cause: unknown) => {
        log.error({ err: cause }, 'store not closed in time')
      })
      log.info('stopped')
    },
  }
}

function readConnectionLimits() {
  const { upstream, database, trustedProxies } = config
  const upstreamFiles = upstream.url ? openFiles.upstreamSockets : database.url ? database.pool : openFiles.storeFiles
  return {
    maxConnections: openFiles.maxConnectionsWithin(openFiles.readOpenFilesLimit(), upstreamFiles),
    peersAreClients: trustedProxies === 0,
  }
}

async function openStore(): Promise<void> {
  warnAboutSettings()
  await Promise.all([
    retryOpen('DATABASE_URL', explain('Database', 'no answer yet', 'the site retries until it answers'), async () =>
      registerUpstreamGauges(await getUpstreamConnection()),
    ),
    retryOpen('REDIS_URL', explain('Redis', 'no answer yet', 'the site retries until it answers'), async () => {
      // A full or read-only Redis counts as available, because it has answered.
      await sharedStore?.check().catch((cause: RedisUnavailable) => {
        if (!cause.isRefusal || connectionRefusal(cause)) throw cause
      })
      if (sharedStore) await checkEviction(sharedStore)
    }),
  ])
  if (readiness() === 'draining') return
  setReadiness('ready')
  // Checks regularly, so that a failure of the store or upstream is noticed even without requests for /readyz.
  if (!config.upstream.url || config.alerts)
    setInterval(() => void checkUpstream().catch(() => undefined), checkEveryMs).unref()
  log.info(config.production ? { address: localUrl() } : {}, 'ready')
}

const warn = (...problem: Parameters<typeof explain>) => log.warn(explain(...problem))

function warnAboutSettings(): void {
  for (const line of config.warnings) log.warn(line)
  if (config.upstream.url && !sharedStore) {
    warn(
      'REDIS_URL',
      'not set, so rate limits, request codes and revoked sessions are lost when this process ends',
      'set it in production',
    )
  }
  if (config.upstream.url && isReadableInTransit(config.upstream.url)) {
    warn('UPSTREAM_URL', 'plain http outside private networks exposes passwords and tokens', 'use https')
  }
  if (config.servedCountries.length > 0 && (config.countryHeader === undefined || config.trustedProxies === 0)) {
    const effect = config.money === 'real' ? 'nobody can register, deposit or play' : 'everybody is served'
    const action = 'set COUNTRY_HEADER, and TRUSTED_PROXIES to 1 or more'
    warn('SERVED_COUNTRIES', `no country is known, so ${effect}`, action)
  }
  if (config.countryHeader !== undefined && config.servedCountries.length === 0) {
    warn('COUNTRY_HEADER', 'no country is refused without SERVED_COUNTRIES', 'set both or neither')
  }
  const httpOrigins = config.https ? config.launchOrigins?.filter((origin) => !origin.startsWith('https:')) : undefined
  if (httpOrigins?.length) {
    log.warn(
      { origins: httpOrigins },
      explain('LAUNCH_ORIGINS', "an https site can't open http origins", 'name https origins'),
    )
  }
  if (isDemoSeeded() && config.https)
    warn('SEED_DEMO', 'the passwords of the demo members are public', 'set SEED_DEMO=no on a public site')
}

function localUrl(): string {
  const host = config.host && config.host !== '0.0.0.0' && config.host !== '::' ? config.host : 'localhost'
  return `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`
}

function greeting(): string[] {
  const publicOrigin = config.publicOrigins[0]
  return [
    `Site: ${localUrl()}${publicOrigin ? `, public address ${publicOrigin}` : ''}`,
    ...(isDemoSeeded() ? [demoGreeting] : []),
    ...(isDemoSeeded() && isBackofficeOpenHere()
      ? [`Back office: ${localUrl()}/backoffice, name owner, token ${whereBackofficeTokenIs()}`]
      : []),
  ]
}

/** Returns whether a browser on this machine can open the back office without settings. Source: docs/backoffice.md. */
function isBackofficeOpenHere(): boolean {
  const { backoffice, publicOrigins, trustedProxies, embedded } = config
  const isAlone = publicOrigins.length === 0 && trustedProxies === 0 && backoffice.origin === undefined
  return backoffice.web !== 'off' && isAlone && embedded.backofficeToken !== undefined
}

const whereBackofficeTokenIs = () =>
  config.embedded.isBackofficeTokenStored
    ? `in ${storedSecretPath(config.dataDir, 'backoffice-token')}`
    : 'BACKOFFICE_TOKEN'
