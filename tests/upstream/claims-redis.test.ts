import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

vi.hoisted(() => {
  process.env.LOG_LEVEL = 'silent'
})

import type { Claim } from '~/upstream/claims.server'
import { RedisClaims } from '~/upstream/claims-redis.server'
import type { Outcome } from '~/upstream/outcome'

type AnyOutcome = Outcome<unknown, string>

const program = 'redis-server'
const isHere = spawnSync(program, ['--version']).status === 0

const done: AnyOutcome = { kind: 'done', answer: { status: 'success' } }
const refused: AnyOutcome = { kind: 'refused', status: 'wait', said: 'wait', answer: {} }
const key = 'the same key on every replica'

let redis: ChildProcess
let url = ''
const opened: RedisClaims[] = []

function replica(address = url): RedisClaims {
  const claims = new RedisClaims(address, key)
  opened.push(claims)
  return claims
}

let codes = 0
function newClaim(payload: unknown = { balance: 10_000 }): Claim {
  codes += 1
  return { member: 'demo', code: `code-${codes}`, segment: 'apply-user-deposit', payload }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

async function startRedis(port: number): Promise<void> {
  redis = spawn(program, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'])
  await new Promise<void>((resolve) => {
    redis.stdout?.on('data', (text: Buffer) => text.toString().includes('Ready to accept') && resolve())
  })
}

describe.runIf(isHere)('request codes that replicas share', () => {
  beforeAll(async () => {
    const port = await freePort()
    url = `redis://127.0.0.1:${port}`
    await startRedis(port)
  })
  afterAll(async () => {
    await Promise.all(opened.map((claims) => claims.close()))
    redis.kill()
  })

  it('make one call, whichever replica is asked, and replay what came of it', async () => {
    const [one, other] = [replica(), replica()]
    const claim = newClaim()
    const run = vi.fn(async () => done)
    expect(await one.once(claim, 'r1', run)).toEqual(done)
    expect(await other.once(claim, 'r2', run)).toEqual(done)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('give the first outcome to a request that comes while the first still runs elsewhere', async () => {
    const claim = newClaim()
    let finish: (outcome: AnyOutcome) => void = () => undefined
    const run = vi.fn(() => new Promise<AnyOutcome>((resolve) => (finish = resolve)))
    const all = [replica(), replica(), replica()].map((claims) => claims.once(claim, 'r', run))
    await vi.waitFor(() => expect(run).toHaveBeenCalled())
    finish(done)
    expect(await Promise.all(all)).toEqual([done, done, done])
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('refuse another payload, and are free again after a refusal', async () => {
    const [one, other] = [replica(), replica()]
    const claim = newClaim()
    expect(await one.once(claim, 'r1', async () => refused)).toEqual(refused)
    expect(await other.once({ ...claim, payload: { balance: 20_000 } }, 'r2', async () => done)).toEqual(done)
    expect(await one.once(claim, 'r3', async () => done)).toEqual({ kind: 'code-reused' })
  })

  it('send nothing while the store is out of reach, and go on when it is back', async () => {
    const run = vi.fn(async () => done)
    const claims = replica()
    await claims.once(newClaim(), 'r', run)
    redis.kill()
    await once(redis, 'exit')
    const began = performance.now()
    expect(await claims.once(newClaim(), 'r1', run)).toEqual({ kind: 'unguarded', reference: 'r1' })
    expect(await replica().once(newClaim(), 'r2', run)).toEqual({ kind: 'unguarded', reference: 'r2' })
    expect(performance.now() - began).toBeLessThan(3_000)
    expect(run).toHaveBeenCalledTimes(1)
    await startRedis(Number(new URL(url).port))
    await vi.waitFor(async () => expect(await claims.once(newClaim(), 'r3', run)).toEqual(done), { timeout: 5_000 })
    expect(run).toHaveBeenCalledTimes(2)
  })

  it('keep no payload that can be read', async () => {
    const claims = replica()
    await claims.once(newClaim({ balance: 10_000, exchange_pw: '24682468' }), 'r', async () => done)
    const dump = spawnSync('redis-cli', ['-u', url, '--no-raw', 'eval', readAll, '0']).stdout.toString()
    if (dump) expect(dump).not.toContain('24682468')
  })
})

const readAll = `local out = '' for _, name in ipairs(redis.call('keys', '*')) do out = out .. redis.call('get', name) end return out`
