import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '~/upstream/contract'
import { expectRefusal, isDone, playTwice, secondPressCost } from './code-trials'
import { countRows, judgeOwnRow } from './list-trials'
import type { Sent, Trials } from './trials'

/** The trials of a conformance run that move money. */

/** A deposit or a withdrawal, in won. */
export const trialAmount = 10_000

type PaymentMethod = ResponseOf<'get-deposit-payment'>['payments'][number]
/** What the member's calls told that those about money need. */
export type MoneyKnown = {
  exchangePassword: string | undefined
  depositMethods: readonly PaymentMethod[]
  withdrawalMethods: readonly PaymentMethod[]
  game: { code: string | number | undefined; company: string | number | undefined }
}

/** Calls that move money, each for as much as is left of the cap. */
export async function playMoney(trials: Trials, known: MoneyKnown): Promise<void> {
  await refuseOffStep(trials, 'apply-user-deposit', {})
  const code = await playTwice(trials, 'apply-user-deposit', {
    payload: { balance: trialAmount },
    changed: { balance: 2 * trialAmount },
    measure: async () => ({ rows: await countRows(trials, 'get-deposit-list') }),
    by: { rows: 1 },
  })
  if (code !== undefined) {
    await judgeOwnRow(trials, 'get-deposit-list', trialAmount)
    await expectRefusal(trials, 'roll-to-balance', {
      trial: 'refuses the code of another call',
      payload: { points: 1, code },
      won: 1,
      cost: 'two requests that share a code by accident pass as one',
    })
  }
  await playWithdrawal(trials, known.exchangePassword)
  await playPaymentDeposit(trials, known.depositMethods)
  await playWithdrawalLauncher(trials, known.withdrawalMethods)
  await playExchanges(trials)
  await playGameMoney(trials, known.game)
  const below = Object.entries(await readBalances(trials)).filter(([, won]) => Number(won) < 0)
  const seen = below.map(([name, won]) => `${name}: ${won}`).join(', ')
  trials.judge(
    'get-in-game-balance',
    'has nothing below zero after all that',
    seen,
    'members spend what they do not have',
  )
}

async function playWithdrawal(trials: Trials, exchangePassword: string | undefined): Promise<void> {
  const callName = 'apply-user-withdraw'
  const { wallet } = await readBalances(trials)
  if (exchangePassword === undefined) return trials.skip(callName, 'takes a withdrawal', 'no --exchange-password')
  if (typeof wallet !== 'number' || wallet < trialAmount)
    return trials.skip(callName, 'takes a withdrawal', `the member’s wallet does not hold ${trialAmount} won`)
  await refuseOffStep(trials, callName, { exchange_pw: exchangePassword })
  const tooMuch = (Math.floor(wallet / trialAmount) + 1) * trialAmount
  // One code for both refusals and the withdrawal: an upstream that remembers a refusal is refused by it.
  const code = randomUUID()
  await expectRefusal(trials, callName, {
    trial: 'refuses more than the wallet holds',
    payload: { balance: tooMuch, code, exchange_pw: exchangePassword },
    won: tooMuch,
    cost: 'members are paid money that they do not have',
  })
  const isRefused = await expectRefusal(trials, callName, {
    trial: 'refuses a wrong exchange password',
    payload: { balance: trialAmount, code, exchange_pw: exchangePassword === '0000' ? '1111' : '0000' },
    won: trialAmount,
    status: 'pass',
    cost: 'whoever finds an open session can withdraw',
  })
  if (isRefused === undefined) return
  const taken = await playTwice(trials, callName, {
    refusedCode: isRefused ? code : undefined,
    payload: { balance: trialAmount, exchange_pw: exchangePassword },
    changed: { balance: 2 * trialAmount, exchange_pw: exchangePassword },
    measure: async () => ({
      rows: await countRows(trials, 'get-withdraw-list'),
      wallet: (await readBalances(trials)).wallet,
    }),
    by: { rows: 1, wallet: -trialAmount },
  })
  if (taken !== undefined) await judgeOwnRow(trials, 'get-withdraw-list', trialAmount)
}

/** An amount that is no multiple of the step, which the site itself never sends. */
async function refuseOffStep(
  trials: Trials,
  callName: 'apply-user-deposit' | 'apply-user-withdraw',
  fields: { exchange_pw?: string },
): Promise<void> {
  const won = trialAmount + 1
  await expectRefusal(trials, callName, {
    trial: `refuses ${won} won`,
    payload: { balance: won, code: randomUUID(), ...fields },
    won,
    isChecked: false,
    cost: 'sums pass that no bank transfer and no page of the site has',
  })
}

/** Begins a payment of the smallest amount, twice with one code. Nobody pays it. */
async function playPaymentDeposit(trials: Trials, methods: readonly PaymentMethod[]): Promise<void> {
  const callName = 'apply-deposit-payment'
  const method = methods.find(({ idx }) => idx !== undefined)
  if (method?.idx === undefined)
    return trials.skip(callName, 'begins a payment', 'get-deposit-payment names no payment service')
  const balance = Math.max(1, Math.ceil((method.min ?? 0) / trialAmount)) * trialAmount
  const payload = { balance, code: randomUUID(), idx: method.idx }
  const first = await trials.sendMoney(callName, { trial: 'begins a payment', payload, won: balance })
  if (!first || !expectDoneOrWait(trials, callName, 'begins a payment', first)) return
  const trial = 'gives the same code the first outcome'
  const again = await trials.sendMoney(callName, { trial, payload, won: balance })
  if (again) trials.expectOutcome(callName, trial, again, isDone, secondPressCost)
}

/** Opens the page of a payment service. Nobody fills it in, so what it might take is its smallest amount at most. */
async function playWithdrawalLauncher(trials: Trials, methods: readonly PaymentMethod[]): Promise<void> {
  const [callName, trial] = ['withdrawal-launcher', 'opens the page of a payment service'] as const
  const method = methods.find(({ idx }) => idx !== undefined)
  if (method?.idx === undefined) return trials.skip(callName, trial, 'get-withdrawal-payment names no payment service')
  const won = method.min ?? trialAmount
  const { wallet } = await readBalances(trials)
  if (typeof wallet !== 'number' || wallet < won)
    return trials.skip(callName, trial, `the member’s wallet does not hold ${won} won`)
  const opened = await trials.sendMoney(callName, { trial, payload: { idx: method.idx }, won })
  if (opened) expectDoneOrWait(trials, callName, trial, opened)
}

/** Turns 1 won into a point and back, each twice with one code. */
async function playExchanges(trials: Trials): Promise<void> {
  const measure = async () => {
    const { wallet, points } = await readBalances(trials)
    return { wallet, points }
  }
  for (const { callName, by } of [
    { callName: 'money-to-point', by: { points: 1, wallet: -1 } },
    { callName: 'roll-to-balance', by: { points: -1, wallet: 1 } },
  ] as const) {
    const { wallet, points } = await measure()
    const held = callName === 'money-to-point' ? wallet : points
    if (typeof held !== 'number' || held < 1) {
      trials.skip(callName, 'takes 1 won', 'get-in-game-balance says that there is none')
      continue
    }
    const code = randomUUID()
    const isRefused = await expectRefusal(trials, callName, {
      trial: 'refuses more than there is',
      payload: { points: held + 1, code },
      won: held + 1,
      cost: 'members exchange what they do not have',
    })
    const refusedCode = isRefused ? code : undefined
    await playTwice(trials, callName, { refusedCode, payload: { points: 1 }, changed: { points: 2 }, measure, by })
  }
}

/**
 * Moves the wallet into games and back. These calls name no amount: what may move is what get-in-game-balance says just
 * before, so a member who wins or is paid meanwhile moves more.
 */
async function playGameMoney(trials: Trials, { code, company }: MoneyKnown['game']): Promise<void> {
  const unknown = 'get-in-game-balance does not say what may move'
  const atStart = await readBalances(trials)
  const into = 'moves the wallet into games'
  if (typeof atStart.wallet !== 'number') trials.skip('transfer-in', into, unknown)
  else {
    const sent = await trials.sendMoney('transfer-in', { trial: into, payload: {}, won: Math.max(0, atStart.wallet) })
    if (sent) trials.expectDone('transfer-in', into, sent)
  }

  const opens = 'opens a game'
  const beforeGame = await readBalances(trials)
  if (code === undefined || company === undefined)
    trials.skip('open-game', opens, 'no game is listed that can be opened')
  else if (typeof beforeGame.wallet !== 'number') trials.skip('open-game', opens, unknown)
  else {
    const sent = await trials.sendMoney('open-game', {
      trial: opens,
      payload: { code, company },
      won: Math.max(0, beforeGame.wallet),
    })
    if (sent) trials.expectDone('open-game', opens, sent)
  }

  const back = 'brings game money back'
  const atEnd = await readBalances(trials)
  if (typeof atEnd.inGames !== 'number') return trials.skip('transfer-out', back, unknown)
  const sent = await trials.sendMoney('transfer-out', { trial: back, payload: {}, won: Math.max(0, atEnd.inGames) })
  if (sent) trials.expectDone('transfer-out', back, sent)
}

/** What the member has now, in won and points; undefined where the upstream does not say. */
async function readBalances(trials: Trials) {
  const { outcome } = await trials.send('get-in-game-balance', {})
  if (outcome.kind !== 'done') return { wallet: undefined, inGames: undefined, points: undefined }
  const { balance, gameMoney, rolling } = outcome.response
  return { wallet: balance, inGames: gameMoney, points: rolling }
}

/** A call that should succeed, or say that the deposit or withdrawal of this run waits. @returns whether it succeeded */
function expectDoneOrWait(
  trials: Trials,
  callName: 'apply-deposit-payment' | 'withdrawal-launcher',
  trial: string,
  sent: Sent<'apply-deposit-payment'> | Sent<'withdrawal-launcher'>,
): boolean {
  if (sent.outcome.kind !== 'refused' || sent.outcome.status !== 'wait')
    return trials.expectDone(callName, trial, sent) !== undefined
  trials.judge(callName, 'says that another request waits', '', '', sent.ms)
  return false
}
