import { brand } from '~/brand/brand.server'
import { config } from '~/config/config.server'
import { SettingError } from '~/config/setting-error.server'
import type { EmbeddedOptions } from '~/embedded/index.server'
import { type Locale, locales } from '~/i18n/locale'
import { log } from '~/telemetry/log.server'
import type { UpstreamConnection } from '~/upstream/connection.server'
import { segmentsByName } from '~/upstream/contract'
import { loadBanks } from '~/upstream/contract/banks.server'

let opened: Promise<UpstreamConnection> | undefined

/**
 * The site's one connection, to UPSTREAM_URL or else to the embedded upstream. Opens when first called.
 *
 * @throws SettingError for a bad file of the operator, and errors of opening the embedded upstream. The next call
 *   retries.
 */
export function getUpstreamConnection(): Promise<UpstreamConnection> {
  opened ??= openConnection().catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

async function openConnection(): Promise<UpstreamConnection> {
  const { upstream, embedded: settings } = config
  // Checks the operator's files before opening anything: a bad one stops the start.
  assertKnownSegments(upstream.paths)
  await loadBanks(settings.banksFile)
  // Of the two kinds, only the one in use is loaded.
  if (upstream.url !== undefined) {
    const { connectToUpstream } = await import('~/upstream/connection.server')
    return connectToUpstream(upstream.url)
  }
  const { openEmbeddedUpstream } = await import('~/embedded/index.server')
  const embedded = await openEmbeddedUpstream(embeddedOptions())
  return {
    fetch: embedded.fetch,
    embedded: true,
    check: () => embedded.check(),
    epoch: () => embedded.epoch(),
    figures: () => embedded.figures(),
    close: () => embedded.close(),
  }
}

/** The settings of the embedded upstream. */
export function embeddedOptions(): EmbeddedOptions {
  const { embedded: settings } = config
  return {
    dataDir: config.dataDir,
    databaseUrl: config.database.url?.reveal(),
    databasePool: config.database.pool,
    playApprovalMs: settings.playApprovalMs,
    depositsWaitingMax: settings.depositsWaitingMax,
    withdrawPauseMs: settings.withdrawPauseMs,
    withdrawDailyMax: settings.withdrawDailyMax,
    seedDemo: settings.seedDemo,
    retentionDays: settings.retentionDays,
    money: config.money,
    providerSecrets: settings.providerSecrets?.map((secret) => secret.reveal()),
    paymentSecrets: settings.paymentSecrets?.map((secret) => secret.reveal()),
    deskToken: settings.deskToken?.reveal(),
    banksFile: settings.banksFile,
    paymentsFile: settings.paymentsFile,
    minimumAge: config.minimumAge,
    colours: brand.colours,
    siteName: Object.fromEntries(locales.map((locale) => [locale, brand.name(locale)])) as Record<Locale, string>,
    log: {
      info: (about, message) => log.info(about, message),
      warn: (about, message) => log.warn(about, message),
      error: (about, message) => log.error(about, message),
    },
  }
}

/** A misspelt name would silently keep the contract's path. @throws SettingError that names the first unknown call. */
function assertKnownSegments(paths: Readonly<Record<string, string>>): void {
  const unknown = Object.keys(paths).find((name) => !segmentsByName.has(name))
  if (unknown !== undefined) throw new SettingError(`UPSTREAM_PATHS names a call that there is not: ${unknown}.`)
}
