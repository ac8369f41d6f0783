import { describe, expect, it } from 'vitest'
import { createRateLimiter } from '~/server/middleware/rate-limiter.server'
import { loginLimits, runAttempt } from '~/server/middleware/rate-limits.server'

const wrong = async () => ({ wrong: true, result: 'wrong' })
const right = async () => ({ wrong: false, result: 'right' })

function createLoginLimits(byId: number, byAddress: number) {
  const limiters = {
    loginId: createRateLimiter({ count: byId, seconds: 600 }),
    loginAddress: createRateLimiter({ count: byAddress, seconds: 600 }),
  }
  return {
    run: <T>(id: string, clientIp: string, attempt: () => Promise<{ wrong: boolean; result: T }>) =>
      runAttempt(loginLimits(limiters, id, clientIp), attempt),
  }
}

describe('a login', () => {
  it('is limited after failed attempts on one ID from one IP address', async () => {
    const gate = createLoginLimits(3, 100)
    for (let tries = 0; tries < 3; tries += 1)
      expect(await gate.run('demo', '203.0.113.7', wrong)).toEqual({ kind: 'tried', result: 'wrong' })
    expect(await gate.run('demo', '203.0.113.7', right)).toEqual({
      kind: 'limited',
      limit: 'loginId',
      retryAfterSeconds: 600,
    })
    expect(await gate.run(' DEMO ', '203.0.113.7', right)).toMatchObject({ kind: 'limited' })
  })

  it('is never blocked by failed attempts from another IP address', async () => {
    const gate = createLoginLimits(3, 100)
    for (let tries = 0; tries < 5; tries += 1) await gate.run('demo', '203.0.113.7', wrong)
    expect(await gate.run('demo', '198.51.100.9', right)).toEqual({ kind: 'tried', result: 'right' })
  })

  it('is limited for an IP address that tries many IDs', async () => {
    const gate = createLoginLimits(3, 4)
    for (let tries = 0; tries < 4; tries += 1) await gate.run(`member${tries}`, '203.0.113.7', wrong)
    expect(await gate.run('another', '203.0.113.7', right)).toMatchObject({ kind: 'limited', limit: 'loginAddress' })
  })

  it('allows no more guesses simultaneously than successively', async () => {
    const gate = createLoginLimits(3, 100)
    let guesses = 0
    const guess = async () => {
      guesses += 1
      await new Promise((resolve) => setImmediate(resolve))
      return { wrong: true, result: 'wrong' }
    }
    const all = await Promise.all(Array.from({ length: 50 }, () => gate.run('demo', '203.0.113.7', guess)))
    expect(guesses).toBe(3)
    expect(all.filter(({ kind }) => kind === 'limited')).toHaveLength(47)
  })

  it('succeeds in many tabs at the same time', async () => {
    const gate = createLoginLimits(3, 4)
    const slow = async () => {
      await new Promise((resolve) => setImmediate(resolve))
      return { wrong: false, result: 'right' }
    }
    const all = await Promise.all(Array.from({ length: 50 }, () => gate.run('demo', '203.0.113.7', slow)))
    expect(all.every(({ kind }) => kind === 'tried')).toBe(true)
  })

  it('isn’t limited after an attempt that failed for another reason', async () => {
    const gate = createLoginLimits(1, 1)
    const broken = async () => {
      throw new Error('the upstream is gone')
    }
    await expect(gate.run('demo', '203.0.113.7', broken)).rejects.toThrow('gone')
    expect(await gate.run('demo', '203.0.113.7', right)).toMatchObject({ kind: 'tried' })
  })
})
