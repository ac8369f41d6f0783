import { brand } from '~/brand/brand.server'
import type { EmbeddedOptions } from '~/embedded/index.server'
import { type Locale, locales } from '~/i18n/locale'
import { config } from '~/platform/settings/config.server'
import { log } from '~/platform/telemetry/log.server'
import { unreadableMoney } from '~/platform/telemetry/metrics.server'
import type { UpstreamConnection } from '~/upstream/client/transport/connection.server'
import { networkOf } from '~/values/network-of'
import { threadShare } from '../middleware/thread-share.server'
import { memberTagsOf } from '../session/member-tag.server'
import { describeSite } from './describe-site.server'

/** Opens the embedded upstream in this process. With UPSTREAM_URL set, its code is never loaded. */
export async function openEmbedded(): Promise<UpstreamConnection> {
  const { openEmbeddedUpstream } = await import('~/embedded/index.server')
  const { call, fetch, ...upstream } = await openEmbeddedUpstream(embeddedOptions())
  return { ...upstream, fetch: call, servePage: fetch, embedded: true }
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
    backofficeToken: settings.backofficeToken?.reveal(),
    secondPersonFrom: settings.secondPersonFrom,
    secondPersonFor: settings.secondPersonFor,
    secondFactor: settings.secondFactor,
    memberTagsOf,
    describeSite,
    countUnreadableMoney: async () => (await unreadableMoney.get()).values.reduce((sum, { value }) => sum + value, 0),
    banks: settings.banks,
    payments: settings.payments,
    colours: brand.colours,
    ...brand.stakeCaps,
    siteName: Object.fromEntries(locales.map((locale) => [locale, brand.name(locale)])) as Record<Locale, string>,
    spend: (ip, ms) => threadShare.spend(networkOf(ip), ms),
    log,
  }
}

/** Whether the embedded upstream has the demo's members. */
export function isDemoSeeded(): boolean {
  return !config.upstream.url && config.embedded.seedDemo && config.money === 'play'
}

/** What a program that serves it prints for whoever tries it out. */
export const demoGreeting = 'Demo member: id demo, password demo-1234, exchange password 2580'
