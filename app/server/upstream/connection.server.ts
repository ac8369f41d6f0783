import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brand } from '~/brand/brand.server'
import type { EmbeddedOptions } from '~/embedded/index.server'
import { type Locale, locales } from '~/i18n/locale'
import { checkDependency, readiness, reuse } from '~/platform/readiness.server'
import { sharedStore } from '~/platform/redis.server'
import { config, describeSettings } from '~/platform/settings/config.server'
import { SettingError } from '~/platform/settings/setting-error.server'
import { toAnonymousLine } from '~/platform/telemetry/anonymous-log'
import { log, recentLogLines } from '~/platform/telemetry/log.server'
import { registry, storeUp, unreadableMoney } from '~/platform/telemetry/metrics.server'
import { circuitFor } from '~/upstream/client/break-circuit.server'
import type { UpstreamConnection } from '~/upstream/client/transport/connect-to-upstream.server'
import { knownCallNames } from '~/upstream/contract'
import { seconds } from '~/values/durations'
import { version } from '../../../package.json'
import { sendAlert, sendAlertFromMemory } from '../alert-delivery.server'
import type { Context } from '../http/incoming.server'
import { spendTime } from '../middleware/thread-share.server'
import { refuseRequest } from '../responses/refusal.server'
import { memberTagsOf } from '../session/member-tag.server'

let opened: Promise<UpstreamConnection> | undefined

/** Opens the shared upstream connection. If that fails, the next call retries. @throws SettingError or a store error */
export function getUpstreamConnection(): Promise<UpstreamConnection> {
  opened ??= openConnection().catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

async function openConnection(): Promise<UpstreamConnection> {
  const { upstream } = config
  // An unknown call name would silently have no effect.
  const unknown = Object.keys(upstream.paths).find((name) => !knownCallNames.has(name))
  if (unknown !== undefined) throw new SettingError('UPSTREAM_PATHS', `unknown call ${unknown}`)
  if (upstream.url === undefined) return openEmbedded()
  const { connectToUpstream } = await import('~/upstream/client/transport/connect-to-upstream.server')
  return connectToUpstream(upstream.url)
}

export function connectOrRefuse(context: Context): Promise<UpstreamConnection> {
  return getUpstreamConnection().catch(() => {
    throw refuseRequest(context, 'unavailable')
  })
}

const isEmbedded = config.upstream.url === undefined
let wasOk = true
let wasWorking = true

export const checkUpstream = reuse(
  async () => {
    let cause: unknown = new Error('no response in time')
    const { check, fetch } = await getUpstreamConnection()
    const status = await checkDependency(() =>
      check().catch((error: unknown) => {
        cause = error
        throw error
      }),
    )
    storeUp.set(Number(status.ok))
    const works = status.ok && circuitFor(fetch).openCallNames().length === 0
    // Repeated while the failure lasts, in case the receiver missed the alert.
    if (!works || !wasWorking) sendAlertFromMemory(isEmbedded ? 'store' : 'upstream', { works })
    wasWorking = works
    if (isEmbedded && status.ok !== wasOk) {
      if (status.ok) log.info('Store: accepts writes again')
      else log.warn({ err: cause }, 'Store: refuses writes, so pages fail')
    }
    wasOk = status.ok
    return status
  },
  isEmbedded ? seconds(5) : seconds(1),
)

const conformanceReport = 'conformance.json'

/** Describes this process for a support bundle. Returns texts keyed by file name, without secrets or personal data. */
async function describeSite(): Promise<Record<string, string>> {
  const { platform, arch, versions, memoryUsage, uptime } = process
  const about = {
    version,
    ...{ node: versions.node, platform, arch },
    upSeconds: Math.round(uptime()),
    memory: memoryUsage(),
    readiness: readiness(),
    redis: sharedStore ? await checkDependency(sharedStore.check) : 'none',
  }
  const report = await readFile(join(config.dataDir, conformanceReport), 'utf8').catch(() => undefined)
  return {
    'site.json': asJson(about),
    'settings.json': asJson(describeSettings()),
    'metrics.txt': await registry.metrics(),
    'log.jsonl': recentLogLines()
      .flatMap((line) => toAnonymousLine(line) ?? [])
      .map((line) => `${line}\n`)
      .join(''),
    'conformance.json': report ?? asJson('No conformance run has left its report in DATA_DIR.'),
  }
}

const asJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

async function openEmbedded(): Promise<UpstreamConnection> {
  const { openEmbeddedUpstream } = await import('~/embedded/index.server')
  const { call, fetch, ...upstream } = await openEmbeddedUpstream(embeddedOptions())
  return { ...upstream, fetch: call, servePage: fetch, embedded: true }
}

export function embeddedOptions(): EmbeddedOptions {
  const { providerSecrets, paymentSecrets, backofficeToken, ...settings } = config.embedded
  return {
    ...settings,
    dataDir: config.dataDir,
    databaseUrl: config.database.url?.reveal(),
    databasePool: config.database.pool,
    money: config.money,
    homeUrl: `${config.publicOrigins[0] ?? `http://localhost:${config.port}`}/`,
    providerSecrets: providerSecrets?.map((secret) => secret.reveal()),
    paymentSecrets: paymentSecrets?.map((secret) => secret.reveal()),
    backofficeToken: backofficeToken?.reveal(),
    ...(config.alerts && { alerts: { ...config.alerts, send: sendAlert } }),
    memberTagsOf,
    describeSite,
    countUnreadableMoney: async () => (await unreadableMoney.get()).values.reduce((sum, { value }) => sum + value, 0),
    colours: brand.colours,
    ...brand.stakeCaps,
    siteName: Object.fromEntries(locales.map((locale) => [locale, brand.name(locale)])) as Record<Locale, string>,
    spend: spendTime,
    log,
  }
}

export const isDemoSeeded = (): boolean => !config.upstream.url && config.embedded.seedDemo && config.money === 'play'

export const demoGreeting = 'Demo member: demo, password demo-1234, withdrawal password 2580'
