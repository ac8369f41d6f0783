import { randomUUID } from 'node:crypto'
import type { PayloadOf, ResponseOf } from '~/upstream/contract'
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
  await playTwice(trials, 'apply-user-deposit', {
    payload: { balance: trialAmount },
    changed: { balance: 2 * trialAmount },
    measure: () => countMovements(trials, 'get-deposit-list'),
    once: 1,
  })
  await playWithdrawal(trials, known.exchangePassword)
  await playPaymentDeposit(trials, known.depositMethods)
  await playWithdrawalLauncher(trials, known.withdrawalMethods)
  await playExchanges(trials)
  await playGameMoney(trials, known.game)
}

async function playWithdrawal(trials: Trials, exchangePassword: string | undefined): Promise<void> {
  const callName = 'apply-user-withdraw'
  const { wallet } = await readBalances(trials)
  if (exchangePassword === undefined) return trials.skip(callName, 'takes a withdrawal', 'no --exchange-password')
  if (wallet === undefined || wallet < trialAmount)
    return trials.skip(callName, 'takes a withdrawal', `the member’s wallet does not hold ${trialAmount} won`)
  const trial = 'refuses a wrong exchange password'
  const wrongPassword = await trials.sendMoney(callName, {
    trial,
    payload: {
      balance: trialAmount,
      code: randomUUID(),
      exchange_pw: exchangePassword === '0000' ? '1111' : '0000',
    },
    won: trialAmount,
  })
  if (!wrongPassword) return
  const isRefused = wrongPassword.outcome.kind === 'refused' && wrongPassword.outcome.status === 'pass'
  trials.expectOutcome(callName, trial, wrongPassword, () => isRefused, 'whoever finds an open session can withdraw')
  if (isRefused) trials.release(trialAmount)
  await playTwice(trials, callName, {
    payload: { balance: trialAmount, exchange_pw: exchangePassword },
    changed: { balance: 2 * trialAmount, exchange_pw: exchangePassword },
    measure: () => countMovements(trials, 'get-withdraw-list'),
    once: 1,
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
  if (wallet === undefined || wallet < won)
    return trials.skip(callName, trial, `the member’s wallet does not hold ${won} won`)
  const opened = await trials.sendMoney(callName, { trial, payload: { idx: method.idx }, won })
  if (opened) expectDoneOrWait(trials, callName, trial, opened)
}

/** Turns 1 won into a point and back, each twice with one code. */
async function playExchanges(trials: Trials): Promise<void> {
  const readPoints = async () => (await readBalances(trials)).points
  for (const { callName, once } of [
    { callName: 'money-to-point', once: 1 },
    { callName: 'roll-to-balance', once: -1 },
  ] as const) {
    const { wallet, points } = await readBalances(trials)
    const held = callName === 'money-to-point' ? wallet : points
    if (held === undefined || held < 1)
      trials.skip(callName, 'takes 1 won', 'get-in-game-balance says that there is none')
    else
      await playTwice(trials, callName, { payload: { points: 1 }, changed: { points: 2 }, measure: readPoints, once })
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
  if (atStart.wallet === undefined) trials.skip('transfer-in', into, unknown)
  else {
    const sent = await trials.sendMoney('transfer-in', { trial: into, payload: {}, won: atStart.wallet })
    if (sent) trials.expectDone('transfer-in', into, sent)
  }

  const opens = 'opens a game'
  const beforeGame = await readBalances(trials)
  if (code === undefined || company === undefined)
    trials.skip('open-game', opens, 'no game is listed that can be opened')
  else if (beforeGame.wallet === undefined) trials.skip('open-game', opens, unknown)
  else {
    const sent = await trials.sendMoney('open-game', {
      trial: opens,
      payload: { code, company },
      won: beforeGame.wallet,
    })
    if (sent) trials.expectDone('open-game', opens, sent)
  }

  const back = 'brings game money back'
  const atEnd = await readBalances(trials)
  if (atEnd.inGames === undefined) return trials.skip('transfer-out', back, unknown)
  const sent = await trials.sendMoney('transfer-out', { trial: back, payload: {}, won: atEnd.inGames })
  if (sent) trials.expectDone('transfer-out', back, sent)
}

/** What the member has now, in won and points; undefined where the upstream does not say. */
async function readBalances(trials: Trials) {
  const { outcome } = await trials.send('get-in-game-balance', {})
  if (outcome.kind !== 'done') return { wallet: undefined, inGames: undefined, points: undefined }
  const { balance, gameMoney, rolling } = outcome.response
  return { wallet: balance, inGames: gameMoney, points: rolling }
}

async function countMovements(
  trials: Trials,
  list: 'get-deposit-list' | 'get-withdraw-list',
): Promise<number | undefined> {
  const { outcome } = await trials.send(list, {})
  return outcome.kind === 'done' ? outcome.response.total : undefined
}

const secondPressCost = 'a second press looks like a failure'
const isDone = ({ kind }: { kind: string }) => kind === 'done'

/** A call that should succeed, or say that the deposit or withdrawal of this run waits. @returns whether it succeeded */
function expectDoneOrWait(
  trials: Trials,
  callName: 'apply-deposit-payment' | 'withdrawal-launcher',
  trial: string,
  sent: Sent<'apply-deposit-payment'> | Sent<'withdrawal-launcher'>,
): boolean {
  if (sent.outcome.kind !== 'refused' || sent.outcome.status !== 'wait')
    return trials.expectDone(callName, trial, sent) !== undefined
  trials.add({
    call: callName,
    trial: 'says that another request waits',
    result: 'holds',
    seen: '',
    cost: '',
    ms: sent.ms,
  })
  return false
}

type CodedCallName = 'apply-user-deposit' | 'apply-user-withdraw' | 'roll-to-balance' | 'money-to-point'
type Amounts = { balance?: number; points?: number; exchange_pw?: string }

/**
 * Plays a call twice with one code, then another amount under that code.
 *
 * @param play.measure a figure that one success changes by `play.once`; undefined where the upstream does not have it.
 */
async function playTwice(
  trials: Trials,
  callName: CodedCallName,
  play: { payload: Amounts; changed: Amounts; measure: () => Promise<number | undefined>; once: number },
): Promise<void> {
  const code = randomUUID()
  const wonOf = ({ balance = 0, points = 0 }: Amounts) => Math.max(balance, points)
  const won = wonOf(play.payload)
  const send = (trial: string, amounts: Amounts) =>
    trials.sendMoney(callName, {
      trial,
      payload: { ...amounts, code } as PayloadOf<CodedCallName>,
      won: wonOf(amounts),
    })

  const before = await play.measure()
  const takes = `takes ${won} won`
  const first = await send(takes, play.payload)
  if (!first || !trials.expectDone(callName, takes, first)) return

  const gives = 'gives the same code the first outcome'
  const second = await send(gives, play.payload)
  if (!second) return
  trials.expectOutcome(callName, gives, second, isDone, secondPressCost)
  const after = await play.measure()
  if (before === undefined || after === undefined) return
  const isOnce = after === before + play.once
  trials.add({
    call: callName,
    trial: 'moves money once',
    result: isOnce ? 'holds' : 'fails',
    seen: isOnce ? '' : `two equal requests changed by ${after - before} what one changes by ${play.once}`,
    cost: isOnce ? '' : 'a second press after the loss of the site’s own guard moves money twice',
    ms: 0,
  })
  if (!isOnce) return
  trials.release(won)

  const refuses = 'refuses the code for another amount'
  const changed = await send(refuses, play.changed)
  if (!changed) return
  const isRefused = changed.outcome.kind === 'code-reused' || changed.outcome.kind === 'refused'
  trials.expectOutcome(callName, refuses, changed, () => isRefused, 'a changed request passes as the first one')
  if (isRefused) trials.release(wonOf(play.changed))
}
