import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import type { z } from 'zod'
import { oldNameOf, oldRetentionKey, replacedBy } from '~/platform/old-names'
import { hours, minutes } from '~/values/durations'
import { memoize } from '~/values/memoize'
import { normalizeHost } from '~/values/request'
import { createSealer } from '../create-sealer.server'
import { banksSchema, paymentMethodsSchema, shippedBanks } from './payment-settings.server'
import { hostOfUrl, isReadableInTransit, mayReach } from './private-host.server'
import { launchOrigin, readProviders } from './provider-settings.server'
import { Secret } from './secret.server'
import { explain, orExit, SettingError } from './setting-error.server'
import {
  type ConfigIo,
  digestOfFile,
  nonEmpty,
  processIo,
  readJsonFile,
  readUpstreamPaths,
  secretFromFile,
} from './setting-files.server'
import { findTypos } from './setting-typos.server'
import { forTwo, secretNames, settingNames, settings } from './settings.server'

export const sealerFor = memoize((purpose: string) => createSealer(config.session.secrets, purpose))

/** The settings. Only this module reads the environment. Other modules use `config`. */

/** Reads and validates the settings in an environment. Ignores empty strings. @throws SettingError */
export function readConfig(environment: Readonly<Record<string, string | undefined>>, io: ConfigIo = processIo) {
  const raw: Record<string, string | undefined> = {}
  const sources: Record<string, string> = {}
  const renamed: string[] = []
  for (const name of Object.keys(settings.shape)) {
    const old = oldNameOf(name)
    const isSecret = secretNames.some((secret) => secret === name)
    for (const spelling of old ? [name, old] : [name]) {
      const value =
        nonEmpty(environment[spelling]) ?? (isSecret ? secretFromFile(spelling, environment, io) : undefined)
      if (value === undefined) continue
      if (spelling === old) renamed.push(replacedBy(old, name))
      if (raw[name] !== undefined && raw[name] !== value)
        throw new SettingError(name, `${old}, its old name, has another value`, `remove ${old}`)
      raw[name] = value
      sources[name] ??= nonEmpty(environment[spelling]) === undefined ? `${spelling}_FILE` : spelling
    }
  }

  const { now, before } = oldRetentionKey
  const { RETENTION_DAYS: retention } = raw
  if (retention?.includes(`"${before}"`) && !retention.includes(`"${now}"`)) {
    raw.RETENTION_DAYS = retention.replace(`"${before}"`, `"${now}"`)
    renamed.push(replacedBy(`${before} in RETENTION_DAYS`, now))
  }

  const parsed = settings.safeParse(raw)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const name = String(issue?.path[0] ?? 'A setting')
    throw new SettingError(sources[name] ?? name, issue?.message ?? 'is wrong')
  }
  const values = parsed.data

  if (!values.SESSION_SECRET && (values.UPSTREAM_URL || values.DATABASE_URL)) {
    const because = values.UPSTREAM_URL ? 'UPSTREAM_URL' : 'DATABASE_URL'
    throw new SettingError('SESSION_SECRET', `must be set when ${because} is set`)
  }
  assertOwnOrigins(values)
  if (values.MONEY === 'real') assertRealMoneySettings(values)

  if (values.UPSTREAM_URL && values.PROVIDERS)
    throw new SettingError('PROVIDERS', 'names games of the embedded upstream', 'unset it, or UPSTREAM_URL')
  const { ALERT_URL: alertUrl, ALERT_PRIVATE_RANGES: alertRanges = new BlockList() } = values
  if (alertUrl) {
    if (!values.ALERT_SECRET) throw new SettingError('ALERT_SECRET', 'must be set when ALERT_URL is set')
    const host = hostOfUrl(alertUrl.reveal())
    if (isIP(host) !== 0 && !mayReach(host, alertRanges))
      throw new SettingError('ALERT_URL', 'is a private address', 'list it in ALERT_PRIVATE_RANGES')
  }
  const https = values.PUBLIC_ORIGIN[0]?.startsWith('https:') ?? false
  const providers = readProviders(values.PROVIDERS, { isHttps: https }, io)
  const payments = readJsonFile('PAYMENTS', values.PAYMENTS, paymentMethodsSchema, io)
  const services = payments?.flatMap(({ idx, payUrl }) => (payUrl ? [{ code: String(idx), payUrl }] : [])) ?? []
  for (const { code, payUrl } of services) {
    if (https && !payUrl.startsWith('https:'))
      throw new SettingError('PAYMENTS', `payUrl of ${code} must be https, as PUBLIC_ORIGIN is`)
    if (providers?.listed.some((provider) => provider.code.toLowerCase() === code.toLowerCase()))
      throw new SettingError('PAYMENTS', `${code} is the code of a provider of PROVIDERS`, 'name another idx')
  }
  const origins = [
    ...new Set([...(providers?.origins ?? []), ...services.flatMap(({ payUrl }) => launchOrigin(payUrl) ?? [])]),
  ]
  const mayLaunch = (origin: string | undefined) => values.LAUNCH_ORIGINS?.some((allowed) => allowed === origin) ?? true
  const closed = values.UPSTREAM_URL ? [] : origins.filter((origin) => !mayLaunch(origin))

  const dataDir = resolve(values.DATA_DIR)
  const storedSecret = memoize((name: string) => new Secret(io.readOrCreateSecret(dataDir, name)))

  return {
    warnings: [
      ...renamed,
      ...findTypos(environment),
      ...closed.map((origin) =>
        explain('LAUNCH_ORIGINS', `closes the providers and payment methods at ${origin}`, 'add it to open them'),
      ),
      ...(values.BACKOFFICE_ORIGIN && !values.BACKOFFICE_WEB
        ? [
            explain(
              'BACKOFFICE_ORIGIN',
              'serves commands only, because BACKOFFICE_WEB is not set',
              'set BACKOFFICE_WEB=on',
            ),
          ]
        : []),
      ...(values.BACKOFFICE_WEB === 'on' && !values.BACKOFFICE_TOKEN && values.DATABASE_URL
        ? [explain('BACKOFFICE_WEB', 'opens nothing, because BACKOFFICE_TOKEN is not set', 'set BACKOFFICE_TOKEN')]
        : []),
    ],
    production: values.NODE_ENV === 'production',
    port: values.PORT,
    host: values.HOST,
    /** The first origin is the canonical one. Without origins, the site uses the Host of each request. */
    publicOrigins: values.PUBLIC_ORIGIN,
    /** Whether the canonical origin is https. If so, cookies are Secure and HSTS is sent. */
    https,
    trustedProxies: values.TRUSTED_PROXIES,
    session: {
      get secrets() {
        return values.SESSION_SECRET ?? [storedSecret('session-secret')]
      },
      idleMs: Math.round(minutes(values.SESSION_IDLE_MINUTES)),
      maxMs: Math.round(hours(values.SESSION_MAX_HOURS)),
    },
    upstream: {
      url: values.UPSTREAM_URL,
      paths: readUpstreamPaths(values.UPSTREAM_PATHS, io),
      timeoutMs: values.UPSTREAM_TIMEOUT_MS,
      /** Always false for the embedded upstream, which sends message bodies as plain text. */
      hasMarkup: values.UPSTREAM_URL !== undefined && values.UPSTREAM_BODIES === 'html',
      gameBalance: values.UPSTREAM_GAME_BALANCE,
      tokenHeader: values.UPSTREAM_TOKEN_HEADER,
    },
    /** With the embedded upstream, the origins in PROVIDERS and PAYMENTS that LAUNCH_ORIGINS allows. */
    launchOrigins: values.UPSTREAM_URL ? values.LAUNCH_ORIGINS : origins.filter(mayLaunch),
    imageOrigins: values.IMAGE_ORIGINS,
    database: { url: values.DATABASE_URL, pool: values.DATABASE_POOL },
    dataDir,
    redisUrl: values.REDIS_URL,
    money: values.MONEY,
    licence: values.LICENCE,
    servedCountries: values.SERVED_COUNTRIES,
    countryHeader: values.COUNTRY_HEADER,
    minimumAge: values.MINIMUM_AGE,
    /** Width and height in px, such as 800x1400. */
    gameWindow: values.GAME_WINDOW,
    brandFile: values.BRAND === undefined ? undefined : resolve(values.BRAND),
    embedded: {
      depositsWaitingMax: values.DEPOSITS_WAITING_MAX,
      withdrawPauseMs: values.WITHDRAW_PAUSE_MS,
      withdrawDailyMax: values.WITHDRAW_DAILY_MAX,
      playApprovalMs: values.PLAY_APPROVAL_MS,
      seedDemo: values.SEED_DEMO === 'yes',
      retentionDays: values.RETENTION_DAYS,
      banks: readJsonFile('BANKS', values.BANKS, banksSchema, io) ?? shippedBanks,
      payments: payments?.map((method) =>
        method.payUrl && !mayLaunch(launchOrigin(method.payUrl)) ? { ...method, open: false } : method,
      ),
      providers: providers?.listed.map((one) => ({ ...one, open: one.open && mayLaunch(launchOrigin(one.launchUrl)) })),
      /** Digests of files that must be equal on all replicas. */
      digests: {
        providers: digestOfFile('PROVIDERS', values.PROVIDERS, io),
        payments: digestOfFile('PAYMENTS', values.PAYMENTS, io),
      },
      providerSecrets: values.PROVIDER_SECRET,
      paymentSecrets: values.PAYMENT_SECRET,
      secondPersonFrom: values.BACKOFFICE_SECOND_PERSON_FROM,
      secondPersonFor: values.BACKOFFICE_SECOND_PERSON_FOR ?? (values.MONEY === 'real' ? forTwo : []),
      secondFactor: values.BACKOFFICE_SECOND_FACTOR ?? (values.MONEY === 'real' ? 'required' : 'optional'),
      isBackofficeTokenStored: values.BACKOFFICE_TOKEN === undefined,
      get backofficeToken() {
        if (values.BACKOFFICE_TOKEN) return values.BACKOFFICE_TOKEN
        return values.DATABASE_URL || values.UPSTREAM_URL ? undefined : storedSecret('backoffice-token')
      },
    },
    backoffice: { web: values.BACKOFFICE_WEB, origin: values.BACKOFFICE_ORIGIN?.[0] },
    alerts: alertUrl &&
      values.ALERT_SECRET?.[0] && {
        url: alertUrl,
        host: hostOfUrl(alertUrl.reveal()),
        secret: values.ALERT_SECRET[0],
        ranges: alertRanges,
        waitMinutes: values.ALERT_WAIT_MINUTES,
        tellsSum: values.ALERT_DETAILS === 'sum',
        backofficeOrigin:
          values.BACKOFFICE_WEB === 'on' ? (values.BACKOFFICE_ORIGIN ?? values.PUBLIC_ORIGIN)[0] : undefined,
      },
    metricsToken: values.METRICS_TOKEN,
    tracing: tracingOf(values),
    keepAliveMs: values.KEEP_ALIVE_MS,
    drainDelayMs: values.DRAIN_DELAY_MS,
    drainDeadlineMs: values.DRAIN_DEADLINE_MS,
    rateLimits: values.RATE_LIMITS,
    logLevel: values.LOG_LEVEL,
  }
}

function tracingOf(values: z.output<typeof settings>) {
  if (values.OTEL_SDK_DISABLED === 'true' || values.OTEL_TRACES_EXPORTER === 'none') return undefined
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = values
  const { OTEL_EXPORTER_OTLP_PROTOCOL: usual, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol = usual } = values
  if ((values.OTEL_TRACES_EXPORTER ?? all ?? own) === undefined) return undefined
  return { protocol: protocol ?? 'http/protobuf' }
}

/** Rejects a BACKOFFICE_ORIGIN or UPSTREAM_URL that is one of the site's public origins. @throws SettingError */
function assertOwnOrigins({
  PUBLIC_ORIGIN: origins,
  BACKOFFICE_ORIGIN: backoffice,
  UPSTREAM_URL: upstream,
}: z.output<typeof settings>) {
  const isPublic = (address: string) =>
    origins.some((origin) => normalizeHost(new URL(origin).host) === normalizeHost(new URL(address).host))
  if (backoffice?.some(isPublic))
    throw new SettingError('BACKOFFICE_ORIGIN', 'must have another host than PUBLIC_ORIGIN')
  if (upstream && isPublic(upstream) && /^https?:\/\/[^/]+$/.test(upstream))
    throw new SettingError('UPSTREAM_URL', 'must have another host or path than PUBLIC_ORIGIN, the site itself')
}

/** Checks that the settings required for real money are set. @throws SettingError for the first missing one */
function assertRealMoneySettings(values: z.output<typeof settings>): void {
  const missing = (name: string, detail = '') => new SettingError(name, `must be set${detail} when MONEY is real`)
  if (!values.LICENCE) throw missing('LICENCE')
  if (values.SERVED_COUNTRIES.length === 0) throw missing('SERVED_COUNTRIES')
  if (!values.COUNTRY_HEADER) throw missing('COUNTRY_HEADER')
  if (values.PUBLIC_ORIGIN.length === 0 || values.PUBLIC_ORIGIN.some((origin) => !origin.startsWith('https:')))
    throw missing('PUBLIC_ORIGIN', ' to an https origin')
  if (values.BACKOFFICE_WEB === 'on' && values.BACKOFFICE_SECOND_FACTOR === 'optional')
    throw new SettingError(
      'BACKOFFICE_SECOND_FACTOR',
      'must not be optional beside BACKOFFICE_WEB=on when MONEY is real',
    )
  if (!values.UPSTREAM_URL && !values.DATABASE_URL) throw missing('DATABASE_URL', ' for the embedded upstream')
  if (values.UPSTREAM_URL && !values.REDIS_URL) throw missing('REDIS_URL', ' beside UPSTREAM_URL')
  if (values.UPSTREAM_URL && isReadableInTransit(values.UPSTREAM_URL))
    throw new SettingError('UPSTREAM_URL', 'must be https outside private networks when MONEY is real')
}

export const config = orExit(() => readConfig(process.env))

export function describeSettings(environment: Readonly<Record<string, string | undefined>> = process.env) {
  const isSecret = (name: string) => secretNames.some((secret) => secret === name)
  const describe = (name: string): string => {
    const spellings = [name, oldNameOf(name) ?? name]
    const set = (ending = '') => spellings.map((each) => nonEmpty(environment[each + ending])).find(Boolean)
    const value = set()
    if (isSecret(name)) {
      const isFile = value === undefined && set('_FILE') !== undefined
      return value !== undefined ? '[set]' : isFile ? '[set by a file]' : '[not set]'
    }
    return value?.replaceAll(/(\/\/)[^/@\s]*@/g, '$1[left out]@') ?? '[not set]'
  }
  return Object.fromEntries(settingNames.map((name) => [name, describe(name)]))
}
