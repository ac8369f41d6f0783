import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '~/upstream/contract'
import { rowsPerPage } from '~/upstream/contract/call'
import { readStatus } from '~/values/status'
import { optionOf } from '../upstream/permissions'
import { callReferences } from '../upstream/schemas'
import { compareFigures, expectRefusal, isDone, playTwice, secondSubmitCost, sendAnother } from './codes'
import { countRows, judgeSubmittedRows, type SubmittedRequest } from './lists'
import type { Sent, Tester } from './tester'

export const testAmount = 10_000

type PaymentMethod = ResponseOf<'get-deposit-payment'>['payments'][number]
export type MoneyKnown = {
  withdrawalPassword: string | undefined
  depositMethods: readonly PaymentMethod[]
  withdrawalMethods: readonly PaymentMethod[]
  game: { code: string | number | undefined; company: string | number | undefined }
}

export async function playMoney(tester: Tester, known: MoneyKnown): Promise<void> {
  await refuseOffStep(tester, 'apply-user-deposit', {})
  const taken = await playTwice(tester, 'apply-user-deposit', {
    payload: { balance: testAmount },
    changed: { balance: 2 * testAmount },
    measure: async () => ({ rows: await countRows(tester, 'get-deposit-list') }),
    by: { rows: 1 },
  })
  if (taken) {
    await playAnother(tester, 'apply-user-deposit', { first: taken.response.id, fields: {} })
    await playCancellation(tester)
    await expectRefusal(tester, 'roll-to-balance', {
      trial: 'refuses the code of another call',
      payload: { points: 1, code: taken.code },
      won: 1,
      cost: 'two requests that share a code by accident pass as one',
    })
  }
  await playWithdrawal(tester, known.withdrawalPassword)
  await playPaymentDeposit(tester, known.depositMethods)
  await playWithdrawalLauncher(tester, known.withdrawalMethods)
  await playExchanges(tester)
  await playGameMoney(tester, known.game)
  const balances = Object.entries(await readBalances(tester)).filter(([, won]) => typeof won === 'number')
  const below = balances.filter(([, won]) => Number(won) < 0)
  tester.judge('get-in-game-balance', 'has nothing below zero after all that', {
    seen: below.map(([name, won]) => `${name}: ${won}`).join(', '),
    cost: 'members spend what they do not have',
    unjudged: balances.length === 0 ? 'it tells no sum' : '',
  })
}

async function playAnother(
  tester: Tester,
  callName: 'apply-user-deposit' | 'apply-user-withdraw',
  { first, fields }: { first: SubmittedRequest['id']; fields: { exchange_pw?: string } },
): Promise<void> {
  const won = 2 * testAmount
  const before = { won: testAmount, id: first }
  const { response, why } = await sendAnother(tester, callName, { balance: won, ...fields })
  await judgeSubmittedRows(tester, callName, response ? [{ won, id: response.id }, before] : [before], why)
}

async function playCancellation(tester: Tester): Promise<void> {
  const [callName, trial] = ['cancel-deposit', 'cancels a waiting deposit once'] as const
  if (!tester.allows('writes')) return tester.notJudged(callName, trial, `${optionOf.writes} is not set`)
  const newest = async () => {
    const { outcome } = await tester.send('get-deposit-list', {})
    return outcome.kind === 'done' ? outcome.response.balances[0] : undefined
  }
  const row = await newest()
  if (row?.id === undefined || !row.cancellable)
    return tester.lacks(callName, trial, 'row with `cancellable`', callReferences[callName].cost)
  if (!(await tester.sendAndExpect(callName, trial, { id: row.id }))) return
  await tester.sendAndExpect(callName, 'says the same to a second press', { id: row.id })
  const after = await newest()
  const status = after?.id === row.id ? readStatus(after.status) : 'not the newest row'
  tester.judge(callName, 'lists it as cancelled', {
    seen: status === 'cancelled' && !after?.cancellable ? '' : `status ${status}`,
    cost: 'members send money for a request that they cancelled',
  })
}

async function playWithdrawal(tester: Tester, withdrawalPassword: string | undefined): Promise<void> {
  const callName = 'apply-user-withdraw'
  const { wallet } = await readBalances(tester)
  if (withdrawalPassword === undefined)
    return tester.notJudged(callName, 'takes a withdrawal', 'no --exchange-password')
  if (typeof wallet !== 'number' || wallet < testAmount)
    return tester.notJudged(callName, 'takes a withdrawal', `the member’s wallet does not hold ${testAmount} won`)
  await refuseOffStep(tester, callName, { exchange_pw: withdrawalPassword })
  const tooMuch = (Math.floor(wallet / testAmount) + 1) * testAmount
  // The refused calls and the withdrawal use the same code, to check whether the upstream remembers refusals.
  const code = randomUUID()
  await expectRefusal(tester, callName, {
    trial: 'refuses more than the wallet holds',
    payload: { balance: tooMuch, code, exchange_pw: withdrawalPassword },
    won: tooMuch,
    provokes: 'balance',
    cost: 'members are paid money that they do not have',
  })
  const isRefused = await expectRefusal(tester, callName, {
    trial: 'refuses a wrong withdrawal password',
    payload: { balance: testAmount, code, exchange_pw: withdrawalPassword === '0000' ? '1111' : '0000' },
    won: testAmount,
    status: 'pass',
    cost: 'whoever finds an open session can withdraw',
  })
  if (isRefused === undefined) return
  // Even without a list of withdrawals, the change in the wallet shows whether money moved only once.
  const hasList = (await countRows(tester, 'get-withdraw-list')) !== undefined
  const taken = await playTwice(tester, callName, {
    refusedCode: isRefused ? code : undefined,
    payload: { balance: testAmount, exchange_pw: withdrawalPassword },
    changed: { balance: 2 * testAmount, exchange_pw: withdrawalPassword },
    measure: async () => ({
      rows: await countRows(tester, 'get-withdraw-list'),
      wallet: (await readBalances(tester)).wallet,
    }),
    by: { ...(hasList ? { rows: 1 } : {}), wallet: -testAmount },
  })
  if (taken)
    await playAnother(tester, callName, { first: taken.response.id, fields: { exchange_pw: withdrawalPassword } })
}

async function refuseOffStep(
  tester: Tester,
  callName: 'apply-user-deposit' | 'apply-user-withdraw',
  fields: { exchange_pw?: string },
): Promise<void> {
  const won = testAmount + 1
  await expectRefusal(tester, callName, {
    trial: `refuses ${won} won`,
    payload: { balance: won, code: randomUUID(), ...fields },
    won,
    isChecked: false,
    cost: 'sums pass that no bank transfer and no page of the site has',
  })
}

async function playPaymentDeposit(tester: Tester, methods: readonly PaymentMethod[]): Promise<void> {
  const callName = 'apply-deposit-payment'
  const method = methods.find(({ idx }) => idx !== undefined)
  if (method?.idx === undefined)
    return tester.notJudgedWithout('get-deposit-payment', callName, 'begins a payment', 'no payment service is named')
  const balance = Math.max(1, Math.ceil((method.min ?? 0) / testAmount)) * testAmount
  const payload = { balance, code: randomUUID(), idx: method.idx }
  const first = await tester.sendMoney(callName, { trial: 'begins a payment', payload, won: balance })
  if (!first || !expectDoneOrWait(tester, callName, 'begins a payment', first)) return
  const trial = 'gives the same code the first outcome'
  const again = await tester.sendMoney(callName, { trial, payload, won: balance })
  if (again) tester.expectOutcome(callName, trial, again, isDone, secondSubmitCost)
}

async function playWithdrawalLauncher(tester: Tester, methods: readonly PaymentMethod[]): Promise<void> {
  const [callName, trial] = ['withdrawal-launcher', 'opens the page of a payment service'] as const
  const method = methods.find(({ idx }) => idx !== undefined)
  if (method?.idx === undefined)
    return tester.notJudgedWithout('get-withdrawal-payment', callName, trial, 'no payment service is named')
  const won = method.min ?? testAmount
  const { wallet } = await readBalances(tester)
  if (typeof wallet !== 'number' || wallet < won)
    return tester.notJudged(callName, trial, `the member’s wallet does not hold ${won} won`)
  const opened = await tester.sendMoney(callName, { trial, payload: { idx: method.idx }, won })
  if (opened) expectDoneOrWait(tester, callName, trial, opened)
}

async function playExchanges(tester: Tester): Promise<void> {
  const rowsBefore = await countRows(tester, 'get-comp-list')
  const measure = async () => {
    const { wallet, points } = await readBalances(tester)
    return { wallet, points }
  }
  for (const { callName, by } of [
    { callName: 'money-to-point', by: { points: 1, wallet: -1 } },
    { callName: 'roll-to-balance', by: { points: -1, wallet: 1 } },
  ] as const) {
    const { wallet, points } = await measure()
    const [held, provokes] = callName === 'money-to-point' ? [wallet, 'balance'] : [points, 'low_point']
    if (typeof held !== 'number' || held < 1) {
      tester.notJudged(callName, 'takes 1 won', 'get-in-game-balance says that there is none')
      continue
    }
    const code = randomUUID()
    const isRefused = await expectRefusal(tester, callName, {
      trial: 'refuses more than there is',
      payload: { points: held + 1, code },
      won: held + 1,
      provokes,
      cost: 'members exchange what they do not have',
    })
    const refusedCode = isRefused ? code : undefined
    await playTwice(tester, callName, { refusedCode, payload: { points: 1 }, changed: { points: 2 }, measure, by })
  }
  await fillCompList(tester, rowsBefore)
}

/** Exchanges single points until the list of exchanges has a second page, at most 20 times. */
async function fillCompList(tester: Tester, rowsBefore: number | undefined): Promise<void> {
  const rows = await countRows(tester, 'get-comp-list')
  if (rows === undefined || rowsBefore === undefined || rows <= rowsBefore) return
  const { wallet } = await readBalances(tester)
  const ways = (['money-to-point', 'roll-to-balance'] as const).filter((callName) => !tester.isMissing(callName))
  if (!wallet) ways.reverse()
  for (let made = 0; rows + made <= rowsPerPage || made % ways.length > 0; made += 1) {
    const [callName, trial] = [ways[made % ways.length] ?? 'roll-to-balance', 'fills get-comp-list']
    const sent = await tester.sendMoney(callName, { trial, payload: { points: 1, code: randomUUID() }, won: 1 })
    if (sent && !isDone(sent.outcome)) tester.notJudged(callName, trial, `after ${made} rows: ${sent.why}`, sent.ms)
    if (!sent || !isDone(sent.outcome)) return
  }
}

async function playGameMoney(tester: Tester, { code, company }: MoneyKnown['game']): Promise<void> {
  await playTransfer(tester, 'transfer-in')
  const unknown = 'get-in-game-balance does not say what may move'
  const opens = 'opens a game'
  const { wallet } = await readBalances(tester)
  if (code === undefined || company === undefined)
    tester.notJudged('open-game', opens, 'no game is listed that can be opened')
  else if (typeof wallet !== 'number') tester.notJudged('open-game', opens, unknown)
  else {
    const won = Math.max(0, wallet)
    const sent = await tester.sendMoney('open-game', { trial: opens, payload: { code, company }, won })
    if (sent) tester.expectDone('open-game', opens, sent)
  }
  await playTransfer(tester, 'transfer-out')
}

async function playTransfer(tester: Tester, callName: 'transfer-in' | 'transfer-out'): Promise<void> {
  const trial = callName === 'transfer-in' ? 'moves the wallet into games' : 'brings game money back'
  const { wallet, inGames } = await readBalances(tester)
  const held = callName === 'transfer-in' ? wallet : inGames
  if (typeof held !== 'number')
    return tester.notJudged(callName, trial, 'get-in-game-balance does not say what may move')
  const sent = await tester.sendMoney(callName, { trial, payload: {}, won: Math.max(0, held) })
  if (!sent || !tester.expectDone(callName, trial, sent)) return
  const by = callName === 'transfer-in' ? { wallet: -held, inGames: held } : { wallet: held, inGames: -held }
  const { seen, unknown } = compareFigures({ wallet, inGames }, await readBalances(tester), by)
  const empty = held > 0 ? '' : 'there was nothing to move'
  tester.judge(callName, 'moves all of it', {
    seen,
    cost: 'members look for money that has moved elsewhere',
    unjudged: unknown.length > 0 ? `no calls tell ${unknown.join(' and ')}` : empty,
  })
}

async function readBalances(tester: Tester) {
  const { outcome } = await tester.send('get-in-game-balance', {})
  if (outcome.kind !== 'done') return { wallet: undefined, inGames: undefined, points: undefined }
  const { balance, gameMoney: inGames, rolling: points } = outcome.response
  if (balance !== undefined) return { wallet: balance, inGames, points }
  const { outcome: health } = await tester.send('user-health-check', {})
  return { wallet: health.kind === 'done' ? health.response.user.balance : undefined, inGames, points }
}

function expectDoneOrWait(
  tester: Tester,
  callName: 'apply-deposit-payment' | 'withdrawal-launcher',
  trial: string,
  sent: Sent<'apply-deposit-payment'> | Sent<'withdrawal-launcher'>,
): boolean {
  if (sent.outcome.kind !== 'refused' || sent.outcome.status !== 'wait')
    return tester.expectDone(callName, trial, sent) !== undefined
  tester.notJudged(callName, trial, 'another request waits: settle or cancel it', sent.ms)
  return false
}
