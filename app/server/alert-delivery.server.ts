import { randomUUID } from 'node:crypto'
import { type LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, request } from 'undici'
import { describeAlert } from '~/i18n/alert-text.server'
import { config } from '~/platform/settings/config.server'
import { hostOfUrl, mayReach } from '~/platform/settings/private-host.server'
import { signatureHeaders } from '~/platform/signature.server'
import { log } from '~/platform/telemetry/log.server'
import { alertsSent } from '~/platform/telemetry/metrics.server'
import { errorReason } from '~/upstream/client/transport/exchange.server'
import { minutes, seconds } from '~/values/durations'

const timeoutMs = seconds(5)
const quietMs = minutes(10)
const retryMs = minutes(1)

type Alert = { id: string; event: string; at: string } & Readonly<Record<string, unknown>>

class PrivateAddress extends Error {
  readonly code = 'PRIVATE_ADDRESS'
}

const { ranges, url = undefined, backofficeOrigin } = config.alerts || {}
const isOpen = (ip: string) => ranges !== undefined && mayReach(ip, ranges)

/** Resolves a host name and checks its addresses. The connection uses the checked address to prevent DNS rebinding. */
const lookUpPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const [first] = found ?? []
    if (error || !first) return done(error ?? new Error('no address'), [])
    if (!found.every(({ address }) => isOpen(address))) return done(new PrivateAddress(hostname), [])
    return options.all ? done(null, found) : done(null, first.address, first.family)
  })
}

const agent = new Agent({
  // Disables keep-alive, so that every request opens a new connection and the address is checked again.
  pipelining: 0,
  connect: { lookup: lookUpPublic, timeout: timeoutMs, rejectUnauthorized: true },
})

/**
 * Sends a signed alert to ALERT_URL. Redirects are not followed, and the response body is not read.
 * @returns undefined after a 2xx response in time, otherwise the reason for the failure (without personal data)
 */
export async function sendAlert(alert: Alert): Promise<string | undefined> {
  if (!config.alerts) return 'not set'
  const body = JSON.stringify(alert)
  const headers = signatureHeaders(config.alerts.secret.reveal(), body, new Date())
  const signal = AbortSignal.timeout(timeoutMs)
  let failure: string | undefined
  try {
    const host = hostOfUrl(config.alerts.url.reveal())
    if (isIP(host) !== 0 && !isOpen(host)) throw new PrivateAddress(host)
    const response = await request(config.alerts.url.reveal(), {
      ...{ method: 'POST', body, signal, dispatcher: agent },
      headers: { ...headers, 'Content-Type': 'application/json', 'User-Agent': 'madang' },
    })
    response.body.on('error', () => undefined).destroy()
    if (response.statusCode < 200 || response.statusCode > 299) failure = `status ${response.statusCode}`
  } catch (error) {
    failure = signal.aborted ? 'no response in time' : errorReason(error)
  }
  alertsSent.inc({ event: alert.event, outcome: failure === undefined ? 'sent' : 'failed' })
  if (failure !== undefined) log.warn({ alert: alert.event, failure }, 'alert not sent')
  return failure
}

const sentAtMs = new Map<string, number>()

/** Sends an alert directly, bypassing the outbox. Drops repeats for ten minutes, or one minute if sending failed. */
export function sendAlertFromMemory(event: 'store' | 'upstream', details: { works: boolean }): void {
  const key = `${event} ${details.works}`
  const nowMs = performance.now()
  if (url === undefined || nowMs - (sentAtMs.get(key) ?? -quietMs) < quietMs) return
  sentAtMs.set(key, nowMs)
  const alert = { id: randomUUID(), event, at: new Date().toISOString(), ...details }
  void sendAlert(describeAlert(alert, backofficeOrigin)).then((failure) => {
    if (failure !== undefined) sentAtMs.set(key, nowMs - quietMs + retryMs)
  })
}
