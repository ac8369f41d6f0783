import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { moneyTransactions } from '~/platform/telemetry/metrics.server'
import { type Claim, identify, outcomeTtlMs, RedisIdempotencyStore } from '~/upstream/client/idempotency-store.server'
import type { Outcome } from '~/upstream/outcome'
import { hasRedis } from '../../support/redis'
import { sharedRedis } from '../../support/shared-redis'
import { createSiteClient } from '../../support/site-client'

type AnyOutcome = Outcome<unknown, string>

const done: AnyOutcome = { kind: 'done', response: { status: 'success' } }
const refused: AnyOutcome = { kind: 'refused', status: 'wait', upstreamStatus: 'wait', response: {} }
const key = 'the same key on every replica'

const { redis, connect } = sharedRedis()
/** @param epoch the upstream's store version. */
const replicaAt = (epoch: string | undefined, first = key, ...keys: string[]) =>
  new RedisIdempotencyStore(connect(), [first, ...keys], epoch)
const replica = (...keys: string[]) => replicaAt(undefined, ...keys)

let codes = 0
function newClaim(): Claim {
  codes += 1
  return { member: 'demo', code: `code-${codes}`, callName: 'apply-user-deposit', payload: { balance: 10_000 } }
}

describe.runIf(hasRedis)('request codes shared by replicas', () => {
  it('make one call and replay its outcome during each step of a secret rotation', async () => {
    const steps = [['old'], ['old', 'new'], ['new', 'old'], ['new']]
    for (const [index, keys] of steps.slice(1).entries()) {
      const both = [replica(...(steps[index] ?? [])), replica(...keys)] as const
      for (const [first, second] of [both, both.toReversed()]) {
        const claim = newClaim()
        const run = vi.fn(async () => done)
        expect(await first?.run(claim, 'r1', run)).toEqual(done)
        expect(await second?.run(claim, 'r2', run)).toEqual(done)
        expect(run).toHaveBeenCalledTimes(1)
        expect(await second?.run({ ...claim, payload: {} }, 'r3', run)).toEqual({ kind: 'code-reused' })
      }
    }
  })

  it('return the first outcome to a request that arrives while the first is running on another replica', async () => {
    const claim = newClaim()
    let finish: (outcome: AnyOutcome) => void = () => undefined
    const run = vi.fn(() => new Promise<AnyOutcome>((resolve) => (finish = resolve)))
    const all = [replica(), replica(), replica()].map((claims) => claims.run(claim, 'r', run))
    await expect.poll(() => run).toHaveBeenCalled()
    finish(done)
    expect(await Promise.all(all)).toEqual([done, done, done])
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('are valid only in the same store version', async () => {
    const claim = newClaim()
    const run = vi.fn(async () => done)
    await replica().run(claim, 'r1', run)
    for (const epoch of ['first', 'first', 'second', 'second'])
      expect(await replicaAt(epoch).run(claim, 'r2', run)).toEqual(done)
    expect(run).toHaveBeenCalledTimes(3)
    await replica().run(claim, 'r3', run)
    expect(run).toHaveBeenCalledTimes(3)
  })

  it('have an unknown outcome and send nothing if the stored outcome is damaged', async () => {
    const claim = newClaim()
    const run = vi.fn(async () => done)
    const key = `madang:code:${createHash('sha256').update(`demo\ncode-${codes}`).digest('base64url')}`
    for (const damaged of ['{', '{"fingerprint":"x"}', '{"fingerprint":"x","outcome":{"kind":"done-ish"}}']) {
      await connect().run((client) => client.set(key, damaged))
      expect(await replica().run(claim, 'r1', run)).toEqual({ kind: 'unknown', reference: 'r1', httpStatus: 503 })
    }
    expect(run).not.toHaveBeenCalled()
  })

  it('reject another payload, are released after a rejection, and store no readable payload', async () => {
    const [first, second] = [replica(), replica()]
    const claim = newClaim()
    expect(await first.run(claim, 'r1', async () => refused)).toEqual(refused)
    const payload = { balance: 20_000, exchange_pw: '24682468' }
    expect(await second.run({ ...claim, payload }, 'r2', async () => done)).toEqual(done)
    expect(await first.run(claim, 'r3', async () => done)).toEqual({ kind: 'code-reused' })
    const dump = redis.dump()
    expect(dump).toContain('madang:code:')
    expect(dump).not.toContain('24682468')
  })

  it('also protect a form without a code, with one call for all requests in the configured time', async () => {
    const form = (replayMs: number): Claim => {
      codes += 1
      return { member: 'visitor 203.0.113.9', callName: 'user-register', payload: { id: `new-${codes}` }, replayMs }
    }
    const [registration, inquiry] = [form(0), form(10_000)]
    const run = vi.fn(async () => {
      // Long enough that the other two requests wait for the response.
      await new Promise((resolve) => setTimeout(resolve, 150))
      return done
    })
    const all = [replica(), replica(), replica()].map((store) => store.run(registration, 'r', run))
    expect(await Promise.all(all)).toEqual([done, done, done])
    expect(run).toHaveBeenCalledTimes(1)
    await expect
      .poll(async () => {
        await replica().run(registration, 'r', run)
        return run
      })
      .toHaveBeenCalledTimes(2)
    await replica().run(inquiry, 'r', run)
    await replica().run(inquiry, 'r', run)
    expect(run).toHaveBeenCalledTimes(3)
  })

  it('have an unknown outcome on each replica if their process died, which is counted', async () => {
    const code = 'code-of-a-dead-process'
    const payload = { balance: 10_000, code }
    const { fingerprint } = identify({ member: 'demo', code, callName: 'apply-user-deposit', payload }, key)
    const redisKey = `madang:code:${createHash('sha256').update(`demo\n${code}`).digest('base64url')}`
    // The claim is nine seconds old, longer than any call takes.
    const record = JSON.stringify({ fingerprint, owner: 'a process that died' })
    redis.tell('set', redisKey, record, 'px', `${outcomeTtlMs - 9_000}`)
    const toldUnknown = async () =>
      (await moneyTransactions.get()).values.find(
        ({ labels }) => labels.outcome === 'unknown' && labels.segment === 'apply-user-deposit',
      )?.value ?? 0
    const before = await toldUnknown()
    const send = vi.fn(async () => Response.json({ status: 'success' }))
    for (const idempotencyStore of [replica(), replica()]) {
      const connection = { fetch: send }
      const member = createSiteClient({ connection, token: 'token', memberId: 'demo', idempotencyStore })
      expect(await member.call('apply-user-deposit', payload)).toMatchObject({ kind: 'unknown' })
    }
    expect(send).not.toHaveBeenCalled()
    expect((await toldUnknown()) - before).toBe(2)
  })

  it('send nothing while the store is unreachable, and work again afterwards', async () => {
    const run = vi.fn(async () => done)
    const claims = replica()
    await claims.run(newClaim(), 'r', run)
    await redis.kill()
    expect(await claims.run(newClaim(), 'r1', run)).toEqual({ kind: 'site-store-unavailable', reference: 'r1' })
    expect(await replica().run(newClaim(), 'r2', run)).toEqual({ kind: 'site-store-unavailable', reference: 'r2' })
    expect(run).toHaveBeenCalledTimes(1)
    // A form without a code moves no money, so it is sent anyway.
    const inquiry: Claim = { member: 'demo', callName: 'user-write-help', payload: {}, replayMs: 10_000 }
    expect(await claims.run(inquiry, 'r', async () => done)).toEqual(done)
    await redis.start()
    await expect.poll(() => claims.run(newClaim(), 'r3', run)).toEqual(done)
    expect(run).toHaveBeenCalledTimes(2)
  })

  it('send nothing while the store hangs, and leave no claim', async () => {
    const claims = replica()
    await claims.run(newClaim(), 'r', async () => done)
    const claim = newClaim()
    const run = vi.fn(async () => done)
    redis.freeze()
    const began = performance.now()
    for (let request = 0; request < 10; request++)
      expect(await claims.run(claim, 'r1', run)).toEqual({ kind: 'site-store-unavailable', reference: 'r1' })
    // Only the first waits for a second. If each did, this would take ten seconds.
    expect(performance.now() - began).toBeLessThan(6_000)
    redis.thaw()
    await expect.poll(() => claims.run(claim, 'r3', run)).toEqual(done)
    expect(run).toHaveBeenCalledTimes(1)
  })
})
