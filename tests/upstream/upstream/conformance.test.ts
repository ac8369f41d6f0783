import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CallName, callsWithRequestCode, contract, knownCallNames, type PayloadOf } from '~/upstream/contract'
import type { Call } from '~/upstream/contract/call'
import { playTwice } from '../../../bin/conformance/codes'
import { type ConformanceOptions, runConformance } from '../../../bin/conformance/run'
import { exitCodeOf, summaryOf } from '../../../bin/conformance/summary'
import { type Finding, Tester } from '../../../bin/conformance/tester'
import { permissionFor } from '../../../bin/upstream/permissions'
import { examplesOf } from '../../../bin/upstream/schemas'
import { openTestEmbeddedUpstream } from '../../support/embedded-upstream'
import { readOnlyRun as readOnly, sharedForeignUpstream } from '../../support/site-client'

const callNames = [...knownCallNames.values()]
const moneyCalls = callNames.filter((callName) => permissionFor(callName) === 'money')
/** Returns the findings that don't hold as call, trial and result. Ignores slowness, because of busy machines. */
const differencesIn = (findings: readonly Finding[]) =>
  findings
    .filter(({ result, seen }) => result !== 'holds' && !/^took \d+ ms$/.test(seen))
    .map(({ call, trial, result }) => [call, trial, result])
const playedIn = (findings: readonly Finding[]) => [...new Set(findings.map(({ call }) => call))].sort()

/** The only call that the embedded upstream lacks. */
const noEvents = ['get-event-list', 'answers', 'missing']

describe('the conformance run’s permissions', () => {
  it('follow the contract: whether a call changes anything, and whether it moves money', () => {
    const reads = callNames.filter((callName) => contract[callName].effect === 'read')
    expect(reads.filter((callName) => permissionFor(callName) !== 'nothing')).toEqual([])
    // A change that sends an amount, returns a balance, or may be refused because of too little money.
    const movesMoney = callNames.filter((callName) => {
      const { effect, refusals, response }: Call = contract[callName]
      const isAboutMoney =
        callsWithRequestCode.has(callName) || refusals.includes('balance') || 'balance' in response.shape
      return effect === 'write' && isAboutMoney
    })
    expect(moneyCalls).toEqual(movesMoney)
  })

  it.each(callNames.filter((callName) => permissionFor(callName) !== 'nothing'))(
    'do not include %s without its option',
    async (callName) => {
      let requests = 0
      const response = async () => {
        requests += 1
        return Response.json({ status: 'success' })
      }
      const payload = examplesOf(callName).payload as PayloadOf<CallName>
      const playing = (options: Partial<ConformanceOptions>) =>
        new Tester({ ...readOnly, fetch: response as unknown as ConformanceOptions['fetch'], ...options })
      const all = { allowWrites: true, allowDeletes: true, cap: 1_000_000 }
      const less = {
        nothing: {},
        writes: { allowWrites: false },
        deletes: { allowDeletes: false },
        money: { cap: undefined },
      }
      const denied = playing({ ...all, ...less[permissionFor(callName)] })
      await expect(denied.send(callName, payload)).rejects.toThrow()
      await expect(denied.sendMoney(callName, { trial: '', payload, won: 300_000 })).rejects.toThrow()
      expect(requests).toBe(0)
      if (permissionFor(callName) !== 'money') return

      // If it is allowed, it is only sent within the cap, with at least the amount in its payload.
      const allowed = playing(all)
      await expect(allowed.send(callName, payload)).rejects.toThrow()
      expect(await allowed.sendMoney(callName, { trial: '', payload, won: 1_000_001 })).toBeUndefined()
      expect(allowed.findings).toMatchObject([{ call: callName, result: 'not judged' }])
      if (callsWithRequestCode.has(callName))
        await expect(allowed.sendMoney(callName, { trial: '', payload, won: 1 })).rejects.toThrow()
      expect(requests).toBe(0)
      await allowed.sendMoney(callName, { trial: '', payload, won: 1_000_000 })
      expect(requests).toBe(1)
      expect(await allowed.sendMoney(callName, { trial: '', payload, won: 300_000 })).toBeUndefined()
      expect(requests).toBe(1)
    },
  )

  it('do not release any of the cap after a request with an unknown outcome', async () => {
    const fetch = async () => new Response('', { status: 500 })
    const tester = new Tester({ ...readOnly, fetch: fetch as unknown as ConformanceOptions['fetch'], cap: 40_000 })
    const payload = { balance: 10_000, code: randomUUID() }
    await playTwice(tester, 'apply-user-deposit', {
      payload: { balance: 10_000 },
      changed: { balance: 20_000 },
      refusedCode: payload.code,
      measure: async () => ({}),
      by: {},
    })
    expect(await tester.sendMoney('apply-user-deposit', { trial: '', payload, won: 10_000 })).toBeUndefined()
  })
})

describe('the conformance run against the embedded upstream', () => {
  let embedded: Awaited<ReturnType<typeof openTestEmbeddedUpstream>>
  beforeAll(async () => {
    embedded = await openTestEmbeddedUpstream()
  })
  afterAll(() => embedded.close())

  const moved = async () =>
    (await embedded.query('select (select count(*) from movements), (select count(*) from transfers)'))[0]

  it('passes every trial, and changes nothing without permission', async () => {
    const before = await moved()
    const findings = await runConformance({ ...readOnly, fetch: embedded.fetch })
    expect(differencesIn(findings)).toEqual([
      noEvents,
      // The demo member has few rows, has never bet, and has no favourite before a run marks one.
      ['get-favourites', 'answers', 'not judged'],
      ['get-deposit-list', 'gives pages of 20', 'not judged'],
      ['get-withdraw-list', 'gives pages of 20', 'not judged'],
      ['get-bets-list', 'answers', 'not judged'],
      ['get-comp-list', 'names each row', 'not judged'],
      ['get-comp-list', 'gives the newest first', 'not judged'],
      ['get-comp-list', 'gives pages of 20', 'not judged'],
    ])
    expect(playedIn(findings)).toEqual(callNames.filter((callName) => permissionFor(callName) === 'nothing').sort())
    expect(await moved()).toEqual(before)
  })

  it('makes every allowed call within the reference’s cap, and judges every trial for a prepared member', async () => {
    const reference = await openTestEmbeddedUpstream({ seedDemoHistory: true })
    const requests = async () => (await reference.query('select id from movements')).length
    const before = await requests()
    const findings = await runConformance({
      ...readOnly,
      fetch: (request) => {
        reference.advanceClock(10)
        return reference.fetch(request)
      },
      now: reference.options.now,
      second: { id: 'demo2', password: 'demo-5678' },
      cap: 120_000 + 2 * 1_000_000,
      allowWrites: true,
      allowDeletes: true,
    })
    expect(differencesIn(findings)).toEqual([noEvents])
    expect(playedIn(findings)).toEqual([...callNames].sort())
    // Two deposits, two withdrawals and an unpaid payment.
    expect(await requests()).toBe(before + 5)
    await reference.close()
  })
})

describe('a conformance run’s result', () => {
  const findings = (...results: Finding['result'][]) =>
    results.map((result): Finding => ({ call: 'get-jackpot', trial: 'answers', result, seen: '', cost: '', ms: 0 }))

  it.each([
    [findings('holds', 'missing'), [0, 0], '1 hold, 0 fall short, 1 are missing, 0 fail, 0 were not judged.'],
    [findings('holds', 'short'), [0, 1], '1 hold, 1 fall short, 0 are missing, 0 fail, 0 were not judged.'],
    [findings('holds', 'not judged'), [0, 4], '1 hold, 0 fall short, 0 are missing, 0 fail, 1 were not judged.'],
    [findings('short', 'not judged'), [0, 1], '0 hold, 1 fall short, 0 are missing, 0 fail, 1 were not judged.'],
    [findings('fails', 'not judged'), [1, 1], '0 hold, 0 fall short, 0 are missing, 1 fail, 1 were not judged.'],
  ])('distinguishes passed, incomplete and unjudged trials: %#', (found, codes, summary) => {
    expect([exitCodeOf(found, false), exitCodeOf(found, true)]).toEqual(codes)
    expect(summaryOf(found).split('\n')[0]).toBe(summary)
  })
})

describe('the conformance run against another upstream', () => {
  const { foreign, connection } = sharedForeignUpstream()
  const run = (more: Partial<ConformanceOptions> = {}) =>
    runConformance({ ...readOnly, fetch: connection.fetch, ...more })

  it('reports missing optional calls and their consequences, and uses configured paths', async () => {
    const findings = await run({ paths: { 'get-jackpot': '/jackpot' } })
    expect(foreign.calls.map(({ path }) => path)).toContain('/jackpot')
    expect(findings.filter(({ result }) => result === 'fails')).toEqual([])
    expect(findings).toContainEqual(
      expect.objectContaining({
        call: 'get-play-limits',
        result: 'missing',
        cost: expect.stringContaining('REDIS_URL'),
      }),
    )
  })

  it('moves no wallet or game money above the remaining cap', async () => {
    const [before, wallet] = [foreign.calls.length, foreign.account.balance]
    const findings = await run({ cap: 100_000, allowWrites: true, allowDeletes: true })
    const called = foreign.calls.slice(before).map(({ callName }) => callName)
    expect(called).not.toContain('open-game')
    expect(called).not.toContain('/balance/user_transfer_in')
    for (const call of ['open-game', 'transfer-in'])
      expect(findings).toContainEqual(
        expect.objectContaining({ call, result: 'not judged', seen: expect.stringContaining('--cap') }),
      )
    expect(wallet - foreign.account.balance).toBeLessThanOrEqual(30_000)
  })

  it('reports how the site handles a rejection, not a failure of the whole call', async () => {
    foreign.answer('apply-user-deposit', { status: 'wait' })
    const findings = await run({ cap: 20_000 })
    const found = findings.find(({ call, result }) => call === 'apply-user-deposit' && result === 'fails')
    expect(found?.seen).toContain('wait')
    expect(found?.cost).toContain('another request from the member is pending; the form says so')
    expect(found?.cost).not.toContain('cannot deposit')
  })
})
