import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exchange } from '~/upstream/client/transport/exchange.server'
import type { ReadBody } from '~/upstream/client/transport/read-download.server'
import { type CallName, contract, knownCallNames } from '~/upstream/contract'
import type { Outcome } from '~/upstream/outcome'
import { classify } from '../../support/exchanges'

/** Compares the outcome of every HTTP status on every call with a table that is independent of the code. */

const bodies: Record<'json' | 'other', ReadBody> = {
  json: { kind: 'json', value: {} },
  other: { kind: 'unreadable', why: 'not JSON' },
}
type Body = keyof typeof bodies

function outcomeOf(callName: CallName, httpStatus: number, body: ReadBody): Outcome<unknown, string> {
  return classify(callName, { kind: 'answered', httpStatus, retryAfter: null, body }).outcome
}

function summarize(outcome: Outcome<unknown, string>): string {
  switch (outcome.kind) {
    case 'unavailable':
    case 'unknown':
      return `${outcome.kind} ${outcome.httpStatus}`
    case 'limited':
      return `limited by ${outcome.by}`
    case 'refused':
      return outcome.wrongLogin ? 'wrong login' : 'refused'
    default:
      return outcome.kind
  }
}

type Kind = 'read' | 'write' | 'login'
/** Statuses, body, and the outcomes of a read, a write and a login. */
type Row = [from: number, to: number, body: Body | 'any', read: string, write: string, login: string]

const table: Row[] = [
  [100, 199, 'any', 'broken', 'unknown 502', 'broken'],
  [200, 299, 'other', 'broken', 'unknown 502', 'broken'],
  [300, 399, 'any', 'broken', 'unknown 502', 'broken'],
  [400, 400, 'json', 'broken', 'refused', 'refused'],
  [401, 401, 'any', 'signed-out', 'signed-out', 'wrong login'],
  [403, 403, 'json', 'signed-out', 'signed-out', 'wrong login'],
  [403, 403, 'other', 'unavailable 503', 'unknown 503', 'unavailable 503'],
  [404, 405, 'json', 'broken', 'refused', 'refused'],
  [409, 409, 'json', 'broken', 'refused', 'refused'],
  [413, 413, 'json', 'broken', 'refused', 'refused'],
  [415, 415, 'json', 'broken', 'refused', 'refused'],
  [422, 422, 'json', 'broken', 'refused', 'refused'],
  [429, 429, 'any', 'limited by upstream', 'limited by upstream', 'limited by upstream'],
  [400, 499, 'any', 'broken', 'unknown 502', 'broken'],
  [504, 504, 'any', 'unavailable 504', 'unknown 504', 'unavailable 504'],
  [500, 599, 'any', 'unavailable 503', 'unknown 503', 'unavailable 503'],
]

const opensSession = (callName: CallName) => callName === 'user-do-login' || callName === 'confirm-login'

function expectedOutcome(callName: CallName, status: number, body: Body): string {
  const isOptional = 'optional' in contract[callName] && contract[callName].optional === true
  if (isOptional && body === 'json' && (status === 404 || status === 501)) return 'unsupported'
  const kind: Kind = opensSession(callName) ? 'login' : contract[callName].effect
  const row = table.find(([from, to, of]) => status >= from && status <= to && (of === 'any' || of === body))
  if (!row) throw new Error(`the table has no row for ${status}`)
  return row[{ read: 3 as const, write: 4 as const, login: 5 as const }[kind]]
}

it.each([...knownCallNames.values()])('a response of %s with the status authenticated is a success', (callName) => {
  const kindOf = (status: string) =>
    outcomeOf(callName, 200, { kind: 'json', value: { status, gameUrl: '/sandbox/x' } }).kind
  expect(kindOf('authenticated')).toBe(kindOf('success'))
  expect(kindOf('authenticated')).not.toBe('refused')
})

const statuses = Array.from({ length: 500 }, (_, index) => index + 100)

describe('every status from 100 to 599', () => {
  it.each([...knownCallNames.values()])('has the expected outcome for %s, in JSON or not', (callName) => {
    const wrong: string[] = []
    for (const status of statuses) {
      for (const body of ['json', 'other'] as const) {
        if (status >= 200 && status < 300 && body === 'json') continue
        const actual = summarize(outcomeOf(callName, status, bodies[body]))
        if (actual !== expectedOutcome(callName, status, body)) wrong.push(`${status} ${body}: ${actual}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('never releases the code of a possible change, and never ends a session because of a firewall’s response', () => {
    const written = [...knownCallNames.values()].filter(
      (name) => contract[name].effect === 'write' && !opensSession(name),
    )
    const free = new Set([400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 501])
    fc.assert(
      fc.property(
        fc.constantFrom(...written),
        fc.integer({ min: 100, max: 599 }),
        fc.oneof(fc.string(), fc.constant(null), fc.array(fc.string()), fc.integer()),
        (callName, status, value) => {
          const { kind } = outcomeOf(callName, status, { kind: 'json', value })
          if (!free.has(status)) expect(kind).toBe('unknown')
          // No upstream responds with a body that isn't an object, even if it is JSON.
          if (kind === 'refused' || kind === 'done') expect.unreachable(`${status} ${JSON.stringify(value)}`)
          if (status === 403) expect(kind).not.toBe('signed-out')
        },
      ),
    )
  })
})

it('a 5xx response releases the code of a change only with the status not_done', () => {
  const sent = (status: number, value: unknown) =>
    summarize(outcomeOf('apply-user-deposit', status, { kind: 'json', value }))
  expect([500, 503, 504].map((status) => sent(status, { status: 'not_done' }))).toEqual([
    'unavailable 503',
    'unavailable 503',
    'unavailable 504',
  ])
  expect(sent(503, { status: 'error' })).toBe('unknown 503')
  expect(sent(403, { status: 'not_done' })).toBe('signed-out')
})

describe('an upstream that saw the code with another payload', () => {
  it.each([
    ['apply-user-deposit', 200],
    ['apply-user-withdraw', 200],
    ['apply-deposit-payment', 409],
    ['roll-to-balance', 422],
    ['money-to-point', 200],
  ] as const)('is recognized on %s, whatever the HTTP status: %d', (callName, status) => {
    expect(outcomeOf(callName, status, { kind: 'json', value: { status: 'code_reused' } })).toEqual({
      kind: 'code-reused',
    })
  })

  it('isn’t recognized on a call without a request code', () => {
    expect(outcomeOf('open-game', 200, { kind: 'json', value: { status: 'code_reused' } })).toMatchObject({
      kind: 'refused',
      status: 'other',
    })
  })
})

it('a response may have up to 4 MiB', async () => {
  const bodyOf = async (bytes: number) => {
    const body = new Blob([`"${'a'.repeat(bytes - 2)}"`]).stream()
    const fetch = async () => ({ status: 200, headers: new Headers(), body })
    const request = { path: '/', headers: {}, body: '{}', signal: new AbortController().signal }
    const result = await exchange(fetch, request)
    return result.kind === 'answered' && (result.body.kind === 'unreadable' ? result.body.why : result.body.kind)
  }
  const most = 4 * 1024 * 1024
  expect([await bodyOf(most), await bodyOf(most + 1)]).toEqual(['json', 'too large'])
})
