import type { Call } from './contract'
import { fieldsOf, renamed, shownNumber } from './contract/values'
import type { AnswerBody, Exchange } from './exchange.server'
import { type LaunchRules, launchAddress } from './launch.server'
import type { Outcome } from './outcome'

/** What an exchange came to, with a word for the log on what went wrong. */
export type Sorted = { outcome: Outcome<unknown, string>; why?: string }

type Refused = Extract<Outcome<unknown, string>, { kind: 'refused' }>

/** The fields that hold an address to open. */
const launchFields = ['gameUrl', 'launcherUrl'] as const

/** What a member is told to wait when the upstream does not say, and at most. */
const retryAfterDefaultSeconds = 5
const retryAfterMostSeconds = 3_600

/**
 * Says what an exchange means: by its HTTP status, the status word in its body and the shape of its fields.
 * Source: docs/product.md, calls and statuses.
 *
 * @param payload what was sent; a login answer that leaves the member out is completed from it.
 * @param reference what a member can name to the help desk.
 */
export function sortExchange(
  call: Call,
  exchange: Exchange,
  { payload, reference, launch }: { payload: unknown; reference: string; launch: LaunchRules },
): Sorted {
  const maybeDone = call.effect === 'write' && !call.opensSession
  const failed = (kind: 'not-sent' | 'lost', timedOut: boolean, why: string): Sorted => {
    const httpStatus = timedOut ? 504 : 503
    const unknown = kind === 'lost' && maybeDone
    return { outcome: { kind: unknown ? 'unknown' : 'unavailable', reference, httpStatus }, why }
  }
  const unreadable = (why: string): Sorted => ({
    outcome: maybeDone ? { kind: 'unknown', reference, httpStatus: 502 } : { kind: 'broken', reference },
    why,
  })

  if (exchange.kind !== 'answered') return failed(exchange.kind, exchange.timedOut, exchange.why)

  const { httpStatus, body } = exchange
  if (httpStatus < 200 || httpStatus >= 300) {
    const why = `HTTP ${httpStatus}`
    if (call.extended && (httpStatus === 404 || httpStatus === 501)) return { outcome: { kind: 'unsupported' } }
    if (httpStatus >= 500) return failed('lost', httpStatus === 504, why)
    if (httpStatus === 429) {
      return { outcome: { kind: 'limited', retryAfterSeconds: retryAfterSeconds(exchange.retryAfter) }, why }
    }
    const unauthenticated = httpStatus === 401 || httpStatus === 403
    if (unauthenticated && !call.opensSession) return { outcome: { kind: 'signed-out' }, why }
    if (call.effect === 'read') return { outcome: { kind: 'broken', reference }, why }
    const refused = refusal(call, fieldsIn(call, body) ?? new Map())
    return { outcome: unauthenticated ? { ...refused, wrongLogin: true } : refused, why }
  }

  if (body.kind === 'unreadable') return unreadable(body.why)
  const fields = fieldsIn(call, body)
  if (!fields) return unreadable('wrong shape')

  const status = fields.get('status')
  if (status !== undefined && status !== 'success' && !call.successes?.includes(String(status))) {
    return { outcome: refusal(call, fields), why: 'refused' }
  }
  if (call.opensSession) fields.set('user', fields.get('user') ?? { userId: fieldsOf(payload)?.get('id') })
  const answer = call.answer.safeParse(Object.fromEntries(fields))
  if (!answer.success) return unreadable('wrong shape')
  return withAddressToOpen(answer.data, launch, reference)
}

/** The fields of an answer, out of its envelope if it has one, under the table's names. */
function fieldsIn(call: Call, body: AnswerBody): Map<string, unknown> | undefined {
  const outer = body.kind === 'json' ? fieldsOf(body.value) : undefined
  if (!outer) return undefined
  const wrapped = fieldsOf(outer.get('data'))
  const named = fieldsOf(renamed(Object.fromEntries([...outer, ...(wrapped ?? [])]), call.aliases ?? {}))
  const fields = new Map(named)
  const status = fields.get('status')
  if (status === null || status === undefined) fields.delete('status')
  else if (typeof status === 'number' || typeof status === 'boolean') fields.set('status', String(status))
  else if (typeof status !== 'string') return undefined
  return fields
}

/** A no of the upstream's: its word, and the table's fields as far as they came and can be read. */
function refusal(call: Call, fields: ReadonlyMap<string, unknown>): Refused {
  const said = String(fields.get('status') ?? '')
  const answer: Record<string, unknown> = {}
  for (const [name, shape] of Object.entries(call.answer.shape)) {
    if (!fields.has(name)) continue
    const part = shape.safeParse(fields.get(name))
    if (part.success && part.data !== undefined) answer[name] = part.data
  }
  const waitMs = shownNumber.parse(fields.get('ms'))
  return {
    kind: 'refused',
    status: call.refusals.includes(said) ? said : 'other',
    said: said.slice(0, 64),
    ...(waitMs === undefined ? {} : { waitMs: Math.max(0, waitMs) }),
    answer,
  }
}

function withAddressToOpen(answer: Record<string, unknown>, launch: LaunchRules, reference: string): Sorted {
  for (const name of launchFields) {
    const given = answer[name]
    if (given === undefined) continue
    const address = typeof given === 'string' ? launchAddress(given, launch) : undefined
    if (address === undefined) return { outcome: { kind: 'broken', reference }, why: `${name} may not be opened` }
    return { outcome: { kind: 'done', answer: { ...answer, [name]: address } } }
  }
  return { outcome: { kind: 'done', answer } }
}

function retryAfterSeconds(header: string | null): number {
  if (header === null) return retryAfterDefaultSeconds
  const seconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  if (Number.isNaN(seconds)) return retryAfterDefaultSeconds
  return Math.min(Math.max(1, Math.ceil(seconds)), retryAfterMostSeconds)
}
