import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { moneyTransactions } from '~/platform/telemetry/metrics.server'
import {
  createPageUpstream,
  forScreen,
  type PageUpstream,
  type PageUpstreamOptions,
} from '~/server/upstream/page-upstream.server'
import { isSupported } from '~/upstream/client/call-support.server'
import { createUpstreamClient } from '~/upstream/client/client.server'
import type { UpstreamClientOptions } from '~/upstream/client/client-options'
import { MemoryIdempotencyStore } from '~/upstream/client/idempotency-store.server'
import { connectToUpstream } from '~/upstream/client/transport/connect-to-upstream.server'
import type { Fault } from '../../support/foreign-upstream'
import { createSiteClient, logIn, sharedForeignUpstream } from '../../support/site-client'

const { foreign, connection } = sharedForeignUpstream()

/** Long enough for a busy machine, but short for the tests. */
const quickMs = 500

type Options = Partial<UpstreamClientOptions & PageUpstreamOptions>

function client({ isChange, onSignedOut, ...options }: Options = {}): PageUpstream {
  const idempotencyStore = new MemoryIdempotencyStore()
  const upstream = createSiteClient({ connection, timeoutMs: quickMs, idempotencyStore, ...options })
  return createPageUpstream(upstream, { isChange, onSignedOut })
}

const signedIn = async (options: Options = {}) =>
  client({ token: await logIn(connection), memberId: 'demo', ...options })

let codes = 0
function newCode(): string {
  codes += 1
  return `test-code-${codes}`
}

function deposit(upstream: PageUpstream, code = newCode(), balance = 10_000) {
  return upstream.call('apply-user-deposit', { balance, code })
}

describe('a call', () => {
  it('isn’t made from other countries if it is only for served ones', async () => {
    const member = await signedIn({ isCountryServed: false })
    const before = foreign.calls.length
    expect(await deposit(member)).toEqual({ kind: 'not-served' })
    expect(await member.call('transfer-in', {})).toEqual({ kind: 'not-served' })
    expect(foreign.calls).toHaveLength(before)
    expect(await member.call('transfer-out', {})).not.toEqual({ kind: 'not-served' })
  })

  it('is a POST with JSON and the contract’s headers, and without a token for a visitor’s call', async () => {
    await client({ token: 'a-token' }).call('get-reg-domain', {})
    await client().call('get-casino-setting', {})
    const [domain, casino] = foreign.calls
    expect(domain).toMatchObject({
      method: 'POST',
      path: '/public/user/get_reg_domain',
      body: {},
      headers: {
        'content-type': 'application/json',
        'accept-language': 'ko',
        'x-request-id': 'request-1',
        'x-forwarded-for': '203.0.113.9',
        origin: 'https://site.test',
        'content-length': '2',
      },
    })
    expect(domain?.headers).not.toHaveProperty('transfer-encoding')
    expect(domain?.headers).not.toHaveProperty('authorization')
    expect(casino?.headers).not.toHaveProperty('origin')
    expect(domain?.headers).not.toHaveProperty('cookie')
  })

  it.each([
    ['gzip', gzipSync],
    ['GZIP ', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['x-gzip', (text: string) => gzipSync(text).subarray(0, -8)],
  ] as const)('decodes a response in "%s", even without its checksum', async (encoding, compress) => {
    const body = compress('{"status":"success"}')
    foreign.fail('user-ask-account', { status: 200, headers: { 'Content-Encoding': encoding }, body })
    expect((await (await signedIn()).call('user-ask-account', {})).kind).toBe('done')
    expect(foreign.callsOf('user-ask-account')[0]?.headers['accept-encoding']).toBe('gzip, br')
  })

  it('waits for the final response after an informational one', async () => {
    const informing = createHttpServer((_, response) => {
      response.writeProcessing()
      response.end('{"status":"success"}')
    }).listen(0, '127.0.0.1')
    await once(informing, 'listening')
    const upstream = connectToUpstream(`http://127.0.0.1:${(informing.address() as AddressInfo).port}`)
    expect((await client({ connection: upstream, token: 't' }).call('user-ask-account', {})).kind).toBe('done')
    await upstream.close()
    informing.close()
  })

  it('sends the parsed payload, and isn’t made with an invalid payload or for a member without a session', async () => {
    const member = await signedIn()
    await member.call('apply-user-deposit', { balance: '20000', code: 'typed-as-text' })
    expect(foreign.callsOf('apply-user-deposit')[0]?.body).toEqual({ balance: 20_000, code: 'typed-as-text' })
    foreign.calls.length = 0
    expect(await deposit(member, 'code-0001', 15_000)).toEqual({ kind: 'invalid', fields: { balance: ['msg2009'] } })
    expect(await client().call('get-user-note', {})).toEqual({ kind: 'signed-out' })
    expect(foreign.calls).toEqual([])
  })
})

type Expected = { read: string; write: string; status?: number; tries?: number }

describe('a fault', () => {
  const faults: [Fault, Expected][] = [
    ['hang', { read: 'unavailable', write: 'unknown', status: 504, tries: 1 }],
    ['drip', { read: 'unavailable', write: 'unknown', status: 504, tries: 1 }],
    ['reset', { read: 'unavailable', write: 'unknown', status: 503, tries: 2 }],
    ['reset-in-response', { read: 'unavailable', write: 'unknown', status: 503, tries: 2 }],
    ['html', { read: 'broken', write: 'unknown', status: 502 }],
    ['deep', { read: 'broken', write: 'done' }],
    ['endless', { read: 'broken', write: 'unknown', status: 502 }],
    ['gzip-bomb', { read: 'broken', write: 'unknown', status: 502 }],
    ['broken-gzip', { read: 'broken', write: 'unknown', status: 502 }],
    ['redirect', { read: 'broken', write: 'unknown', status: 502 }],
    [
      { status: 429, headers: { 'Retry-After': '9' } },
      { read: 'limited', write: 'limited' },
    ],
    [
      { status: 503, after: true },
      { read: 'unavailable', write: 'unknown', status: 503, tries: 2 },
    ],
    [{ status: 504 }, { read: 'unavailable', write: 'unknown', status: 504, tries: 2 }],
  ]

  it.each(faults)(
    '%j has the expected outcome on a read and on a write, which is sent once',
    async (fault, expected) => {
      const member = await signedIn({ timeoutMs: fault === 'gzip-bomb' || fault === 'endless' ? 5_000 : quickMs })
      foreign.fail('get-user-note', fault)
      foreign.fail('user-ask-account', fault)
      const read = await member.call('get-user-note', {})
      const write = await member.call('user-ask-account', {})
      expect(read.kind).toBe(expected.read)
      expect(write.kind).toBe(expected.write)
      if ('httpStatus' in write) expect(write.httpStatus).toBe(expected.status)
      if ('retryAfterSeconds' in write) expect(write.retryAfterSeconds).toBe(9)
      expect(foreign.callsOf('get-user-note')).toHaveLength(expected.tries ?? 1)
      expect(foreign.callsOf('user-ask-account')).toHaveLength(1)
    },
  )

  it('is hidden by a retry if it is temporary and in a read', async () => {
    const member = await signedIn()
    for (const fault of ['reset', 'reset-in-response', { status: 503 }] as const) {
      foreign.fail('get-user-note', fault, 1)
      expect((await member.call('get-user-note', {})).kind).toBe('done')
    }
  })

  it('in an optional call hides that part of the page, and is remembered', async () => {
    const member = await signedIn()
    expect((await member.call('money-to-point', { points: 1, code: 'code-to-buy-points' })).kind).toBe('unsupported')
    expect(isSupported('money-to-point')).toBe(false)
    foreign.fail('get-casino-setting', { status: 404 }, 1)
    await member.call('get-casino-setting', {})
    expect(isSupported('get-casino-setting')).toBeUndefined()
    expect(await member.call('get-play-limits', {})).toEqual({ kind: 'unsupported' })
    foreign.fail('get-jackpot', { status: 501 })
    expect(await member.callOptional('get-jackpot', {})).toEqual({ kind: 'unsupported' })
  })

  describe('in a call with two possible paths', () => {
    const [first, second] = ['/user/money_to_point', '/user/user_chang_to_point']
    const callsAt = (path: string) => foreign.calls.filter((received) => received.path === path).length
    const buyPoints = async (options: Options = {}) => {
      foreign.calls.length = 0
      const member = await signedIn({ timeoutMs: 5_000, ...options })
      return member.call('money-to-point', { points: 1_000, code: newCode() })
    }
    const html = { headers: { 'Content-Type': 'text/html' }, body: '<!doctype html><title>Not Found</title>' }

    beforeEach(async () => {
      // The first path has the call, which resets the state of other tests.
      foreign.answer(first, { status: 'success' })
      foreign.fail(second, { status: 404 })
      await buyPoints()
      foreign.clearFaults()
      foreign.answer(second, { status: 'success' })
    })

    it.each([404, 405, 501])('tries the other path if the first responds in JSON with %i', async (status) => {
      foreign.fail(first, { status, body: '{"error":"no such path"}' })
      expect((await buyPoints()).kind).toBe('done')
      expect([callsAt(first), callsAt(second)]).toEqual([1, 1])
      expect((await buyPoints()).kind, 'and stays there').toBe('done')
      expect([callsAt(first), callsAt(second)]).toEqual([0, 1])

      foreign.clearFaults()
      foreign.answer(first, { status: 'success' })
      foreign.fail(second, { status: 404 })
      expect((await buyPoints()).kind, 'after the other path fails too').toBe('done')
      expect([callsAt(first), callsAt(second)]).toEqual([1, 1])
    })

    it.each<[string, Fault, string]>([
      ['a 404 in HTML', { status: 404, after: true, ...html }, 'unknown'],
      ['a 405 in HTML', { status: 405, after: true, ...html }, 'unknown'],
      ['a 409', { status: 409, body: '{"status":"code_reused"}' }, 'code-reused'],
      ['a 500', { status: 500, after: true }, 'unknown'],
      ['nothing', 'hang-after', 'unknown'],
    ])('sends nothing to the other path after %s', async (_, fault, kind) => {
      foreign.fail(first, fault)
      expect((await buyPoints({ timeoutMs: fault === 'hang-after' ? quickMs : 5_000 })).kind).toBe(kind)
      expect([callsAt(first), callsAt(second)]).toEqual([1, 0])
    })

    it('makes the call unsupported if both paths lack it, or the only path in UPSTREAM_PATHS', async () => {
      for (const path of [first, second]) foreign.fail(path, { status: 404 })
      expect((await buyPoints()).kind).toBe('unsupported')
      expect([callsAt(first), callsAt(second)]).toEqual([1, 1])
      expect((await buyPoints({ paths: { 'money-to-point': second } })).kind).toBe('unsupported')
      expect([callsAt(first), callsAt(second)]).toEqual([0, 1])
    })
  })

  it('makes a login fail, never unknown', async () => {
    foreign.fail('user-do-login', 'reset')
    expect((await client().call('user-do-login', { id: 'demo', pw: 'x' })).kind).toBe('unavailable')
    expect(foreign.callsOf('user-do-login')).toHaveLength(1)
  })
})

describe('a connection that is never established', () => {
  it('makes a write fail as unsent, releases its code, and is detected by a check without a call', async () => {
    const member = await signedIn()
    const code = newCode()
    await expect(connection.check()).resolves.toBeUndefined()
    await foreign.stop()
    await expect(connection.check()).rejects.toThrow()
    expect(await deposit(member, code)).toMatchObject({ kind: 'unavailable', httpStatus: 503 })
    expect((await member.call('get-user-note', {})).kind).toBe('unavailable')
    await foreign.start()
    expect((await deposit(member, code)).kind).toBe('done')
    expect(foreign.callsOf('apply-user-deposit')).toHaveLength(1)
  })

  it('is known not to have sent anything when a call times out', async () => {
    // Accepts connections and never answers the TLS handshake.
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const upstream = connectToUpstream(`https://127.0.0.1:${(silent.address() as AddressInfo).port}`)
    const outcome = await client({ connection: upstream, token: 't' }).call('user-ask-account', {})
    expect(outcome).toMatchObject({ kind: 'unavailable', httpStatus: 504 })
    void upstream.close()
    silent.close()
  })
})

it.each<[string, () => Promise<Response>, number]>([
  ['that throws', () => Promise.reject(new Error('a mistake')), 503],
  ['that never answers and ignores the signal', () => new Promise(() => undefined), 504],
  ['that never ends its response', async () => new Response(new ReadableStream()), 504],
])(
  'an upstream in this process %s makes the outcome of a write unknown, but not that of a read',
  async (_, fetch, httpStatus) => {
    const member = client({ connection: { fetch }, token: 't', timeoutMs: 20 })
    expect(await member.call('user-ask-account', {})).toMatchObject({ kind: 'unknown', httpStatus })
    expect(await member.call('get-user-note', {})).toMatchObject({ kind: 'unavailable', httpStatus })
  },
)

it('a call has five seconds by default, and all calls of a page together eight', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const hanging = { fetch: () => new Promise<never>(() => undefined) }
    const upstream = createUpstreamClient({
      connection: hanging,
      clientIp: '203.0.113.9',
      language: 'ko',
      requestId: 'request-1',
      origin: 'https://site.test',
      https: true,
    })
    const began = performance.now()
    const ended: number[] = []
    const call = async () => {
      const { kind } = await upstream.call('get-reg-domain', {})
      ended.push(performance.now() - began)
      expect(kind).toBe('unavailable')
    }
    const passTime = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms)
      for (let turn = 0; turn < 10; turn++) await nextTurn()
    }
    void call()
    await passTime(5_000)
    void call()
    await passTime(3_000)
    expect(ended).toEqual([5_000, 8_000])
  } finally {
    vi.useRealTimers()
  }
})

it('all calls of a page share its time limit, after which calls send nothing', async () => {
  const member = await signedIn({ timeoutMs: 5_000, deadlineMs: 200 })
  foreign.fail('get-user-note', 'hang')
  const began = performance.now()
  expect(await member.call('get-user-note', {})).toMatchObject({ kind: 'unavailable', httpStatus: 504 })
  expect(performance.now() - began, 'a single call has 5 s').toBeLessThan(4_500)
  foreign.calls.length = 0
  expect(await deposit(member)).toMatchObject({ kind: 'unavailable', httpStatus: 504 })
  expect(foreign.calls).toEqual([])
})

it('a lost response is counted each time a page reports it', async () => {
  const member = await signedIn()
  const code = newCode()
  const toldUnknown = async () =>
    (await moneyTransactions.get()).values
      .filter(({ labels }) => labels.segment === 'apply-user-deposit' && labels.outcome === 'unknown')
      .reduce((sum, { value }) => sum + value, 0)
  const before = await toldUnknown()
  foreign.fail('apply-user-deposit', 'reset-after', 1)
  await Promise.all([deposit(member, code), deposit(member, code)])
  await deposit(member, code)
  expect((await toldUnknown()) - before).toBe(3)
})

describe('a member’s identity', () => {
  it.each<[Fault, object]>([
    [{ status: 503 }, { kind: 'unavailable', httpStatus: 503 }],
    [{ status: 401 }, { kind: 'broken' }],
    [{ status: 200, body: '{"status":"no"}' }, { kind: 'broken' }],
  ])(
    'must be known, so a login whose response lacks it fails if the health check returns %j',
    async (fault, outcome) => {
      foreign.style.namesMember = false
      foreign.fail('user-health-check', fault)
      const login = await client().call('user-do-login', { id: 'demo', pw: 'demo-1234' })
      expect(login).toMatchObject(outcome)
      expect(JSON.stringify(login)).not.toContain('token')
    },
  )

  it('may be omitted but not changed, and doesn’t matter in a visitor’s call', async () => {
    const member = await signedIn()
    for (const [callName, path, response] of [
      ['user-health-check', 'user-health-check', { status: 'authenticated', user: { userId: 'demo2', balance: 5 } }],
      ['get-in-game-balance', 'get-in-game-balance', { status: 'success', userId: 'DEMO', balance: 5 }],
      ['get-member', '/user/get_member', { user: { userId: 7, balance: 5 } }],
    ] as const) {
      foreign.answer(path, response)
      expect(await member.call(callName, {}), callName).toEqual({ kind: 'broken', reference: 'REQUEST-' })
    }
    foreign.answer('get-in-game-balance', { status: 'success', userId: '', balance: 5 })
    expect((await member.call('get-in-game-balance', {})).kind).toBe('done')
    expect((await member.call('get-reg-domain', {})).kind).toBe('done')
    expect((await member.call('user-do-login', { id: 'demo2', pw: 'demo-5678' })).kind).toBe('done')
  })
})

describe('an upstream that is down', () => {
  it('doesn’t starve other calls, so that logins stay fast with thirty hanging calls', async () => {
    foreign.fail('get-jackpot', 'hang')
    let givenUp = 0
    const hung = Array.from({ length: 100 }, () =>
      client({ timeoutMs: 60_000 })
        .call('get-jackpot', {})
        .finally(() => givenUp++),
    )
    const login = await client({ timeoutMs: 60_000 }).call('user-do-login', { id: 'demo', pw: 'demo-1234' })
    expect([login.kind, givenUp]).toEqual(['done', 0])
    await foreign.stop()
    const kinds = new Set((await Promise.all(hung)).map(({ kind }) => kind))
    expect(kinds).toEqual(new Set(['unavailable']))
    await foreign.start()
  })

  it('gets no writes while the circuit is open', async () => {
    const member = await signedIn()
    const stranger = await signedIn({ memberId: undefined, clientIp: '198.51.100.7' })
    foreign.fail('user-ask-account', { status: 503 })
    const kinds: string[] = []
    for (let n = 0; n < 26; n++) kinds.push((await (n % 2 ? member : stranger).call('user-ask-account', {})).kind)
    expect(kinds.filter((kind) => kind === 'unknown')).toHaveLength(21)
    expect(kinds.slice(21)).toEqual(Array.from({ length: 5 }, () => 'unavailable'))
  })
})

describe('a page', () => {
  const page = (status: number, problem: string) =>
    expect.objectContaining({ init: expect.objectContaining({ status }), data: expect.objectContaining({ problem }) })

  it('redirects to login if the session has ended in any of its parts', async () => {
    const left = new Error('to the login')
    const onSignedOut = () => {
      throw left
    }
    const member = client({ token: 'a-dead-token', memberId: 'demo', onSignedOut })
    await expect(member.read('get-user-note', {})).rejects.toBe(left)
    await expect(member.callOptional('get-user-note', {})).rejects.toBe(left)
    expect(() => forScreen({ kind: 'signed-out' }, member)).toThrow(left)
  })

  it('is shown even with an ended session if the response to its write was lost', async () => {
    const onSignedOut = vi.fn(() => {
      throw new Error('nothing was sent')
    })
    const member = await signedIn({ isChange: true, onSignedOut })
    foreign.fail('apply-user-deposit', 'reset-after')
    foreign.fail('get-deposit-list', { status: 401 })
    expect((await deposit(member, newCode(), 10_000)).kind).toBe('unknown')
    expect((await member.callOptional('get-deposit-list', {})).kind).toBe('failed')
    await expect(member.read('get-deposit-list', {})).rejects.toEqual(page(503, 'unavailable'))
    expect(onSignedOut).not.toHaveBeenCalled()
  })

  it('reads the member’s money once, and again after a change, even if its response was lost', async () => {
    const member = await signedIn({ isChange: true })
    const inGames = async () => {
      const health = await member.callOptionalOnce('user-health-check')
      return health.kind === 'done' ? health.response.user.in_balance : health.kind
    }
    onTestFinished(() => {
      foreign.style.offersMore = false
    })
    foreign.style.offersMore = true
    foreign.account.inGames = 30_000
    foreign.calls.length = 0
    expect(await Promise.all([inGames(), inGames()])).toEqual([30_000, 30_000])
    await member.callOptional('get-deposit-list', {})
    expect([await inGames(), foreign.callsOf('user-health-check').length]).toEqual([30_000, 1])
    foreign.fail('transfer-out', 'reset-after')
    expect((await member.call('transfer-out', {})).kind).toBe('unknown')
    expect(await inGames()).toBe(0)
  })

  it('is shown without a failed part, and also if a visitor’s call is rejected', async () => {
    const onSignedOut = vi.fn(() => {
      throw new Error('never')
    })
    foreign.fail('get-casino-setting', { status: 403 })
    foreign.fail('get-jackpot', 'html')
    const visitor = client({ onSignedOut })
    expect(await visitor.callOptional('get-jackpot', {})).toEqual({ kind: 'failed', reference: 'REQUEST-' })
    await expect(visitor.read('get-casino-setting', {})).rejects.toEqual(page(502, 'broken'))
    expect((await visitor.callOptional('get-casino-setting', {})).kind).toBe('failed')
    expect(onSignedOut).not.toHaveBeenCalled()
  })

  it('is a 404 page if its subject can’t exist', async () => {
    const member = await signedIn()
    await expect(member.read('get-slot-by-company', { code: '' })).rejects.toEqual(page(404, 'not-found'))
    await expect(member.read('read-note-message', { id: '\u0000' })).rejects.toEqual(page(404, 'not-found'))
  })
})
