import { RouterContextProvider } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as api from '~/features/api/api'
import { i18nFor } from '~/i18n/catalogue.server'
import { createTraceContext } from '~/platform/telemetry/trace.server'
import { responseHeadersContext } from '~/server/cookies/cookie.server'
import { bodyContext } from '~/server/middleware/body.server'
import { attemptRunner } from '~/server/middleware/rate-limits.server'
import { routeContext } from '~/server/middleware/route.server'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import type { ApiError } from '~/server/responses/problem'
import { type MemberSession, sessionContext } from '~/server/session/session.server'
import { createPageUpstream, upstreamContext } from '~/server/upstream/page-upstream.server'
import { callApi, isSuccess } from '~/session/call-api'
import { recordSupport } from '~/upstream/client/call-support.server'
import { MemoryIdempotencyStore } from '~/upstream/client/idempotency-store.server'
import type { Fault } from '../../support/foreign-upstream'
import { createSiteClient, sharedForeignUpstream } from '../../support/site-client'
import { words } from '../../support/words'

const { foreign, connection } = sharedForeignUpstream()
let claims = new MemoryIdempotencyStore()
let member: MemberSession['member'] = null
let renewed: boolean[] = []
let playedFromMs: number | undefined
let addedHeaders = new Headers()

beforeEach(() => {
  claims = new MemoryIdempotencyStore()
  member = null
  renewed = []
  playedFromMs = undefined
  // Otherwise a login would request the last login from the site's connection, which differs from this one.
  recordSupport('get-login-list', 'unsupported')
})

type Sent = { body?: string | Uint8Array<ArrayBuffer>; type?: string; lng?: 'ko' | 'en' }

/** Returns the response of a call's route, with the contexts of the root middleware that it reads. */
async function send(callName: string, payload: unknown, sent: Sent = {}): Promise<Response> {
  const body = sent.body ?? JSON.stringify(payload)
  const request = new Request(`http://site.test/api/routes/${callName}`, {
    method: 'POST',
    headers: { 'Content-Type': sent.type ?? 'application/json' },
    body,
  })
  const context = new RouterContextProvider()
  addedHeaders = new Headers()
  context.set(responseHeadersContext, addedHeaders)
  context.set(requestInfoContext, {
    requestId: 'request-1',
    socketIp: '203.0.113.9',
    traceContext: createTraceContext(),
    clientIp: '203.0.113.9',
    origin: 'https://site.test',
    isCountryServed: true,
    https: true,
    locale: sent.lng ?? 'ko',
    theme: 'dark',
    lite: false,
    nonce: '',
    cookies: new Map(),
    browser: { name: 'Firefox on Linux', device: 'a-random-value' },
  })
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const contentType = request.headers.get('Content-Type') ?? ''
  context.set(bodyContext, { bytes, contentType, form: 'unsupported-type' })
  context.set(routeContext, { pattern: '/api/routes/:segment', handle: api.handle })
  context.set(sessionContext, {
    member,
    memberBefore: member,
    endedSession: null,
    expiry: null,
    playedFromMs,
    setPlayedFrom: () => undefined,
    realityCheckedMs: undefined,
    setRealityChecked: () => undefined,
    start: (started) => {
      member = started
    },
    end: () => {
      member = null
    },
    keepExpiry: () => undefined,
    invalidate: () => {
      member = null
    },
    renew: (options) => {
      renewed.push(options?.endOthers === true)
    },
  })
  context.set(
    upstreamContext,
    createPageUpstream(
      createSiteClient({
        connection,
        ...(member ? { token: member.token, memberId: member.userId } : {}),
        runAttempt: attemptRunner(context),
        idempotencyStore: claims,
      }),
    ),
  )
  const args = { request, params: { segment: callName }, context } as unknown as Parameters<typeof api.action>[0]
  try {
    return await api.action(args)
  } catch (thrown) {
    if (thrown instanceof Response) return thrown
    throw thrown
  }
}

async function signIn(): Promise<void> {
  expect((await send('user-do-login', { id: 'demo', pw: 'demo-1234' })).status).toBe(200)
}

async function errorOf(response: Response): Promise<ApiError> {
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  return response.json()
}

const code = 'a-code-of-a-caller'

describe('the calls’ URLs', () => {
  it.each<[string, string, unknown, Sent, number, string]>([
    ['another type', 'get-jackpot', {}, { type: 'text/plain' }, 415, 'unsupported_type'],
    ['a form', 'get-jackpot', {}, { type: 'application/x-www-form-urlencoded', body: 'a=b' }, 415, 'unsupported_type'],
    ['no JSON', 'get-jackpot', {}, { body: '{' }, 400, 'bad_request'],
    ['nothing to a call with a payload', 'check-user-id', {}, { body: '' }, 400, 'bad_request'],
    ['nothing of another type', 'get-jackpot', {}, { body: '', type: 'text/plain' }, 415, 'unsupported_type'],
    ['bytes that aren’t text', 'get-jackpot', {}, { body: new Uint8Array([0xff, 0xfe]) }, 400, 'bad_request'],
    ['a list', 'get-jackpot', [], {}, 400, 'bad_request'],
    ['null', 'get-jackpot', null, {}, 400, 'bad_request'],
    ['a text', 'get-jackpot', 'x', {}, 400, 'bad_request'],
    ['an unknown call', 'get-everything', {}, {}, 404, 'not_found'],
    ['an unknown call of another type', 'get-everything', {}, { type: 'text/plain' }, 404, 'not_found'],
    ['a call named like a property of every object', 'constructor', {}, {}, 404, 'not_found'],
    ['the prototype', '__proto__', {}, {}, 404, 'not_found'],
    ['a member call without a session', 'get-user-note', { wrong: 1 }, {}, 401, 'unauthenticated'],
    ['an unknown name', 'get-jackpot', { a: 1 }, {}, 422, 'invalid_payload'],
    ['the prototype as a name', 'get-jackpot', {}, { body: '{"__proto__":{}}' }, 422, 'invalid_payload'],
  ])('return the API’s error for %s', async (_, callName, payload, sent, status, error) => {
    const response = await send(callName, payload, sent)
    expect(response.status).toBe(status)
    expect(await errorOf(response)).toMatchObject({ status: 'error', error: { code: error, requestId: 'request-1' } })
    expect(foreign.calls).toEqual([])
  })

  it.each(['get-jackpot', 'get-user-note', 'user-ask-account'])(
    'accept a request without a body: %s',
    async (callName) => {
      await signIn()
      expect((await send(callName, {}, { body: '' })).status).toBe(200)
      expect(foreign.callsOf(callName)).toMatchObject([{ body: {} }])
    },
  )

  it('report wrong fields with message keys', async () => {
    await signIn()
    const response = await send('apply-user-deposit', { balance: '10,000', code: 'x' })
    expect(response.status).toBe(422)
    expect((await errorOf(response)).fields).toEqual({ balance: ['msg2007'], code: ['code.malformed'] })
  })

  it('return only the contract’s fields, whatever else the upstream sends', async () => {
    await signIn()
    const casino = await (await send('get-casino-setting', {})).json()
    expect(Object.keys(casino)).toEqual(['casiono'])
    expect(casino.casiono[0]).toMatchObject({ used: 'y' })
    const health = await (await send('user-health-check', {})).json()
    expect(health).toMatchObject({ status: 'authenticated', user: { bankOwner: '김데모' }, noteCount: 1 })
    expect(JSON.stringify(health)).not.toContain('never shown')
  })

  it('return only 200, the upstream’s status and its explanation for a refusal', async () => {
    await signIn()
    foreign.answer('apply-user-withdraw', { status: 'wait', ms: '90000', id: 1, secret: 1 })
    const wait = await send('apply-user-withdraw', { balance: 10_000, code, exchange_pw: '2580' })
    expect([wait.status, await wait.json()]).toEqual([200, { status: 'wait', ms: 90_000 }])
    const user = { userId: 'demo', balance: 1, phone: '01012345678' }
    const payUrl = 'javascript:alert(1)'
    for (const [callName, payload, more] of [
      ['open-game', { code: 1, company: 'x' }, { gameUrl: payUrl }],
      ['withdrawal-launcher', { idx: 3 }, { launcherUrl: payUrl }],
      ['get-deposit-list', {}, { total: 1, balances: [{ id: 1, balance: 1, regdate: '', payUrl }] }],
      ['user-health-check', {}, { user, noteCount: 1 }],
    ] as const) {
      foreign.answer(callName, { status: 'closed for today', ...more })
      const closed = await send(callName, payload)
      expect([callName, closed.status, await closed.json()]).toEqual([callName, 200, { status: 'closed for today' }])
    }
    foreign.clearFaults()
    foreign.fail('user-ask-account', { status: 409 })
    const no = await send('user-ask-account', {})
    expect([no.status, await no.json()]).toEqual([200, { status: 'fail' }])
  })
})

describe('the login call', () => {
  it('starts a session and returns no token, even if the content type has a character set', async () => {
    const type = 'application/json; charset=utf-8'
    const response = await send('user-do-login', { id: 'demo', pw: 'demo-1234' }, { type })
    const body: unknown = await response.json()
    expect(body).toMatchObject({ status: 'success', user: { userId: 'demo' } })
    expect(member?.userId).toBe('demo')
    expect(member?.token).toBeTruthy()
    expect(JSON.stringify(body)).not.toContain(member?.token)
    expect(body).not.toHaveProperty('token')
  })

  it('starts no session for a wrong password, however the upstream reports it', async () => {
    const response = await send('user-do-login', { id: 'demo', pw: 'wrong' })
    expect([response.status, await response.json()]).toEqual([200, { status: 'fail' }])
    foreign.fail('user-do-login', { status: 401, body: '{"status":"fail","token":"a-token"}' })
    const refused = await send('user-do-login', { id: 'demo', pw: 'wrong' })
    expect([refused.status, (await errorOf(refused)).error]).toMatchObject([
      401,
      { code: 'unauthenticated', message: i18nFor('ko').t('msg2030') },
    ])
    const furtherFields = { token: 'a-token', user: { userId: 'demo', balance: 7, phone: '01012345678' } }
    foreign.fail('user-do-login', { status: 200, body: JSON.stringify({ status: 'odd', ...furtherFields }) })
    expect(await (await send('user-do-login', { id: 'demo', pw: 'wrong' })).json()).toEqual({ status: 'odd' })
    expect(member).toBeNull()
  })

  it('starts no session until the code is confirmed, which needs the ticket from a cookie', async () => {
    const login = (fields: object) => {
      const session = { token: 'a-token', user: { userId: 'demo' } }
      foreign.fail('user-do-login', {
        status: 200,
        body: JSON.stringify({ status: 'second_factor', ...session, ...fields }),
      })
      return send('user-do-login', { id: 'demo', pw: 'demo-1234' })
    }
    expect(await (await login({ ticket: 'the-ticket' })).json()).toEqual({ status: 'second_factor' })
    const [cookie = ''] = addedHeaders.getSetCookie()
    expect(cookie).toMatch(/^login_ticket=[\w.-]+; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(cookie).not.toContain('the-ticket')
    for (const ticket of [undefined, 7, '', 'a blank', 'x'.repeat(513)]) {
      const response = await login({ ticket })
      expect([response.status, (await errorOf(response)).error.code]).toEqual([502, 'invalid'])
      expect(addedHeaders.getSetCookie()).toEqual([])
    }
    expect(member).toBeNull()
  })

  it('is rejected without an ID or password before any upstream call', async () => {
    const response = await send('user-do-login', { id: '' })
    expect(response.status).toBe(422)
    expect((await errorOf(response)).fields).toEqual({ id: ['msg_auth_error'], pw: ['msg_auth_error'] })
    expect(foreign.calls).toEqual([])
  })
})

it.each<[string, Fault | undefined]>([
  ['ends the token', undefined],
  ['lacks the call', { status: 404, body: '{"status":"error"}' }],
  ['fails', { status: 500 }],
  ['refuses', { status: 409, body: '{"status":"fail"}' }],
  ['has ended the token before', { status: 401 }],
])('the logout call succeeds once the site’s session has ended, even if the upstream %s', async (_, fault) => {
  await signIn()
  if (fault) foreign.fail('do-logout', fault)
  const response = await send('do-logout', {})
  expect([response.status, await response.json(), member]).toEqual([200, { status: 'success' }, null])
  expect((await send('user-health-check', {})).status).toBe(401)
})

it('a script’s call returns responses, errors and network failures as values', async () => {
  await signIn()
  vi.stubGlobal('fetch', (address: string, { body }: { body: string }) =>
    send(address.replace('/api/routes/', ''), JSON.parse(body)),
  )
  const note = await callApi('get-user-note', {})
  expect(note.kind === 'answered' && isSuccess(note.response)).toBe(true)
  expect(await callApi('apply-user-deposit', { balance: 5, code })).toMatchObject({
    kind: 'failed',
    code: 'invalid_payload',
    reference: 'REQUEST-',
  })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  expect(await callApi('get-user-note', {})).toEqual({ kind: 'failed', code: 'offline' })
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 502 }))
  expect(await callApi('get-user-note', {})).toMatchObject({ kind: 'failed', code: 'offline' })
  vi.unstubAllGlobals()
})

describe('the password-change call', () => {
  const change = (kind: string, pass: string) =>
    send('change-password', { kind, pass, new_pass: kind === 'login' ? 'three-other-words' : '1470' })

  it('starts a new session, and ends the others if the login password changed', async () => {
    await signIn()
    foreign.answer('/user/user_exchange_to_pass', { status: 'success' })
    expect((await change('exchange', '2580')).status).toBe(200)
    expect((await change('login', 'demo-1234')).status).toBe(200)
    foreign.answer('/user/user_exchange_to_pass', { status: 'pass' })
    expect((await change('login', 'wrong')).status).toBe(200)
    expect(renewed).toEqual([false, true])
  })
})

describe('play limits', () => {
  it('block a call with 403 and the end in Seoul, or only the reason if the upstream sends no end', async () => {
    await signIn()
    const closed = { status: 'excluded', until: '2026-12-31T15:30:00.000Z' }
    foreign.answer('open-game', closed)
    const response = await send('open-game', { code: 501, company: 'slot-1' })
    expect([response.status, (await errorOf(response)).error]).toMatchObject([
      403,
      { code: 'forbidden', message: expect.stringContaining('2027-01-01 00:30') },
    ])
    foreign.answer('open-game', { status: 'excluded' })
    const without = await errorOf(await send('open-game', { code: 501, company: 'slot-1' }))
    expect(without.error.message).toContain(words['problem.excluded.text'])
  })

  it('refuse a deposit with the remaining amount', async () => {
    await signIn()
    foreign.answer('apply-user-deposit', { status: 'deposit_limit', period: 'week', left: 20_000 })
    const response = await send('apply-user-deposit', { balance: 50_000, code })
    expect([response.status, await response.json()]).toEqual([
      200,
      { status: 'deposit_limit', period: 'week', left: 20_000 },
    ])
  })

  it('report a due reality check in health checks', async () => {
    recordSupport('get-play-limits', 'done')
    await signIn()
    const check = async () => {
      await send('user-health-check', {})
      return addedHeaders.get('X-Reality-Check')
    }
    foreign.answer('/user/get_play_limits', {
      limits: { deposit: { day: null, week: null, month: null }, reality: 15, used: {} },
    })
    expect(await check()).toBeNull()
    playedFromMs = Date.now() - 16 * 60_000
    expect(await check()).toBe('due')
    playedFromMs = Date.now() - 14 * 60_000
    expect(await check()).toBeNull()
    expect(foreign.callsOf('/user/get_play_limits')).toHaveLength(1)
  })
})
