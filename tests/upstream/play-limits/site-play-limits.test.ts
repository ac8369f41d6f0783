import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PlayLimitsChange } from '~/limits/schemas'
import { recordSupport } from '~/upstream/client/call-support.server'
import type { UpstreamClient, UpstreamClientOptions } from '~/upstream/client/client-options'
import { MemoryIdempotencyStore } from '~/upstream/client/idempotency-store.server'
import type { CallName } from '~/upstream/contract'
import { SitePlayLimits } from '~/upstream/site-limits/site-play-limits.server'
import { days } from '~/values/durations'
import { registration } from '../../support/embedded-upstream'
import { hasRedis } from '../../support/redis'
import { sharedRedis } from '../../support/shared-redis'
import { createSiteClient, logIn, sharedForeignUpstream } from '../../support/site-client'

/** Play limits that the site stores in Redis, because the upstream lacks the calls. */

const { foreign, connection } = sharedForeignUpstream()
const { redis, connect } = sharedRedis({ persists: true })

/** Noon in Seoul on a Friday. */
const noonMs = Date.UTC(2026, 10, 20, 3)
let nowMs = noonMs

const testClock = () => new Date(nowMs)

/** The limits of a replica. @param clock null for the time in Redis. */
const replica = (clock: (() => Date) | null = testClock) => new SitePlayLimits(connect(), clock ?? undefined)

let members = 0
function newMember(): string {
  members += 1
  return `member-${members}`
}

const reserve = (limits: SitePlayLimits, member: string, won: number) =>
  limits.reserveDeposit(member, won, { counts: true })

beforeEach(() => {
  nowMs = noonMs
})

describe.runIf(hasRedis)('play limits in Redis', () => {
  let store: ReturnType<typeof connect>
  let limits: SitePlayLimits
  let member: string
  beforeAll(() => {
    store = connect()
  })
  beforeEach(() => {
    limits = replica()
    member = newMember()
  })

  it('belong to the same member however the ID is typed', async () => {
    await limits.change(member, { exclude: '6m' })
    for (const spelling of [member.toUpperCase(), ` ${member} `, member.replace('m', 'ｍ')])
      expect(await limits.exclusionOf(spelling), spelling).toEqual(await limits.exclusionOf(member))
    expect(await limits.exclusionOf(newMember())).toBeUndefined()
  })

  it('drop days outside the current week and month', async () => {
    await reserve(limits, member, 10_000)
    nowMs += days(40)
    await reserve(limits, member, 20_000)
    expect(redis.dump()).toContain('"deposited":{"2026-12-30":20000}')
  })

  it('use the time in Redis, not a replica’s clock', async () => {
    limits = replica(null)
    await limits.change(member, { deposit: { day: 50_000 }, break: '24h' })
    vi.useFakeTimers({ now: Date.now() + days(400), toFake: ['Date'] })
    try {
      expect(await limits.exclusionOf(member)).toBeDefined()
      await limits.change(member, { deposit: { day: 90_000 } })
      expect((await limits.change(member, { deposit: { day: 90_000 } })).deposit.day).toBe(50_000)
    } finally {
      vi.useRealTimers()
    }
  })

  it('apply to simultaneous deposits and changes on two replicas', async () => {
    const [first, second] = [limits, replica()]
    await first.change(member, { deposit: { day: 50_000 } })
    const both = Array.from({ length: 20 }, (_, index) => reserve(index % 2 ? first : second, member, 10_000))
    const changes: PlayLimitsChange[] = [{ reality: 15 }, { deposit: { week: 70_000 } }, { deposit: { month: 90_000 } }]
    const changed = changes.map((change, index) => (index % 2 ? first : second).change(member, change))
    const kinds = (await Promise.all(both)).map(({ kind }) => kind)
    await Promise.all(changed)
    expect(kinds.filter((kind) => kind === 'reserved')).toHaveLength(5)
    expect((await first.read(member)).limits).toMatchObject({
      deposit: { day: 50_000, week: 70_000, month: 90_000 },
      reality: 15,
      used: { day: 50_000 },
    })
  })

  it('restore amounts that weren’t deposited on their own day, and never more than was counted', async () => {
    const reserved = await reserve(limits, member, 10_000)
    nowMs += days(1)
    await reserve(limits, member, 20_000)
    if (reserved.kind === 'reserved') await reserved.giveBack()
    expect((await limits.read(member)).limits.used).toMatchObject({ day: 20_000, week: 20_000 })
    const endless = await reserve(limits, member, Number.MAX_SAFE_INTEGER)
    if (endless.kind === 'reserved') await endless.giveBack()
    expect((await limits.read(member)).limits.used).toMatchObject({ day: 20_000, week: 20_000 })
  })

  it('survive a restart of a Redis that persists its data, and never expire', async () => {
    await limits.change(member, { deposit: { day: 50_000 }, exclude: '5y' })
    await redis.kill()
    await expect(limits.exclusionOf(member)).rejects.toThrow()
    await redis.start()
    await expect.poll(async () => (await limits.exclusionOf(member))?.until).toBe('2031-11-20T03:00:00.000Z')
    const keys = await vi.waitFor(
      () => store.run((connection) => connection.keys('madang:play-limits:member:*')),
      60_000,
    )
    for (const key of keys) expect(await store.run((connection) => connection.ttl(key))).toBe(-1)
  })

  it('can be exported to the upstream with the command in docs/settings.md', async () => {
    const [, command = ''] = /```sh\n(redis-cli [^`]*)```/.exec(readFileSync('docs/settings.md', 'utf8')) ?? []
    const stranger = newMember()
    for (const person of [member, stranger]) await limits.change(person, { break: '7d' })
    const env = { ...process.env, REDIS_URL: redis.url, member }
    expect(execFileSync('bash', ['-euo', 'pipefail', '-c', command], { env, encoding: 'utf8' }).trim()).toBe('1')
    expect(await limits.exclusionOf(member)).toBeUndefined()
    expect(await limits.exclusionOf(stranger)).toBeDefined()
  })

  it('fail for a damaged record instead of allowing everything', async () => {
    const keys = () => store.run((connection) => connection.keys('*'))
    const before = new Set(await keys())
    await limits.change(member, { break: '7d' })
    const key = (await keys()).find((name) => !before.has(name)) ?? ''
    const record = JSON.parse((await store.run((connection) => connection.get(key))) ?? '')
    delete record.limits.breakUntil
    for (const damaged of ['{}', 'null', '', JSON.stringify(record)]) {
      await store.run((connection) => connection.set(key, damaged))
      await expect(limits.exclusionOf(member)).rejects.toThrow()
      await expect(reserve(limits, member, 10_000)).rejects.toThrow()
    }
    await store.run((connection) => connection.del(key))
  })

  it('recognize an excluded member’s phone and bank account however they are written, and store neither', async () => {
    limits = replica(null)
    expect(await limits.isIdentityExcluded({ phone: '01098765432' })).toBe(false)
    await limits.excludeIdentity(member, { phone: '01098765432' })
    expect(await limits.isIdentityExcluded({ phone: '01098765432' })).toBe(false)
    await limits.change(member, { exclude: '6m' })
    await limits.excludeIdentity(member, { phone: '010-9876-5432', bankAccount: '110 234 567890' })
    const grouped = ['+82 10-9876-5432', '+82 (0)10 9876 5432', '０１０‑９８７６‑５４３２']
    for (const phone of ['01098765432', ...grouped, '1098765432'])
      expect([phone, await limits.isIdentityExcluded({ phone })]).toEqual([phone, true])
    expect(await limits.isIdentityExcluded({ phone: '01000000000', bankAccount: '110-234-567890' })).toBe(true)
    expect(await limits.isIdentityExcluded({ phone: '110234567890', bankAccount: '01098765432' })).toBe(false)
    expect(redis.dump()).not.toMatch(/98765432|234567890/)
    const resting = newMember()
    await limits.change(resting, { break: '24h' })
    await limits.excludeIdentity(resting, { phone: '01055556666' })
    expect(await limits.isIdentityExcluded({ phone: '01055556666' })).toBe(true)
    // A masked number identifies nobody.
    await limits.excludeIdentity(member, { phone: '010-****-1111', bankAccount: '' })
    expect(await limits.isIdentityExcluded({ phone: '0101111' })).toBe(false)
  })
})

describe.runIf(hasRedis)('an upstream without the calls', () => {
  let token: string
  let limits: SitePlayLimits
  let claims: MemoryIdempotencyStore
  let member: UpstreamClient

  const forgetSupport = () => recordSupport('get-play-limits', 'done', -days(1))

  function client(options: Partial<UpstreamClientOptions> = {}): UpstreamClient {
    return createSiteClient({ connection, timeoutMs: 500, idempotencyStore: claims, playLimits: limits, ...options })
  }

  let codes = 0
  function deposit(won: number, code?: string) {
    codes += 1
    return member.call('apply-user-deposit', { balance: won, code: code ?? `code-${codes}-of-a-form` })
  }

  async function used() {
    const outcome = await member.call('get-play-limits', {})
    return outcome.kind === 'done' ? outcome.response.limits.used.day : outcome.kind
  }

  const register = (typed: { phone?: string; banknumber?: string } = {}) =>
    client().call('user-register', registration({ phone: '010-1234-5678', banknumber: '999999999999', ...typed }))

  beforeEach(async () => {
    limits = replica()
    claims = new MemoryIdempotencyStore()
    forgetSupport()
    token = await logIn(connection)
    member = client({ token, memberId: 'demo' })
    foreign.calls.length = 0
  })
  afterEach(async () => {
    await connect().run((connection) => connection.flushall())
  })

  it('gets one call, after which the site responds and reports that it stores the limits', async () => {
    const response = { status: 'success', keptBy: 'site', limits: { reality: 60, used: { day: 0, week: 0, month: 0 } } }
    expect(await member.call('get-play-limits', {})).toMatchObject({ kind: 'done', response })
    expect(await member.call('set-play-limits', { deposit: { day: 50_000 } })).toMatchObject({
      kind: 'done',
      response: { keptBy: 'site', limits: { deposit: { day: 50_000 } } },
    })
    expect(await member.call('get-play-limits', {})).toMatchObject({
      response: { limits: { deposit: { day: 50_000 } } },
    })
    expect(foreign.calls.map(({ callName }) => callName)).toEqual(['/user/get_play_limits', 'user-health-check'])
  })

  it('gets one call without Redis too, after which limits are unsupported', async () => {
    const launchOrigins = ['https://games.test']
    const without = client({ token, memberId: 'demo', playLimits: undefined, launchOrigins })
    for (let times = 0; times < 2; times += 1)
      expect(await without.call('get-play-limits', {})).toEqual({ kind: 'unsupported' })
    expect(foreign.callsOf('/user/get_play_limits')).toHaveLength(1)
    expect(await without.call('set-play-limits', { break: '24h' })).toEqual({ kind: 'unsupported' })
    expect((await without.call('open-game', { code: 501, company: 'slot-1' })).kind).toBe('done')
  })

  it('receives deposits up to the limit, and none above it', async () => {
    await member.call('set-play-limits', { deposit: { day: 50_000, week: 70_000 } })
    expect(await deposit(40_000)).toMatchObject({ kind: 'done' })
    expect(await deposit(20_000)).toMatchObject({
      kind: 'refused',
      status: 'deposit_limit',
      response: { status: 'deposit_limit', period: 'day', left: 10_000 },
    })
    const payment = { balance: 20_000, code: 'code-of-a-payment', idx: 3 }
    expect(await member.call('apply-deposit-payment', payment)).toMatchObject({ status: 'deposit_limit' })
    expect(foreign.callsOf('apply-deposit-payment')).toHaveLength(0)
    expect(foreign.callsOf('apply-user-deposit')).toHaveLength(1)
  })

  it('receives only deposits within a new limit, which also counts earlier deposits', async () => {
    await deposit(30_000)
    await member.call('set-play-limits', { deposit: { month: 40_000 } })
    expect(await deposit(20_000)).toMatchObject({ response: { period: 'month', left: 10_000 } })
  })

  it('has a deposit counted once per code, even if its response was lost or the upstream knows the code', async () => {
    await deposit(10_000, 'code-sent-twice')
    await deposit(10_000, 'code-sent-twice')
    expect(await used()).toBe(10_000)
    claims = new MemoryIdempotencyStore()
    await deposit(10_000, 'code-sent-twice')
    expect(await used()).toBe(10_000)
    foreign.fail('apply-user-deposit', 'reset-after', 1)
    expect(await deposit(20_000, 'code-of-lost-response')).toMatchObject({ kind: 'unknown' })
    await deposit(20_000, 'code-of-lost-response')
    expect(await used()).toBe(30_000)
  })

  it('has no rejected or unsent deposit counted', async () => {
    foreign.answer('apply-user-deposit', { status: 'wait' })
    await deposit(10_000)
    foreign.clearFaults()
    foreign.fail('apply-user-deposit', { status: 429 })
    await deposit(10_000)
    await foreign.stop()
    expect(await deposit(10_000)).toMatchObject({ kind: 'unavailable' })
    await foreign.start()
    foreign.clearFaults()
    expect(await used()).toBe(0)
  })

  it('receives only calls that are open to excluded members', async () => {
    await member.call('set-play-limits', { break: '24h' })
    foreign.calls.length = 0
    const closed = [
      await deposit(10_000),
      await member.call('apply-deposit-payment', { balance: 10_000, code: 'code-of-excluded', idx: 3 }),
      await member.call('roll-to-balance', { points: 1_000, code: 'code-of-comp-exchange' }),
      await member.call('money-to-point', { points: 1_000, code: 'code-of-comp-purchase' }),
      await member.call('open-game', { code: 501, company: 'slot-1' }),
      await member.call('transfer-in', {}),
    ]
    expect(closed).toEqual(closed.map(() => ({ kind: 'excluded', until: new Date(noonMs + days(1)).toISOString() })))
    expect(foreign.calls).toHaveLength(0)
    foreign.answer('transfer-out', { status: 'success', gameMoney: 0, balance: 1_000_000 })
    const withdrawal = { balance: 10_000, code: 'code-of-withdrawal', exchange_pw: '2580' }
    const open = [
      await member.call('apply-user-withdraw', withdrawal),
      await member.call('transfer-out', {}),
      await member.call('get-deposit-list', {}),
      await member.call('user-write-help', { title: '문의', contents: '내용' }),
      await client().call('user-do-login', { id: 'demo', pw: 'demo-1234' }),
    ]
    expect(open.map(({ kind }) => kind)).toEqual(open.map(() => 'done'))
    nowMs += days(1)
    expect(await deposit(10_000)).toMatchObject({ kind: 'done' })
  })

  it('receives no registration with a self-excluded member’s phone or bank account', async () => {
    expect((await register()).kind).toBe('done')
    foreign.fail('user-health-check', { status: 500 })
    expect((await member.call('set-play-limits', { exclude: '6m' })).kind).toBe('done')
    expect((await register()).kind).toBe('done')
    foreign.clearFaults()
    // The next read of the limits replaces the failed health check.
    await member.call('get-play-limits', {})
    expect(await register()).toMatchObject({ kind: 'refused', status: 'other', upstreamStatus: 'fail' })
    const [phone, banknumber] = ['01055556666', '123-456-789012']
    expect(await register({ phone, banknumber })).toMatchObject({ kind: 'refused' })
    expect((await register({ phone })).kind).toBe('done')

    nowMs += days(200)
    expect(await deposit(10_000)).toEqual({ kind: 'excluded' })
    // Expiry in Redis doesn't follow the test's clock.
    await connect().run(async (connection) => connection.del(await connection.keys('*:excluded:*')))
    await member.call('get-play-limits', {})
    await member.call('set-play-limits', { endExclusion: true })
    expect(await register(), 'during the last 24 hours').toMatchObject({ kind: 'refused' })
    nowMs += days(1) - 1
    expect(await deposit(10_000)).toMatchObject({ kind: 'excluded', until: new Date(nowMs + 1).toISOString() })
    nowMs += 1
    expect(await deposit(10_000)).toMatchObject({ kind: 'done' })
  })

  it('can still report that a session has ended', async () => {
    const stranger = client({ token: 'a-dead-token', memberId: 'demo' })
    await used()
    expect(await stranger.call('set-play-limits', { exclude: '5y' })).toEqual({ kind: 'signed-out' })
    expect(await member.call('get-play-limits', {})).toMatchObject({ response: { limits: { excludedUntil: null } } })
  })

  it('receives only calls that no limit could block while Redis is unreachable', async () => {
    await used()
    redis.freeze()
    const closed: CallName[] = ['apply-user-deposit', 'open-game', 'roll-to-balance', 'transfer-in', 'set-play-limits']
    const payloads: Record<string, object> = {
      'apply-user-deposit': { balance: 10_000, code: 'code-without-redis' },
      'roll-to-balance': { points: 1_000, code: 'code-without-redis-2' },
      'open-game': { code: 501, company: 'slot-1' },
    }
    foreign.calls.length = 0
    try {
      for (const callName of closed)
        expect(await member.call(callName, (payloads[callName] ?? {}) as never)).toMatchObject({
          kind: 'site-store-unavailable',
        })
      expect(await register()).toMatchObject({ kind: 'site-store-unavailable' })
      expect(foreign.calls).toHaveLength(0)
      expect((await member.call('user-health-check', {})).kind).toBe('done')
      expect((await member.call('get-user-note', {})).kind).toBe('done')
    } finally {
      redis.thaw()
    }
    await expect.poll(async () => (await deposit(10_000)).kind).toBe('done')
  })

  describe('that adds them later', () => {
    const ofUpstream = {
      status: 'success',
      keptBy: 'site',
      limits: { deposit: { day: 900_000, week: null, month: null }, used: {} },
    }

    it('stores the limits, and the site stores none', async () => {
      foreign.answer('/user/get_play_limits', ofUpstream)
      foreign.answer('/user/set_play_limits', ofUpstream)
      await deposit(10_000)
      expect(await member.call('set-play-limits', { deposit: { day: 10_000 } })).toMatchObject({ kind: 'done' })
      const read = await member.call('get-play-limits', {})
      expect(read).toMatchObject({ kind: 'done', response: { limits: { deposit: { day: 900_000 } } } })
      expect(read.kind === 'done' && read.response.keptBy).toBeUndefined()
      expect(redis.dump().trim()).toBe('')
    })

    it('doesn’t replace limits that the site has stored for a member', async () => {
      await member.call('set-play-limits', { deposit: { day: 20_000 }, break: '7d' })
      foreign.answer('/user/get_play_limits', ofUpstream)
      forgetSupport()
      expect(await member.call('get-play-limits', {})).toMatchObject({ response: { keptBy: 'site' } })
      expect((await member.call('open-game', { code: 501, company: 'slot-1' })).kind).toBe('excluded')
      nowMs += days(8)
      recordSupport('get-play-limits', 'done')
      expect((await deposit(20_000)).kind).toBe('done')
      expect(await deposit(10_000)).toMatchObject({ status: 'deposit_limit' })
    })
  })
})
