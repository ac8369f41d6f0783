import { classifyExchange, type Exchange } from '~/upstream/client/transport/exchange.server'
import type { CallName } from '~/upstream/contract'

/** How a site on https opens what another upstream launches. */
export const launch = { origin: 'https://site.test', https: true, embedded: false, launchOrigins: undefined }

/** What such a site makes of an exchange with its upstream. */
export function classify(callName: CallName, exchange: Exchange) {
  return classifyExchange(callName, exchange, { reference: 'r1', launch })
}

/** A response in JSON. */
export function answered(value: unknown, httpStatus = 200, retryAfter: string | null = null): Exchange {
  return { kind: 'answered', httpStatus, retryAfter, body: { kind: 'json', value } }
}
