import { createHmac, randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { sendCallback } from '~/embedded/callbacks/callback.server'
import { isSignedBy } from '~/embedded/callbacks/verify-signature.server'
import type { EmbeddedContext } from '~/embedded/context.server'
import { rollBackInterruptedRounds } from '~/embedded/games/sandbox-provider.server'
import { playTexts } from '~/embedded/sandbox/texts'
import type { Sql } from '~/embedded/store/store.server'
import { cancelReasonText } from '~/embedded/transactions/cancel-reasons'
import { parseTransactionNumber } from '~/embedded/transactions/transaction-number'
import { signatureHeaders } from '~/platform/signature.server'
import { hours, minutes } from '~/values/durations'
import { createCallsOf } from '../../support/member-calls'
import { reportFigure } from '../../support/report-figure'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

const providerSecret = 'what secrets of providers are derived from'
const paymentSecret = 'what secrets of payments are derived from'
/** The signing secret of one sender, derived as in docs/callbacks.md. */
const secretOf = (sender: string, from = sender === 'payments' ? paymentSecret : providerSecret) =>
  createHmac('sha256', from).update(sender).digest('hex')
const provider = 'dodam-play'
const path = (sender: string) => `http://site.example/callbacks/${sender}`

const embedded = sharedEmbeddedUpstream({ providerSecrets: [providerSecret], paymentSecrets: [paymentSecret] })
const { deposit, depositByPayment, moneyOf, cashOf, depositsOf, openGame, submitForm } = createCallsOf(embedded)

async function memberInGame(company?: string) {
  const { token } = await embedded.newMember(100_000)
  return { token, session: (await openGame(token, company)).session }
}

async function send(message: Record<string, unknown>, how: { secret?: string; at?: Date; sender?: string } = {}) {
  const body = JSON.stringify(message)
  const { at = embedded.options.now?.() ?? new Date(), sender = String(message.provider) } = how
  const { secret = secretOf(sender) } = how
  const response = await embedded.send(
    new Request(path(sender), { method: 'POST', body, headers: signatureHeaders(secret, body, at) }),
  )
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const bet = (session: string, stake = 10_000) => ({ type: 'bet', provider, id: randomUUID(), session, stake })
const win = (of: string, won = 0) => ({ type: 'win', provider, id: randomUUID(), bet: of, won })
const rollback = (of: string) => ({ type: 'rollback', provider, id: randomUUID(), bet: of })

const gameMoney = async (token: string) => (await moneyOf(token)).gameMoney

/** Creates an unpaid deposit of 50,000 won with a fee of 500. @param of a member's token; a new member by default. */
async function unpaid(of?: string) {
  const token = of ?? (await memberInGame()).token
  const applied = await depositByPayment(token, 50_000, 2)
  const [row] = (await depositsOf(token)).balances
  return { token, page: String(applied.body.launcherUrl), deposit: String(parseTransactionNumber(String(row?.id))) }
}
const report = (type: 'paid' | 'refused', deposit: string, more: object = {}) => ({
  ...{ type, provider: 'payments', id: randomUUID(), deposit, won: 50_000 },
  ...more,
})

describe('a provider', () => {
  it('takes bets from game money, pays wins and the jackpot into it, and credits comp on settlement', async () => {
    const { token, session } = await memberInGame()
    const staked = bet(session)
    expect((await send(staked)).body).toEqual({ status: 'success', balance: 90_000 })
    expect(await moneyOf(token)).toMatchObject({ balance: 0, gameMoney: 90_000, rolling: 0 })
    expect((await send(win(staked.id, 25_000))).body).toEqual({ status: 'success', balance: 115_000 })
    expect(await moneyOf(token)).toMatchObject({ balance: 0, gameMoney: 115_000, rolling: 30 })
    const { bets } = (await embedded.call('get-bets-list', {}, token)).response
    expect(bets).toMatchObject([{ balanceBet: 10_000, balanceWin: 25_000 }])
    const pool = (await embedded.call('get-jackpot', {})).response.amount ?? 0
    const second = bet(session)
    await send(second)
    const paid = { balance: 106_000 + pool + 10, jackpot: pool + 10 }
    expect((await send({ ...win(second.id, 1_000), jackpot: true })).body).toEqual({ status: 'success', ...paid })
    expect(await gameMoney(token)).toBe(paid.balance)
  })

  it('locks the shared jackpot for few statements of a bet that feeds it, and never for other bets', async () => {
    const { token } = await embedded.newMember(100_000)
    const { session } = await openGame(token)
    const ran: { text: string; values: readonly unknown[] }[] = []
    const recording = (sql: Sql): Sql => ({
      ...sql,
      query: (text, values = []) => {
        ran.push({ text, values })
        return sql.query(text, values)
      },
    })
    const ctx = embedded.context()
    const store = {
      ...ctx.store,
      tx: <T>(work: (sql: Sql) => Promise<T>) => ctx.store.tx((sql) => work(recording(sql))),
    }
    const statementsOf = async (stake: number) => {
      const bet = randomUUID()
      await sendCallback(ctx, { type: 'bet', provider, id: bet, session, stake })
      ran.length = 0
      const win = { type: 'win', provider, id: `${bet}-w`, bet, won: 0 } as const
      expect((await sendCallback({ ...ctx, store }, win)).status).toBe('success')
      const lock = ran.findIndex(
        ({ text, values }) => text.includes('for no key update') && `${values}`.includes('jackpot'),
      )
      return lock === -1 ? 'not locked' : ran.length - 1 - lock
    }
    // The jackpot gets a thousandth, rounded down, and is locked for four statements before the commit.
    expect([await statementsOf(1_000), await statementsOf(999)]).toEqual([4, 'not locked'])
  })

  it('gets the first response again if it repeats a callback, simultaneously or much later', async () => {
    const { token, session } = await memberInGame()
    const staked = bet(session)
    const responses = await Promise.all([1, 2, 3, 4].map(() => send(staked)))
    await send({ ...bet(session), stake: 1_000 })
    embedded.advanceClock(60 * 60_000)
    responses.push(await send(staked))
    expect(responses.map(({ body }) => body)).toEqual(Array(5).fill({ status: 'success', balance: 90_000 }))
    const won = win(staked.id, 5_000)
    const paid = await Promise.all([1, 2, 3].map(() => send(won)))
    expect(paid.map(({ body }) => body)).toEqual(Array(3).fill({ status: 'success', balance: 94_000 }))
    expect(await gameMoney(token)).toBe(94_000)
  })

  it('can’t send another payload with a known ID, or roll back or settle a settled bet again', async () => {
    const { token, session } = await memberInGame()
    const staked = bet(session)
    await send(staked)
    expect(await send({ ...staked, stake: 20_000 })).toMatchObject({ status: 409, body: { status: 'id_reused' } })
    expect(await send({ ...win(staked.id, 1), id: staked.id })).toMatchObject({ status: 400 })
    expect(await gameMoney(token)).toBe(90_000)
    await send(win(staked.id, 3_000))
    expect((await send(rollback(staked.id))).body).toEqual({ status: 'settled' })
    expect((await send(win(staked.id, 3_000))).body).toEqual({ status: 'settled' })
    expect(await gameMoney(token)).toBe(93_000)
  })

  it('returns a stake once, and can’t settle the bet afterwards', async () => {
    const { token, session } = await memberInGame()
    const staked = bet(session)
    await send(staked)
    const back = rollback(staked.id)
    const responses = await Promise.all([send(back), send(back), send(rollback(staked.id))])
    expect(responses.map(({ body }) => body)).toEqual(Array(3).fill({ status: 'success', balance: 100_000 }))
    expect((await send(win(staked.id, 50_000))).body).toEqual({ status: 'rolled_back' })
    expect(await moneyOf(token)).toMatchObject({ gameMoney: 100_000, rolling: 0 })
    expect((await embedded.call('get-bets-list', {}, token)).response.total).toBe(0)
  })

  it('can’t bet or win after an early rollback, or win before the bet, but may repeat these callbacks', async () => {
    const { token, session } = await memberInGame()
    const late = bet(session)
    expect((await send(rollback(late.id))).body).toEqual({ status: 'success' })
    const beforeBet = win(late.id, 50_000)
    expect((await send(beforeBet)).body).toEqual({ status: 'rolled_back' })
    expect((await send(late)).body).toEqual({ status: 'rolled_back' })
    for (const message of [beforeBet, win(late.id, 50_000)])
      expect((await send(message)).body).toEqual({ status: 'rolled_back' })
    const refused = bet(session, 200_000)
    expect((await send(refused)).body).toMatchObject({ status: 'balance' })
    const nothingTaken = { status: 'rolled_back' }
    expect((await send(win(refused.id, 1_000))).body, 'the win of a rejected bet').toEqual(nothingTaken)
    expect((await send(rollback(refused.id))).body).toEqual({ status: 'success' })
    expect((await send(win(refused.id, 1_000))).body, 'the same win after a rollback').toEqual(nothingTaken)
    expect((await send(refused)).body, 'its first answer').toMatchObject({ status: 'balance' })
    expect(await gameMoney(token)).toBe(100_000)
    const staked = bet(session)
    const early = win(staked.id, 5_000)
    expect((await send(early)).body).toEqual({ status: 'unknown' })
    await send(staked)
    expect((await send(early)).body).toEqual({ status: 'success', balance: 95_000 })
    expect(await gameMoney(token)).toBe(95_000)
  })

  it('moves no money if bet and rollback arrive together in any order', async () => {
    const { token, session } = await memberInGame()
    for (let round = 0; round < 12; round++) {
      const staked = bet(session)
      const both = [() => send(staked), () => send(rollback(staked.id))]
      await Promise.all((round % 2 === 0 ? both : both.toReversed()).map((sendNext) => sendNext()))
    }
    expect(await gameMoney(token)).toBe(100_000)
  })

  it('can’t bet more than the game money, and the ID stays rejected', async () => {
    const { token, session } = await memberInGame()
    const many = await Promise.all(Array.from({ length: 14 }, () => send(bet(session))))
    expect(many.filter(({ body }) => body.status === 'success')).toHaveLength(10)
    const refused = bet(session)
    expect((await send(refused)).body).toEqual({ status: 'balance' })
    await deposit(token, 50_000)
    embedded.advanceClock(embedded.options.playApprovalMs)
    await embedded.call('transfer-in', {}, token)
    expect((await send(refused)).body).toEqual({ status: 'balance' })
    expect(await gameMoney(token)).toBe(50_000)
  })

  it('can end open bets but not place new ones under maintenance or in a closed game', async () => {
    const { token, session } = await memberInGame()
    const [first, staked] = [bet(session), bet(session)]
    for (const callback of [first, staked]) await send(callback)
    await embedded.query("insert into provider_closures (provider, closed_at) values ($1, '2000-01-01')", [provider])
    expect((await send(bet(session))).body).toEqual({ status: 'closed' })
    expect((await send(win(first.id, 10_000))).body).toEqual({ status: 'success', balance: 90_000 })
    await embedded.query('delete from provider_closures where provider = $1', [provider])
    await embedded.call('transfer-out', {}, token)
    embedded.advanceClock(13 * 60 * 60_000)
    expect((await send(bet(session))).body).toEqual({ status: 'session' })
    expect((await send(win(staked.id, 7_000))).body).toEqual({ status: 'success', balance: 7_000 })
    expect(await moneyOf(token)).toMatchObject({ balance: 90_000, gameMoney: 7_000 })
  })

  it('can bet only in its own games', async () => {
    const { session } = await memberInGame('gaon-casino')
    expect((await send(bet(session))).body).toEqual({ status: 'session' })
    expect((await send(bet('nobody'))).body).toEqual({ status: 'session' })
    const own = { ...bet(session), provider: 'gaon-casino' }
    expect((await send(own)).body).toEqual({ status: 'success', balance: 90_000 })
    expect((await send(win(own.id, 5_000))).body).toEqual({ status: 'unknown' })
    // Casino games don't feed the jackpot and can't pay it out.
    const greedy = { ...win(own.id, 1_000), provider: 'gaon-casino', jackpot: true }
    expect((await send(greedy)).body).toEqual({ status: 'success', balance: 91_000 })
  })
})

describe('a callback', () => {
  it('costs no statement or body without a recent signature, and one statement for all wrong signatures', async () => {
    const now = new Date()
    const query = vi.fn(async () => [{ secret: 'generated' }])
    const ctx = { options: {}, store: { query }, now: () => now } as unknown as EmbeddedContext
    const check = async (headers: Record<string, string>) => {
      const request = new Request(path(provider), { method: 'POST', body: '{}', headers })
      expect(await isSignedBy({ code: provider, kind: 'games' }, ctx, request)).toBe(false)
      return request.bodyUsed
    }
    const old = signatureHeaders('wrong', '{}', new Date(now.getTime() - minutes(6)))
    for (const headers of [{}, old, { ...old, 'X-Callback-Time': 'now' }]) expect(await check(headers)).toBe(false)
    expect(query).not.toHaveBeenCalled()
    for (let count = 0; count < 3; count += 1) expect(await check(signatureHeaders('wrong', '{}', now))).toBe(true)
    expect(query).toHaveBeenCalledOnce()
  })

  it('is accepted only with a valid, recent signature', async () => {
    const { token, session } = await memberInGame()
    const now = embedded.options.now?.() ?? new Date()
    const at = (ms: number) => new Date(now.getTime() + ms)
    for (const how of [{ secret: 'another secret' }, { at: at(-5 * 60_000 - 1) }, { at: at(5 * 60_000 + 1) }])
      expect(await send(bet(session), how)).toEqual({ status: 401, body: { status: 'signature' } })
    const body = JSON.stringify(bet(session))
    const good = signatureHeaders(secretOf(provider), body, now)
    const many: Record<string, string>[] = [
      {},
      { 'X-Callback-Time': good['X-Callback-Time'] ?? '' },
      { ...good, 'X-Callback-Time': String(now.getTime() + 1) },
      { ...good, 'X-Callback-Signature': 'x'.repeat(64) },
      { ...good, 'X-Callback-Signature': '' },
    ]
    for (const headers of many) {
      const refused = await embedded.send(new Request(path(provider), { method: 'POST', body, headers }))
      expect(refused.status).toBe(401)
    }
    const changed = await embedded.send(
      new Request(path(provider), { method: 'POST', body: `${body} `, headers: good }),
    )
    expect(changed.status).toBe(401)
    expect(await gameMoney(token)).toBe(100_000)
    expect((await send(bet(session), { at: at(-4 * 60_000) })).status).toBe(200)
  })

  it('is accepted only from the sender named in its path, and only in a known format', async () => {
    const { session } = await memberInGame()
    expect((await send({ ...bet(session), provider: 'nobody' })).status).toBe(404)
    for (const wrong of [
      { ...bet(session), stake: 0 },
      { ...bet(session), stake: 0.5 },
      { ...bet(session), stake: '1000' },
      { ...bet(session), id: '' },
      { ...bet(session), id: 'a b' },
      { ...bet(session), more: 1 },
      { ...win('x'), won: -1 },
      { type: 'other', provider, id: 'x' },
    ]) {
      expect(await send(wrong)).toEqual({ status: 400, body: { status: 'malformed' } })
    }
    expect((await embedded.send(new Request(path(provider)))).status).toBe(405)
  })
})

describe('a callback sender', () => {
  const refused = { status: 401, body: { status: 'signature' } }

  it('has a secret that isn’t valid for another provider', async () => {
    const { token, session } = await memberInGame()
    const staked = bet(session)
    await send(staked)
    const theirs = secretOf('mir-works')
    for (const message of [win(staked.id, 5_000_000), rollback(staked.id), bet(session)]) {
      expect(await send(message, { secret: theirs })).toEqual(refused)
      // On its own path, it may not name another provider, and can't access that provider's bets.
      expect((await send(message, { sender: 'mir-works' })).status).toBe(400)
    }
    expect((await send({ ...win(staked.id, 5_000_000), provider: 'mir-works' })).body).toEqual({ status: 'unknown' })
    expect((await send({ ...rollback(staked.id), provider: 'mir-works' })).body).toEqual({ status: 'success' })
    expect((await send({ ...bet(session), provider: 'mir-works' })).body).toEqual({ status: 'session' })
    expect(await gameMoney(token)).toBe(90_000)
    expect((await send(win(staked.id, 1_000))).body).toEqual({ status: 'success', balance: 91_000 })
  })

  it('can’t report a payment as a game provider, or a bet as a payment service', async () => {
    const { token: payer, deposit } = await unpaid()
    const paid = report('paid', deposit)
    for (const secret of [secretOf(provider), secretOf('payments', providerSecret), providerSecret, paymentSecret])
      expect(await send(paid, { secret })).toEqual(refused)
    expect((await send(paid, { sender: provider })).status).toBe(400)
    expect(await cashOf(payer)).toBe(0)
    const { token, session } = await memberInGame()
    for (const secret of [secretOf('payments'), secretOf(provider, paymentSecret), providerSecret, paymentSecret])
      expect(await send(bet(session), { secret })).toEqual(refused)
    expect(await gameMoney(token)).toBe(100_000)
    expect((await send(paid)).body).toEqual({ status: 'success', deposit: 'already' })
    expect(await cashOf(payer)).toBe(49_500)
  })

  it('may use its new and old secrets only while they are set', async () => {
    const newer = 'what secrets are derived from henceforth'
    const { session } = await memberInGame()
    const { deposit } = await unpaid()
    const statuses = async () => [
      (await send(bet(session, 1_000), { secret: secretOf(provider, newer) })).status,
      (await send(bet(session, 1_000), { secret: secretOf(provider) })).status,
      (await send(report('paid', deposit), { secret: secretOf('payments', newer) })).status,
      (await send(report('paid', deposit), { secret: secretOf('payments') })).status,
    ]
    expect(await statuses()).toEqual([401, 200, 401, 200])
    await embedded.reopen({ providerSecrets: [newer, providerSecret], paymentSecrets: [newer, paymentSecret] })
    expect(await statuses()).toEqual([200, 200, 200, 200])
    await embedded.reopen({ providerSecrets: [newer], paymentSecrets: [newer] })
    expect(await statuses()).toEqual([200, 401, 200, 401])
    await embedded.reopen()
  })
})

describe('an interrupted sandbox round', () => {
  async function interruptedRound() {
    const { token, session } = await memberInGame()
    const [launch] = await embedded.query<{ id: bigint }>('select max(id) as id from game_launches')
    const spin = randomUUID()
    await embedded.query(
      `insert into game_rounds (launch_id, spin, choice, outcome, stake, win, jackpot, state, made_at)
        values ($1, $2, 'spin', '["bell","bell","bell"]', 5000, 200000, false, 'open', $3)`,
      [launch?.id, spin, embedded.options.now?.()],
    )
    const of = `${launch?.id}-${spin}`
    const state = async () =>
      (await embedded.query<{ state: string }>('select state from game_rounds where spin = $1', [spin]))[0]?.state
    return { token, session, spin, of, state }
  }
  const staked = (session: string, id: string) =>
    sendCallback(embedded.context(), { type: 'bet', provider, id, session, stake: 5_000 })

  it('never takes a stake if it was interrupted before its bet, as a repeated form reports', async () => {
    const { token, session, spin, of, state } = await interruptedRound()
    await rollBackInterruptedRounds(embedded.context())
    expect(await state()).toBe('open')
    embedded.advanceClock(30_000)
    await rollBackInterruptedRounds(embedded.context())
    expect(await state()).toBe('void')
    expect((await staked(session, of)).status).toBe('rolled_back')
    expect(await gameMoney(token)).toBe(100_000)
    const again = await submitForm(`/sandbox/game/${session}`, { spin, stake: '5000' })
    expect([again.status, again.text]).toEqual([409, expect.stringContaining(playTexts('ko').t('game.void'))])
  })

  it('returns the stake once if it was interrupted after its bet', async () => {
    const { token, session, of, state } = await interruptedRound()
    await staked(session, of)
    expect(await gameMoney(token)).toBe(95_000)
    embedded.advanceClock(30_000)
    await Promise.all([rollBackInterruptedRounds(embedded.context()), rollBackInterruptedRounds(embedded.context())])
    expect(await state()).toBe('void')
    expect(await gameMoney(token)).toBe(100_000)
  })

  it('is completed and paid once if it was interrupted after its settlement', async () => {
    const { token, session, of, state } = await interruptedRound()
    await staked(session, of)
    await sendCallback(embedded.context(), { type: 'win', provider, id: `${of}-win`, bet: of, won: 200_000 })
    embedded.advanceClock(30_000)
    await rollBackInterruptedRounds(embedded.context())
    expect(await state()).toBe('done')
    expect(await gameMoney(token)).toBe(295_000)
  })

  it('continues when its form is sent again', async () => {
    const { token, session, spin, of, state } = await interruptedRound()
    await staked(session, of)
    const again = await submitForm(`/sandbox/game/${session}`, { spin, stake: '5000' })
    expect(again.status).toBe(303)
    expect(await state()).toBe('done')
    expect(await gameMoney(token)).toBe(295_000)
  })
})

describe('a payment service', () => {
  it('completes a deposit once, by page or callback', async () => {
    const { token, page, deposit } = await unpaid()
    const paid = report('paid', deposit)
    const responses = await Promise.all([send(paid), send(paid), send(report('paid', deposit))])
    expect(responses.map(({ body }) => body)).toEqual(Array(3).fill({ status: 'success', deposit: 'already' }))
    await submitForm(page, { intent: 'confirm' })
    expect((await send(report('refused', deposit))).body).toEqual({ status: 'success', deposit: 'already' })
    expect(await cashOf(token)).toBe(49_500)
  })

  it('is linked from the member’s list only while a deposit is unpaid', async () => {
    const { token, page, deposit } = await unpaid()
    const row = async () => (await depositsOf(token)).balances[0]
    const expiresAt = new Date(embedded.context().now().getTime() + hours(12)).toISOString()
    expect(await row()).toMatchObject({ status: 'wait', stage: 'unpaid', payUrl: page, expiresAt })
    const inEnglish = await embedded.call('get-deposit-list', {}, token, { 'Accept-Language': 'en' })
    expect(inEnglish.response.balances[0]?.payUrl).toBe(`${page}?lng=en`)
    await submitForm(page, { intent: 'leave' })
    expect(await row()).toMatchObject({
      status: 'cansel',
      reason: cancelReasonText('given-up', 'ko'),
    })
    expect(await row()).not.toHaveProperty('payUrl')
    expect((await send(report('paid', deposit))).body).toEqual({ status: 'success', deposit: 'cansel' })
  })

  it('ends each deposit in one state when it is abandoned and reported as paid simultaneously', async () => {
    const { token } = await memberInGame()
    let credited = 0
    const endings: Record<string, number> = {}
    for (let round = 0; round < 20; round += 1) {
      const { page, deposit } = await unpaid(token)
      // Abandoning takes longer, so a varying head start lets either request win.
      const givenUp = submitForm(page, { intent: 'leave' })
      for (let turn = 1; turn < 2 ** (round % 10); turn += 1) await setImmediate()
      await Promise.all([givenUp, send(report('paid', deposit))])
      const row = (await depositsOf(token)).balances.find(
        ({ id }) => parseTransactionNumber(`${id}`) === BigInt(deposit),
      )
      endings[`${row?.status}`] = (endings[`${row?.status}`] ?? 0) + 1
      if (row?.status === 'already') credited += 49_500
      else expect(row).toMatchObject({ status: 'cansel', reason: cancelReasonText('paid-apart', 'ko') })
      expect(await cashOf(token)).toBe(credited)
    }
    const { already = 0, cansel = 0 } = endings
    expect([already > 0, cansel > 0, already + cansel]).toEqual([true, true, 20])
    reportFigure(`given up and reported paid at once, 20 times: ${already} were paid, ${cansel} were cancelled`)
  })

  it('can’t report another amount, an unknown deposit, a bank transfer or a payment that was declined', async () => {
    const { token, deposit: id } = await unpaid()
    expect((await send(report('paid', id, { won: 60_000 }))).body).toEqual({ status: 'amount' })
    expect((await send(report('paid', '999999'))).body).toEqual({ status: 'unknown' })
    const bank = String(parseTransactionNumber(String((await deposit(token, 50_000)).body.id)))
    expect((await send(report('paid', bank))).body).toEqual({ status: 'unknown' })
    expect((await send({ ...report('paid', id), type: 'other' })).status).toBe(400)
    for (const type of ['refused', 'paid'] as const)
      expect((await send(report(type, id))).body).toEqual({ status: 'success', deposit: 'cansel' })
    expect(await cashOf(token)).toBe(0)
  })
})
