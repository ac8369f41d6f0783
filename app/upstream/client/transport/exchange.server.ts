import { setImmediate as nextTurn } from 'node:timers/promises'
import { toSeconds } from '~/values/durations'
import { parseJsonInSlices } from '~/values/in-slices'
import { readBounded } from '~/values/read-bounded'
import { type CallName, callsWithRequestCode, contract } from '../../contract'
import {
  type Call,
  hasSuccessStatus,
  notDone,
  type UpstreamFetch,
  type UpstreamRequest,
  type UpstreamResponse,
} from '../../contract/call'
import { lenientNumber, unreadableMoneyIn } from '../../contract/fields/numbers'
import { applyAliases, lenientDate, objectFields, user } from '../../contract/fields/values'
import type { Outcome } from '../../outcome'
import { type LaunchRules, safeLaunchUrl } from '../launch-url.server'
import { type ReadBody, readDownload } from './read-download.server'

/** Thrown when no part of a request was sent. After any other error, the upstream may have processed the request. */
export class NotSentError extends Error {
  override name = 'NotSentError'
}

export type Exchange =
  | { kind: 'answered'; httpStatus: number; retryAfter: string | null; body: ReadBody }
  | { kind: 'not-sent' | 'lost'; timedOut: boolean; why: string }

export const maxResponseBytes = 4 * 1024 * 1024

/**
 * Sends one request and reads the whole response. Gives up when the signal aborts. Never throws. A successful download
 * is read only far enough to tell it from a refusal.
 */
export async function exchange(fetch: UpstreamFetch, request: UpstreamRequest): Promise<Exchange> {
  const { signal } = request
  if (signal.aborted) return { kind: 'not-sent', timedOut: true, why: 'no time left' }
  try {
    // Rejects one event-loop turn after an abort, so that the connection can first report what it has sent.
    return await untilAborted(receive(fetch, request), signal)
  } catch (error) {
    if (error instanceof NotSentError) return { kind: 'not-sent', timedOut: signal.aborted, why: errorReason(error) }
    return { kind: 'lost', timedOut: signal.aborted, why: signal.aborted ? 'timed out' : errorReason(error) }
  }
}

async function receive(fetch: UpstreamFetch, request: UpstreamRequest): Promise<Exchange> {
  const response = await fetch(request)
  const { status: httpStatus, headers } = response
  const retryAfter = headers.get('Retry-After')
  const isFile = request.isDownload && httpStatus >= 200 && httpStatus < 300
  const body = isFile ? await readDownload(response.body, request.signal) : await readResponseBody(response)
  return { kind: 'answered', httpStatus, retryAfter, body }
}

/** Returns the code or name of the innermost cause. Messages aren't logged, because they may contain personal data. */
export function errorReason(error: unknown): string {
  let reason = 'unknown'
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    reason = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
  }
  return reason
}

async function readResponseBody({ body }: UpstreamResponse): Promise<ReadBody> {
  try {
    const bytes = await readBounded(body, { maxBytes: maxResponseBytes })
    if (bytes === 'too-large') return { kind: 'unreadable', why: 'too large' }
    if (bytes.byteLength === 0) return { kind: 'unreadable', why: 'empty' }
    return { kind: 'json', value: await parseJsonInSlices(new TextDecoder().decode(bytes)) }
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'unreadable', why: 'not JSON' }
    if (/^(?:Z_|ERR_.*(?:BROTLI|ZLIB|FORMAT))/.test(errorReason(error))) return { kind: 'unreadable', why: 'encoding' }
    throw error
  }
}

/** Waits for a promise. After the signal aborts, rejects in the next turn of the event loop. */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: () => void = () => undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = async () => {
      await nextTurn()
      reject(new Error('no longer needed'))
    }
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
    promise.catch(() => undefined)
  }
}

export type CallResult = { outcome: Outcome<unknown, string>; why?: string; unreadableMoney?: string[] }

type Refused = Extract<Outcome<unknown, string>, { kind: 'refused' }>

const launchFields = ['gameUrl', 'launcherUrl'] as const

/** Used if a 429 has no readable Retry-After. */
const defaultRetryAfterSeconds = 5
const maxRetryAfterSeconds = 3_600

/** If a write gets one of these statuses and a JSON body, the upstream has read the request and changed nothing. */
const refusalHttpStatuses: ReadonlySet<number> = new Set([400, 404, 405, 409, 413, 415, 422])

/**
 * Returns whether a response shows that the upstream lacks the call: a 404, 405 or 501 with a JSON object. HTML may
 * come from a proxy after the call took effect.
 */
export function isPathMissing(exchange: Exchange): boolean {
  if (exchange.kind !== 'answered' || ![404, 405, 501].includes(exchange.httpStatus)) return false
  return exchange.body.kind === 'json' && objectFields(exchange.body.value) !== undefined
}

export type ClassifyOptions = { reference: string; launch: LaunchRules }

/** Determines the outcome of a call. Source: docs/calls.md, calls and statuses. */
export function classifyExchange(callName: CallName, exchange: Exchange, options: ClassifyOptions): CallResult {
  const classified = classify(callName, exchange, options)
  const { outcome } = classified
  const unreadableMoney =
    outcome.kind === 'done' || outcome.kind === 'refused' ? unreadableMoneyIn(outcome.response) : []
  return unreadableMoney.length === 0 ? classified : { ...classified, unreadableMoney }
}

function classify(callName: CallName, exchange: Exchange, { reference, launch }: ClassifyOptions): CallResult {
  const call: Call = contract[callName]
  const mayHaveTakenEffect = call.effect === 'write' && !call.opensSession
  const failed = (kind: 'not-sent' | 'lost', timedOut: boolean, why: string): CallResult => {
    const httpStatus = timedOut ? 504 : 503
    const unknown = kind === 'lost' && mayHaveTakenEffect
    return { outcome: { kind: unknown ? 'unknown' : 'unavailable', reference, httpStatus }, why }
  }
  const unreadable = (why: string): CallResult => ({
    outcome: mayHaveTakenEffect ? { kind: 'unknown', reference, httpStatus: 502 } : { kind: 'broken', reference },
    why,
  })

  if (exchange.kind !== 'answered') return failed(exchange.kind, exchange.timedOut, exchange.why)

  const { httpStatus, body } = exchange
  if (body.kind === 'download') return { outcome: { kind: 'done', response: { chunks: body.chunks } } }
  if (httpStatus < 200 || httpStatus >= 300) {
    const isJson = body.kind === 'json' && objectFields(body.value) !== undefined
    const isAbsent = call.optional && (httpStatus === 404 || httpStatus === 501)
    if (isAbsent && isJson) return { outcome: { kind: 'unsupported' }, why: 'not offered' }
    const why = isAbsent ? `HTTP ${httpStatus} without a JSON object` : `HTTP ${httpStatus}`
    if (httpStatus === 429) {
      const waitSeconds = parseRetryAfter(exchange.retryAfter)
      const isByPasswords = call.checksPassword !== undefined && responseFields(call, body)?.get('status') === 'limited'
      const wrongPasswords = isByPasswords ? { wrongPasswords: true as const } : {}
      return { outcome: { kind: 'limited', by: 'upstream', retryAfterSeconds: waitSeconds, ...wrongPasswords }, why }
    }
    if (httpStatus === 401 || (httpStatus === 403 && isJson)) {
      if (!call.opensSession) return { outcome: { kind: 'signed-out' }, why }
      return { outcome: { ...refusedOutcome(call, responseFields(call, body)), wrongLogin: true }, why }
    }
    const fields = responseFields(call, body)
    // Only the top-level status counts, because a row inside an envelope may have its own status.
    const isNotDone = body.kind === 'json' && objectFields(body.value)?.get('status') === notDone
    if (httpStatus >= 500 && isNotDone) return failed('not-sent', httpStatus === 504, why)
    // A 403 without JSON comes from a firewall. It may have blocked only the response to a completed write.
    if (httpStatus >= 500 || httpStatus === 403) return failed('lost', httpStatus === 504, why)
    const isRefusal = call.effect === 'write' && isJson && refusalHttpStatuses.has(httpStatus)
    // A success status is deleted. Otherwise, callers would treat the refusal as a success.
    if (hasSuccessStatus(call, fields)) fields?.delete('status')
    return isRefusal ? { outcome: toRefusal(callName, fields), why } : unreadable(why)
  }

  if (body.kind === 'unreadable') return unreadable(body.why)
  const fields = responseFields(call, body)
  if (!fields) return unreadable('wrong shape')

  if (fields.has('status') && !hasSuccessStatus(call, fields))
    return { outcome: toRefusal(callName, fields), why: 'refused' }
  const named = call.opensSession && objectFields(applyAliases(fields.get('user'), user.out.shape, () => undefined))
  const isMemberMissing = call.opensSession && ((named && named.get('userId')) ?? null) === null
  const shape = isMemberMissing ? call.response.omit({ user: true }) : call.response
  const parsed = shape.safeParse(Object.fromEntries(fields))
  if (!parsed.success) return unreadable(`wrong shape: ${parsed.error.issues[0]?.path.join('.').slice(0, 80)}`)
  return withLaunchUrl(parsed.data, launch, reference)
}

/** Settings for deviations from the contract that a response does not reveal. */
export type UpstreamQuirks = {
  /** The field of get-in-game-balance that holds the in-game money. */
  gameBalance?: 'gameMoney' | 'balance' | undefined
  /** The header for a member's token. Defaults to an Authorization header with a bearer token. */
  tokenHeader?: string | undefined
}

export const tokenHeaders = (token: string | undefined, { tokenHeader }: UpstreamQuirks): Record<string, string> =>
  tokenHeader === undefined ? { Authorization: `Bearer ${token}` } : { [tokenHeader]: `${token}` }

export function withGameMoney(callName: CallName, exchange: Exchange, { gameBalance }: UpstreamQuirks): Exchange {
  if (callName !== 'get-in-game-balance' || gameBalance !== 'balance' || exchange.kind !== 'answered') return exchange
  const fields = responseFields(contract[callName], exchange.body)
  if (!fields) return exchange
  const { balance, gameMoney: _, ...others } = Object.fromEntries(fields)
  return { ...exchange, body: { kind: 'json', value: { ...others, gameMoney: balance } } }
}

/** Returns a response's fields, keyed by contract name. Includes the fields of a `data` envelope. */
export function responseFields(call: Call, body: ReadBody): Map<string, unknown> | undefined {
  const outer = body.kind === 'json' ? objectFields(body.value) : undefined
  if (!outer) return undefined
  const envelope = objectFields(outer.get('data'))
  const sent = Object.fromEntries([...outer, ...(envelope ?? [])])
  let isAmbiguous = false
  const named = applyAliases(sent, call.response.shape, () => {
    isAmbiguous = true
  })
  if (isAmbiguous) return undefined
  const fields = new Map(objectFields(named))
  const status = fields.get('status')
  if (status === null || status === undefined) fields.delete('status')
  else if (typeof status === 'number' || typeof status === 'boolean') fields.set('status', String(status))
  else if (typeof status !== 'string') return undefined
  return fields
}

/** Returns a refusal's outcome: `code-reused` for a request code with another payload, `excluded`, or `refused`. */
function toRefusal(callName: CallName, fields?: ReadonlyMap<string, unknown>): Outcome<unknown, string> {
  const { effect, auth }: Call = contract[callName]
  if (fields?.get('status') === 'excluded' && effect === 'write' && auth === 'member') {
    const until = lenientDate.parse(fields.get('until'))
    return { kind: 'excluded', ...(until === '' ? {} : { until }) }
  }
  const isReused = callsWithRequestCode.has(callName) && fields?.get('status') === 'code_reused'
  return isReused ? { kind: 'code-reused' } : refusedOutcome(contract[callName], fields)
}

function refusedOutcome(call: Call, fields: ReadonlyMap<string, unknown> = new Map()): Refused {
  const upstreamStatus = String(fields.get('status') ?? '')
  const known: Record<string, unknown> = {}
  for (const [name, shape] of Object.entries(call.response.shape)) {
    if (!call.refusalFields?.includes(name) || !fields.has(name)) continue
    const part = shape.safeParse(fields.get(name))
    if (part.success && part.data !== undefined) known[name] = part.data
  }
  const waitMs = lenientNumber.parse(fields.get('ms'))
  return {
    kind: 'refused',
    status: call.refusals.includes(upstreamStatus) ? upstreamStatus : 'other',
    upstreamStatus: upstreamStatus.slice(0, 64),
    ...(waitMs === undefined ? {} : { waitMs: Math.max(0, waitMs) }),
    response: known,
  }
}

/** Checks the URLs in a response. A launch with an invalid URL fails. A list row is shown without such a URL. */
function withLaunchUrl(response: Record<string, unknown>, launch: LaunchRules, reference: string): CallResult {
  for (const name of launchFields) {
    const given = response[name]
    if (given === undefined) continue
    const url = typeof given === 'string' ? safeLaunchUrl(given, launch) : undefined
    if (url === undefined) return { outcome: { kind: 'broken', reference }, why: `${name} may not be opened` }
    return { outcome: { kind: 'done', response: { ...response, [name]: url } } }
  }
  if (Array.isArray(response.balances)) {
    const safe = (url: string | undefined) => url && safeLaunchUrl(url, launch)
    const balances = response.balances.map((row: { payUrl?: string; cancelUrl?: string }) => ({
      ...row,
      ...(row.payUrl && { payUrl: safe(row.payUrl) }),
      ...(row.cancelUrl && { cancelUrl: safe(row.cancelUrl) }),
    }))
    return { outcome: { kind: 'done', response: { ...response, balances } } }
  }
  return { outcome: { kind: 'done', response } }
}

function parseRetryAfter(header: string | null): number {
  if (header === null) return defaultRetryAfterSeconds
  const seconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) : toSeconds(Date.parse(header) - Date.now())
  if (Number.isNaN(seconds)) return defaultRetryAfterSeconds
  return Math.min(Math.max(1, Math.ceil(seconds)), maxRetryAfterSeconds)
}
