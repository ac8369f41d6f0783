import { randomUUID } from 'node:crypto'
import { contract, type PayloadOf, type ResponseOf } from '~/upstream/contract'
import type { Sent, Tester } from './tester'

type CodedCallName = 'apply-user-deposit' | 'apply-user-withdraw' | 'roll-to-balance' | 'money-to-point'
type Amounts = { balance?: number; points?: number; exchange_pw?: string }
const wonOf = ({ balance = 0, points = 0 }: Amounts) => Math.max(balance, points)

export const secondSubmitCost = 'a second press looks like a failure'
export const isDone = ({ kind }: { kind: string }) => kind === 'done'
const isRefusal = ({ kind }: { kind: string }) => kind === 'code-reused' || kind === 'refused'

/**
 * Makes a call that should be refused. If it is refused for another reason, the trial is not judged.
 * @param expected.status the expected refusal; if undefined, any refusal is accepted
 * @param expected.provokes the status that this request should cause
 * @returns whether the call was refused, or undefined if too little of the run's spending cap was left
 */
export async function expectRefusal<S extends CodedCallName>(
  tester: Tester,
  callName: S,
  {
    cost,
    status,
    provokes,
    ...sending
  }: Parameters<typeof tester.sendMoney<S>>[1] & { status?: string; provokes?: string; cost: string },
): Promise<boolean | undefined> {
  const sent = await tester.sendMoney(callName, sending)
  if (!sent) return undefined
  const outcome: { kind: string; status?: string } = sent.outcome
  const isRefused = isRefusal(outcome)
  const otherReasons = status === undefined ? contract[callName].refusals.filter((word) => word !== provokes) : ['wait']
  const otherReason = otherReasons.find((word) => word === outcome.status)
  if (otherReason === undefined) {
    const isRight = isRefused && (status === undefined || outcome.status === status)
    tester.expectOutcome(callName, sending.trial, sent, () => isRight, cost)
  } else tester.notJudged(callName, sending.trial, `it was refused for another reason: ${otherReason}`, sent.ms)
  if (isRefused) tester.release(sending.won)
  return isRefused
}

/** Refusals that can be correct for any request. */
const reasonsOfMember: readonly string[] = ['wait', 'deposit_limit', 'balance']

/** Makes another request with a new code, so that the member's list has two rows from this run. */
export async function sendAnother<S extends 'apply-user-deposit' | 'apply-user-withdraw'>(
  tester: Tester,
  callName: S,
  amounts: Amounts,
): Promise<{ response?: ResponseOf<S> | undefined; why: string }> {
  const won = wonOf(amounts)
  const trial = `takes ${won} won`
  const payload = { ...amounts, code: randomUUID() } as PayloadOf<S>
  const sent = await tester.sendMoney(callName, { trial, payload, won })
  if (!sent) return { why: 'a second request was not made' }
  const outcome: { kind: string; status?: string } = sent.outcome
  const reason = reasonsOfMember.find((word) => word === outcome.status)
  if (reason === undefined)
    return { response: tester.expectDone(callName, trial, sent), why: 'a second request failed' }
  tester.release(won)
  tester.notJudged(callName, trial, `it was refused for what the member has or waits for: ${reason}`, sent.ms)
  return { why: `a second request was refused: ${reason}` }
}

const costOfSum = 'members’ money is wrong, or a second press after the loss of the site’s own guard moves it twice'

type Figures = { readonly [name: string]: number | null | undefined }

/** Makes a call twice at once and then a third time, all with the same code. Then changes the amount. */
export async function playTwice<S extends CodedCallName>(
  tester: Tester,
  callName: S,
  play: {
    payload: Amounts
    changed: Amounts
    refusedCode?: string | undefined
    measure: () => Promise<Figures>
    by: Figures
  },
): Promise<{ code: string; response: ResponseOf<S> } | undefined> {
  const won = wonOf(play.payload)
  const send = (trial: string, amounts: Amounts, code: string): Promise<Sent<S> | undefined> =>
    tester.sendMoney(callName, { trial, payload: { ...amounts, code } as PayloadOf<S>, won: wonOf(amounts) })
  const takes = `takes ${won} won`
  const sendTwice = async (code: string) => {
    const both = await Promise.all([send(takes, play.payload, code), send(takes, play.payload, code)])
    const done = both.filter((sent) => sent && isDone(sent.outcome))
    // Both responses may report success. Prefers the one with the transaction's id.
    return done.find((sent) => sent?.outcome.kind === 'done' && 'id' in sent.outcome.response) ?? done[0] ?? both[0]
  }

  const before = await play.measure()
  let code = play.refusedCode ?? randomUUID()
  let first = await sendTwice(code)
  if (first && play.refusedCode !== undefined) {
    const trial = 'leaves the code of a refusal unused'
    const seen = isDone(first.outcome) ? '' : first.why
    const cost = 'members who correct what was wrong are refused again'
    const isWaiting = first.outcome.kind === 'refused' && first.outcome.status === 'wait'
    if (isWaiting) tester.notJudged(callName, trial, 'an earlier request waits: settle or cancel it')
    else tester.judge(callName, trial, { seen, cost })
    if (seen !== '') {
      if (isRefusal(first.outcome)) tester.release(2 * won)
      code = randomUUID()
      first = await sendTwice(code)
    }
  }
  const response = first && tester.expectDone(callName, takes, first)
  if (!response) return undefined
  const judgeOnce = async (trial: string) => {
    const { seen, unknown } = compareFigures(before, await play.measure(), play.by)
    const unjudged = unknown.length === 0 ? '' : `no calls tell ${unknown.join(' and ')}`
    tester.judge(callName, trial, { seen, cost: costOfSum, unjudged })
    if (seen === '' && unjudged === '') tester.release(won)
    return seen === ''
  }
  if (!(await judgeOnce('moves money once for two requests at once'))) return undefined

  const gives = 'gives the same code the first outcome'
  const second = await send(gives, play.payload, code)
  if (!second) return { code, response }
  tester.expectOutcome(callName, gives, second, isDone, secondSubmitCost)
  if (!(await judgeOnce('moves money once'))) return undefined
  await expectRefusal(tester, callName, {
    trial: 'refuses the code for another amount',
    payload: { ...play.changed, code } as PayloadOf<S>,
    won: wonOf(play.changed),
    cost: 'a changed request passes as the first one',
  })
  return { code, response }
}

export function compareFigures(before: Figures, after: Figures, by: Figures): { seen: string; unknown: string[] } {
  const unknown: string[] = []
  const seen = Object.entries(by).flatMap(([name, change]) => {
    const expected = change ?? 0
    const [from, to] = [before[name], after[name]]
    if (typeof from !== 'number' || typeof to !== 'number') {
      unknown.push(name)
      return []
    }
    return to - from === expected ? [] : `${name} changed by ${to - from}, not ${expected}`
  })
  return { seen: seen.join('; '), unknown }
}
