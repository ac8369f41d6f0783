import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { networkOf } from '~/http/client-ip.server'
import type { EdgeRefusal, Incoming } from '~/http/incoming.server'
import { servePage } from '~/http/page-cache.server'
import { consumeOverallLimit } from '~/http/rate-limits.server'
import { readBody } from '~/http/read-body.server'
import type { RequestInfo } from '~/http/request-info.server'
import type { MatchedRoute } from '~/http/route.server'
import { hasSafeMethod } from '~/session/page-url.server'
import { readClaimedUserId } from '~/session/session-cookie.server'
import { refusals } from '~/telemetry/metrics.server'
import { Admission, createEventLoopMonitor, type Release } from './admission.server'
import { sendPlainRefusal } from './answers.server'

/** Retry-After of a request that was refused because the site is busy. */
const busyRetryAfterSeconds = 5

/**
 * A page costs 10 to 20 ms of the one rendering thread. `maxRunningPerClient` bounds what one abuser can put before
 * others; `maxRunning` is large because requests that wait for a slow upstream use no processor time.
 */
const admission = new Admission(
  {
    maxRunning: 200,
    maxRunningPerClient: 32,
    maxMembersWhenBusy: 2,
    maxWaiting: 1_000,
    maxWaitingPerIp: 300,
    maxWaitMs: 8_000,
  },
  createEventLoopMonitor(),
)

/** Renders a request within the rate limit of its client IP and the load of the site; refuses it cheaply otherwise. */
export async function respondWithinLimits(
  request: Request,
  {
    requestInfo,
    incoming,
    route,
    hasPlace,
    render,
    respondRefused,
  }: {
    requestInfo: RequestInfo
    incoming: Incoming
    route: MatchedRoute
    hasPlace: boolean
    render: (shared: boolean) => Promise<Response>
    respondRefused: (refusal: EdgeRefusal) => Promise<Response>
  },
): Promise<Response> {
  // Probes are answered under any load.
  if (route.handle.kind === 'probe') return render(false)
  const refuseBusy = async (reason: 'busy' | 'connections') => {
    refusals.inc({ reason })
    return withRetryAfter(
      await respondRefused({ problem: 'busy', retryAfterSeconds: busyRetryAfterSeconds }),
      busyRetryAfterSeconds,
    )
  }
  if (!hasPlace) return refuseBusy('connections')
  const waitSeconds = await consumeOverallLimit(requestInfo)
  if (waitSeconds !== undefined) {
    return withRetryAfter(await respondRefused({ problem: 'limited', retryAfterSeconds: waitSeconds }), waitSeconds)
  }
  // The embedded upstream's pages have limits of their own too, and its desk sends whole backups.
  if (route.handle.kind === 'embedded' || route.handle.boundsItself) return render(false)
  const renderAdmitted = async (shared: boolean) => {
    if (!hasSafeMethod(request) && !incoming.refusal) incoming.body = await readBody(request)
    const release = await acquireSlot(request, requestInfo, incoming)
    if (!release) return refuseBusy('busy')
    try {
      return await render(shared)
    } finally {
      release()
    }
  }
  return incoming.refusal ? renderAdmitted(false) : servePage(request, { requestInfo, route }, renderAdmitted)
}

/** Refuses a file on a connection that has no place. */
export function refuseFile(response: ServerResponse): void {
  refusals.inc({ reason: 'connections' })
  sendPlainRefusal(response, 503, { 'Retry-After': busyRetryAfterSeconds })
}

/** Slots of submitted forms by fingerprint, until they are released or a second press of the same form has joined. */
const pendingForms = new Map<string, Promise<Release | undefined>>()

/**
 * Takes a slot for a request. A second press of a form shares the slot of the first and runs beside it: queued behind
 * it, it would report that the work was already done instead of its outcome.
 */
async function acquireSlot(
  request: Request,
  requestInfo: RequestInfo,
  incoming: Incoming,
): Promise<Release | undefined> {
  const fingerprint = fingerprintForm(request, requestInfo, incoming)
  if (fingerprint === '') return acquireClientSlot(request, requestInfo)
  const firstSlot = pendingForms.get(fingerprint)
  if (firstSlot) {
    pendingForms.delete(fingerprint)
    return (await firstSlot) && (() => undefined)
  }
  const ownSlot = acquireClientSlot(request, requestInfo)
  pendingForms.set(fingerprint, ownSlot)
  const forget = () => {
    if (pendingForms.get(fingerprint) === ownSlot) pendingForms.delete(fingerprint)
  }
  const release = await ownSlot
  if (!release) forget()
  return (
    release &&
    (() => {
      forget()
      release()
    })
  )
}

/** Hash of a form's request, body and browser: equal for two presses of one form, '' without a body. */
function fingerprintForm({ method, url, headers }: Request, { clientIp }: RequestInfo, { body }: Incoming): string {
  if (!(body instanceof Uint8Array) || body.byteLength === 0) return ''
  const hash = createHash('sha256')
    .update(JSON.stringify([method, url, clientIp, headers.get('Cookie')]))
    .update(body)
  return hash.digest('base64url')
}

/** A client is an IP network or, where no slot is free for that at once, each member behind it. */
async function acquireClientSlot(request: Request, requestInfo: RequestInfo): Promise<Release | undefined> {
  const ipNetwork = networkOf(requestInfo.clientIp)
  const release = admission.tryAcquire(ipNetwork)
  if (release) return release
  const member = await readClaimedUserId(request)
  return member === undefined
    ? admission.acquire(ipNetwork, 'visitor')
    : admission.acquire(`member ${member}`, 'member', ipNetwork)
}

function withRetryAfter(response: Response, seconds: number): Response {
  if (!response.headers.has('Retry-After')) response.headers.set('Retry-After', String(seconds))
  return response
}
