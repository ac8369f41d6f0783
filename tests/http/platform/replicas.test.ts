import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ForeignUpstream, startForeignUpstream } from '../../support/foreign-upstream'
import { hasRedis, startRedis, type TestRedis } from '../../support/redis'
import { type Site, startSite } from '../../support/site'
import { copyOf, signedIn, type Visitor, visitor } from '../../support/visitor'

/** Two processes of one site with a foreign upstream and a shared Redis. */

let foreign: ForeignUpstream
let redis: TestRedis
let firstReplica: Site
let secondReplica: Site

const settings = () => ({
  UPSTREAM_URL: foreign.url,
  REDIS_URL: redis.url,
  SESSION_SECRET: 'one secret that both replicas know and that is long',
  TRUSTED_PROXIES: '1',
  RATE_LIMITS: '{"loginId":[3,600]}',
  LOG_LEVEL: 'trace',
})

const visitorAt = (site: Site, from: Visitor) => copyOf(from, site.base)

async function checksOf(site: Site): Promise<Record<string, { ok: boolean }>> {
  const response: unknown = await (await fetch(`${site.base}/readyz`)).json()
  return (response as { checks: Record<string, { ok: boolean }> }).checks
}

describe.runIf(hasRedis)('two replicas', () => {
  beforeAll(async () => {
    foreign = await startForeignUpstream()
    redis = await startRedis()
    firstReplica = await startSite(settings())
    secondReplica = await startSite(settings())
  })
  afterAll(async () => {
    await Promise.all([firstReplica?.stop(), secondReplica?.stop()])
    await redis?.kill()
    await foreign?.stop()
  })

  it('accept the same cookie, and reject a copy after a logout on the other', async () => {
    const member = visitor(firstReplica.base)
    await member.signIn()
    const copy = visitorAt(secondReplica, member)
    expect((await copy.get('/note')).status).toBe(200)
    await (await member.formOn('/logout')).post()
    expect((await copy.get('/note')).location).toBe('/login?next=%2Fnote')
    expect((await copy.call('user-health-check', {})).status).toBe(401)
  })

  it('log no member’s ID when play limits stored by the site change or when the upstream fails', async () => {
    const member = await signedIn(firstReplica.base)
    expect((await member.call('set-play-limits', { deposit: { day: 50_000 } })).status).toBe(200)
    foreign.fail('*', { status: 500, body: '{"user":{"userId":"demo","phone":"01012345678"}}' })
    for (const path of ['/', '/user', '/deposit']) await member.get(path)
    foreign.clearFaults()
    await expect.poll(firstReplica.output).toContain('"msg":"play limits changed"')
    expect(firstReplica.output()).not.toContain('"demo"')
  })

  it('stay within a limit of Redis commands per page or call, because all processes share Redis', async () => {
    const member = await signedIn(firstReplica.base, 'demo2', 'demo-5678')
    /** Commands so far, without those of the probe each process sends once a second, and of this query. */
    const commands = () =>
      [...redis.tell('info', 'commandstats').matchAll(/^cmdstat_([\w|]+):calls=(\d+)/gm)]
        .filter(([, name]) => !['set', 'del', 'info'].includes(name ?? ''))
        .reduce((sum, [, , calls]) => sum + Number(calls), 0)
    const commandsOf = async (ask: () => Promise<unknown>) => {
      await ask()
      const before = commands()
      for (let time = 0; time < 5; time++) await ask()
      return (commands() - before) / 5
    }
    let codes = 0
    const deposit = () => member.call('apply-user-deposit', { balance: 10_000, code: `counted-deposit-${codes++}` })
    expect(await commandsOf(() => member.get('/'))).toBeLessThanOrEqual(7)
    expect(await commandsOf(() => member.call('user-health-check', {}))).toBeLessThanOrEqual(4)
    expect(await commandsOf(deposit)).toBeLessThanOrEqual(12)
  })

  it('count wrong withdrawal passwords together', async () => {
    foreign.answer('apply-user-withdraw', { status: 'pass' })
    const member = visitor(firstReplica.base)
    await member.signIn('demo2', 'demo-5678')
    const there = visitorAt(secondReplica, member)
    const guesses = Array.from({ length: 16 }, (_, index) =>
      (index % 2 ? member : there).call('apply-user-withdraw', {
        balance: 10_000,
        code: `guess-at-replica-${index}`,
        exchange_pw: '0000',
      }),
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(6)
    foreign.clearFaults()
  })

  it('move money once for a form sent to both', async () => {
    foreign.style.honoursCodes = false
    const member = visitor(firstReplica.base)
    await member.signIn()
    const before = foreign.callsOf('apply-user-deposit').length
    const form = await member.formOn('/deposit', { balance: '10000' })
    const twice = await Promise.all([form.post(), visitorAt(secondReplica, member).post(form.action, form.fields)])
    expect(twice.map(({ status }) => status)).toEqual([303, 303])
    expect(foreign.callsOf('apply-user-deposit').length - before).toBe(1)
    foreign.style.honoursCodes = true
  })

  it('keep working without Redis except for money, report it, and share state again when it is back', async () => {
    const member = visitor(firstReplica.base)
    await member.signIn()
    const form = await member.formOn('/deposit', { balance: '10000' })
    expect(await checksOf(firstReplica)).toMatchObject({ redis: { ok: true } })
    const before = foreign.callsOf('apply-user-deposit').length
    await redis.kill()

    const refused = await form.post()
    expect(refused.status).toBe(503)
    expect(refused.text).toMatch(/[가-힣]/)
    // The form may have been accepted before, so it must keep its code.
    expect(member.formIn(refused, '/deposit', {}).fields.code).toBe(form.fields.code)
    const called = await member.call('apply-user-deposit', { balance: 10_000, code: 'a-code-without-redis' })
    expect([called.status, called.json()]).toMatchObject([503, { error: { code: 'unavailable' } }])
    expect(foreign.callsOf('apply-user-deposit').length).toBe(before)

    expect((await member.get('/note')).status).toBe(200)
    const copy = visitorAt(firstReplica, member)
    await (await member.formOn('/logout')).post()
    expect((await copy.get('/note')).status).toBe(303)
    const guesser = visitor(firstReplica.base, { 'X-Forwarded-For': '203.0.113.51' })
    const statuses = []
    for (let tries = 0; tries < 4; tries++)
      statuses.push((await guesser.post('/login', { id: 'demo', pw: 'x' })).status)
    expect(statuses).toEqual([401, 401, 401, 429])

    await expect.poll(() => checksOf(firstReplica)).toMatchObject({ redis: { ok: false } })
    expect((await fetch(`${firstReplica.base}/readyz`)).status).toBe(200)
    expect((await fetch(`${firstReplica.base}/readyz?strict=1`)).status).toBe(503)
    await expect.poll(firstReplica.output).toContain('Redis: out of reach')

    await redis.start()
    await expect.poll(() => checksOf(firstReplica)).toMatchObject({ redis: { ok: true } })
    await expect.poll(() => checksOf(secondReplica)).toMatchObject({ redis: { ok: true } })
    // A session that ended without Redis has then also ended on the other replica.
    expect((await visitorAt(secondReplica, copy).get('/note')).status).toBe(303)
    await member.signIn()
    expect((await (await member.formOn('/deposit', { balance: '10000' })).post()).status).toBe(303)
  })

  it('never show the Redis URL', () => {
    expect(`${firstReplica.output()}${secondReplica.output()}`).not.toContain(redis.url)
  })
})
