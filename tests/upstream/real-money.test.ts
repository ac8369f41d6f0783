import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerDueHelpRequests } from '~/embedded/messages/messages.server'
import { answerDueAccountRequests } from '~/embedded/movements/movements.server'
import { approveDueMovements } from '~/embedded/movements/settle.server'
import { openTestEmbeddedUpstream } from '../support/embedded-upstream'

const site = 'http://site.example'
const dayMs = 24 * 60 * 60_000

let embedded: Awaited<ReturnType<typeof openTestEmbeddedUpstream>>
let token: string
/** Pages that were opened while the money was play money. */
let opened: { game: string; deposit: string; withdrawal: string }

/** A store that began with play money, so that movements are pending and pages open; then the money is real. */
beforeAll(async () => {
  embedded = await openTestEmbeddedUpstream({ playApprovalMs: 60_000 })
  token = await embedded.signIn()
  const code = () => randomUUID()
  const address = async (segment: 'open-game' | 'apply-deposit-payment' | 'withdrawal-launcher', payload: object) => {
    const { body } = await embedded.call(segment, { ...payload }, token)
    return site + String(body.gameUrl ?? body.launcherUrl)
  }
  opened = {
    withdrawal: await address('withdrawal-launcher', { idx: 1 }),
    deposit: await address('apply-deposit-payment', { balance: 10_000, code: code(), idx: 1 }),
    game: await address('open-game', { company: 'dodam-play', code: 'moon-rabbit-mill' }),
  }
  await embedded.call('transfer-out', {}, token)
  await embedded.call('apply-user-deposit', { balance: 20_000, code: code() }, token)
  await embedded.reopen({ money: 'real', playApprovalMs: 1 })
})
afterAll(() => embedded?.close())

const answer = async (segment: Parameters<typeof embedded.call>[0], payload: object = {}) =>
  (await embedded.call(segment, { ...payload }, token)).body
const balance = async () => Number((await answer('get-in-game-balance')).balance)
const statuses = async (list: 'get-deposit-list' | 'get-withdraw-list') =>
  ((await answer(list)).balances as { status: string; balance: number }[]).slice(0, 2).map(({ status }) => status)

describe('with real money the embedded upstream', () => {
  it('approves and answers nothing by itself, not even what was due before', async () => {
    const before = await balance()
    expect(await answer('apply-user-deposit', { balance: 30_000, code: randomUUID() })).toMatchObject({
      status: 'success',
    })
    const withdrawal = { balance: 40_000, code: randomUUID(), exchange_pw: '2580' }
    expect(await answer('apply-user-withdraw', withdrawal)).toMatchObject({ status: 'success' })
    expect(await answer('user-ask-account')).toEqual({ status: 'success' })
    expect(await answer('user-write-help', { title: '문의', contents: '언제 되나요' })).toEqual({ status: 'success' })
    embedded.advanceClock(dayMs / 2)
    const ctx = { ...embedded.context(), options: { ...embedded.options, money: 'real' as const } }
    await answerDueAccountRequests(ctx)
    await approveDueMovements(ctx)
    await answerDueHelpRequests(ctx)
    expect(await balance()).toBe(before - 40_000)
    expect(await statuses('get-deposit-list')).toEqual(['wait', 'wait'])
    expect((await statuses('get-withdraw-list'))[0]).toBe('wait')
    expect(await answer('user-ask-account')).toEqual({ status: 'already' })
    const helps = (await answer('get-help-list')).helps as { status: string }[]
    expect(helps.slice(0, 2).map(({ status }) => status)).toEqual(['wait', 'wait'])
  })

  it('opens no game of the sandbox, and lists none as open', async () => {
    for (const payload of [
      { company: 'dodam-play', code: 'moon-rabbit-mill' },
      { company: 'gaon-casino', code: 'gaon-casino' },
      { company: 'ondeul-sports', code: 'ondeul-sports' },
    ]) {
      const refused = await answer('open-game', payload)
      expect(refused).toEqual({ status: 'fail' })
    }
    for (const [segment, field] of [
      ['get-casino-setting', 'casiono'],
      ['get-slot-setting', 'slot'],
      ['get-sport-setting', 'sport'],
    ] as const) {
      const entries = (await answer(segment))[field] as { used: string }[]
      expect(entries.length).toBeGreaterThan(0)
      expect(new Set(entries.map(({ used }) => used))).toEqual(new Set(['n']))
    }
  })

  it('offers no payment of the sandbox, and opens none', async () => {
    expect((await answer('get-deposit-payment')).payments).toEqual([])
    expect((await answer('get-withdrawal-payment')).payments).toEqual([])
    const deposit = await answer('apply-deposit-payment', { balance: 10_000, code: randomUUID(), idx: 1 })
    const withdrawal = await answer('withdrawal-launcher', { idx: 1 })
    for (const refused of [deposit, withdrawal]) {
      expect(refused.status).not.toBe('success')
      expect(refused).not.toHaveProperty('launcherUrl')
    }
  })

  it('answers 404 with a message on pages that play money opened, and moves nothing there', async () => {
    const before = await balance()
    for (const [page, fields] of [
      [opened.game, { spin: randomUUID(), stake: '1000' }],
      [opened.game, { intent: 'bring-in' }],
      [opened.deposit, { intent: 'confirm' }],
      [opened.withdrawal, { intent: 'confirm', balance: '10000', exchange_pw: '2580' }],
    ] as const) {
      const shown = await embedded.send(new Request(page))
      const pressed = await embedded.send(
        new Request(page, { method: 'POST', body: new URLSearchParams({ ...fields }) }),
      )
      expect([shown.status, pressed.status]).toEqual([404, 404])
      expect(await pressed.text()).toMatch(/<h1>[^<]+<\/h1><p>[^<]+<\/p>/)
    }
    expect(await balance()).toBe(before)
  })

  it('starts an empty store without the demo, and warns of one that has it', async () => {
    expect(embedded.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', message: expect.stringContaining('began with play money') }),
    )
    const empty = await openTestEmbeddedUpstream({ money: 'real' })
    try {
      expect((await empty.call('user-do-login', { id: 'demo', pw: 'demo-1234' })).httpStatus).toBe(401)
      expect(await empty.query('select 1 from members')).toEqual([])
      expect((await empty.call('get-slot-setting', {})).answer.slot.length).toBeGreaterThanOrEqual(30)
      expect(empty.lines.filter(({ level }) => level !== 'info')).toEqual([])
    } finally {
      await empty.close()
    }
  })
})
