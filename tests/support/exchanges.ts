import { classifyExchange, type Exchange } from '~/upstream/client/transport/exchange.server'
import type { CallName } from '~/upstream/contract'

/** The launch options of a site on https with another upstream. */
export const launch = { origin: 'https://site.test', https: true, embedded: false, launchOrigins: undefined }

/** Returns how such a site classifies an exchange with its upstream. */
export function classify(callName: CallName, exchange: Exchange) {
  return classifyExchange(callName, exchange, { reference: 'r1', launch })
}

export function answered(value: unknown, httpStatus = 200, retryAfter: string | null = null): Exchange {
  return { kind: 'answered', httpStatus, retryAfter, body: { kind: 'json', value } }
}
