import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectToUpstream } from '~/upstream/connection.server'
import { type ConformanceOptions, runConformance } from '../../bin/upstream/conformance-run'
import { openTestEmbeddedUpstream } from '../support/embedded-upstream'
import { type ForeignUpstream, startForeignUpstream } from './foreign-upstream'

const readOnly: Omit<ConformanceOptions, 'fetch'> = {
  id: 'demo',
  password: 'demo-1234',
  exchangePassword: '2580',
  paths: {},
  timeoutMs: 5_000,
  allowWrites: false,
  allowDeletes: false,
  report: () => undefined,
}

describe('the conformance run against the embedded upstream', () => {
  let embedded: Awaited<ReturnType<typeof openTestEmbeddedUpstream>>
  beforeAll(async () => {
    embedded = await openTestEmbeddedUpstream()
  })
  afterAll(() => embedded.close())

  const movements = async () => Number((await embedded.query<{ n: bigint }>('select count(*) n from movements'))[0]?.n)

  it('holds in everything, and changes nothing unless it is allowed to', async () => {
    const before = await movements()
    const findings = await runConformance({ ...readOnly, fetch: embedded.send })
    expect(findings.filter(({ result }) => result !== 'holds')).toEqual([])
    expect(findings.length).toBeGreaterThan(25)
    expect(await movements()).toBe(before)
  })

  it('moves no more than the cap', async () => {
    const before = await movements()
    const findings = await runConformance({
      ...readOnly,
      fetch: embedded.send,
      cap: 60_000,
      allowWrites: true,
      allowDeletes: true,
    })
    expect(findings.filter(({ result }) => result !== 'holds')).toEqual([])
    expect(await movements()).toBe(before + 2)
  })
})

describe('the conformance run against another upstream', () => {
  let foreign: ForeignUpstream
  beforeAll(async () => {
    foreign = await startForeignUpstream()
  })
  afterAll(() => foreign.stop())

  const run = async (more: Partial<ConformanceOptions> = {}) => {
    const { fetch, close } = connectToUpstream(foreign.url)
    try {
      return await runConformance({ ...readOnly, fetch, ...more })
    } finally {
      await close()
    }
  }

  it('says which optional calls are missing and what that costs', async () => {
    const findings = await run()
    expect(findings.filter(({ result }) => result === 'fails')).toEqual([])
    expect(findings).toContainEqual(
      expect.objectContaining({
        call: 'get-play-limits',
        result: 'missing',
        cost: expect.stringContaining('REDIS_URL'),
      }),
    )
  })

  it('finds answers that a member would notice', async () => {
    foreign.fail('get-user-note', 'html')
    foreign.answer('get-jackpot', { status: 'success', amount: '12' })
    const findings = await run()
    foreign.clearFaults()
    const resultOf = (call: string) => findings.find((finding) => finding.call === call)?.result
    expect(resultOf('get-user-note')).toBe('fails')
    expect(resultOf('get-jackpot')).toBe('short')
  })

  it('finds an upstream that ignores request codes', async () => {
    foreign.style.honoursCodes = false
    const findings = await run({ cap: 20_000 })
    foreign.style.honoursCodes = true
    const moved = foreign.account.deposits.reduce((sum, { balance }) => sum + balance, 0)
    expect(moved).toBeLessThanOrEqual(20_000)
    expect(findings).toContainEqual(
      expect.objectContaining({ call: 'apply-user-deposit', trial: 'moves money once', result: 'fails' }),
    )
  })

  it('calls other paths when they are given', async () => {
    const before = foreign.calls.length
    await run({ paths: { 'get-jackpot': '/jackpot' } })
    expect(foreign.calls.slice(before).map(({ path }) => path)).toContain('/jackpot')
  })
})
