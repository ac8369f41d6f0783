import { randomUUID } from 'node:crypto'
import type { PayloadOf } from '~/upstream/contract'
import type { Trials } from './trials'

/** The trials of calls that move money at most once by their code. */

type CodedCallName = 'apply-user-deposit' | 'apply-user-withdraw' | 'roll-to-balance' | 'money-to-point'
type Amounts = { balance?: number; points?: number; exchange_pw?: string }

export const secondPressCost = 'a second press looks like a failure'
export const isDone = ({ kind }: { kind: string }) => kind === 'done'

/**
 * Makes a call that should be refused.
 *
 * @param expected.status the word that says why; undefined: any
 * @returns whether it was refused; undefined when too little was left of the cap.
 */
export async function expectRefusal<S extends CodedCallName>(
  trials: Trials,
  callName: S,
  { cost, status, ...sending }: Parameters<typeof trials.sendMoney<S>>[1] & { status?: string; cost: string },
): Promise<boolean | undefined> {
  const sent = await trials.sendMoney(callName, sending)
  if (!sent) return undefined
  const outcome: { kind: string; status?: string } = sent.outcome
  const isRefused = outcome.kind === 'code-reused' || outcome.kind === 'refused'
  const isRight = isRefused && (status === undefined || outcome.status === status)
  trials.expectOutcome(callName, sending.trial, sent, () => isRight, cost)
  if (isRefused) trials.release(sending.won)
  return isRefused
}

const costOfSum = 'members’ money is wrong, or a second press after the loss of the site’s own guard moves it twice'

/** Figures by name; undefined or null where the upstream does not say them. */
type Figures = { readonly [name: string]: number | null | undefined }

/**
 * Plays a call with one code twice at once and once more, then another amount under that code.
 *
 * @param play.refusedCode a code under which the same payload was refused: it is still unused.
 * @param play.by by how much one success changes the figures of `play.measure`.
 * @returns the code that was taken; undefined when none was, or when money moved twice.
 */
export async function playTwice(
  trials: Trials,
  callName: CodedCallName,
  play: {
    payload: Amounts
    changed: Amounts
    refusedCode?: string | undefined
    measure: () => Promise<Figures>
    by: Figures
  },
): Promise<string | undefined> {
  const wonOf = ({ balance = 0, points = 0 }: Amounts) => Math.max(balance, points)
  const won = wonOf(play.payload)
  const send = (trial: string, amounts: Amounts, code: string) =>
    trials.sendMoney(callName, {
      trial,
      payload: { ...amounts, code } as PayloadOf<CodedCallName>,
      won: wonOf(amounts),
    })
  const takes = `takes ${won} won`
  const sendTwice = async (code: string) => {
    const both = await Promise.all([send(takes, play.payload, code), send(takes, play.payload, code)])
    return both.find((sent) => sent && isDone(sent.outcome)) ?? both[0]
  }

  const before = await play.measure()
  let code = play.refusedCode ?? randomUUID()
  let first = await sendTwice(code)
  if (first && play.refusedCode !== undefined) {
    const trial = 'leaves the code of a refusal unused'
    const seen = isDone(first.outcome) ? '' : first.why
    const cost = 'members who correct what was wrong are refused again'
    if (first.outcome.kind === 'refused' && first.outcome.status === 'wait')
      trials.skip(callName, trial, 'an earlier request waits: settle or cancel it')
    else trials.judge(callName, trial, seen, cost)
    if (seen !== '') {
      trials.release(2 * won)
      code = randomUUID()
      first = await sendTwice(code)
    }
  }
  if (!first || !trials.expectDone(callName, takes, first)) return undefined
  const judgeOnce = async (trial: string) => {
    const seen = differenceOf(before, await play.measure(), play.by)
    trials.judge(callName, trial, seen, costOfSum)
    if (seen === '') trials.release(won)
    return seen === ''
  }
  if (!(await judgeOnce('moves money once for two requests at once'))) return undefined

  const gives = 'gives the same code the first outcome'
  const second = await send(gives, play.payload, code)
  if (!second) return code
  trials.expectOutcome(callName, gives, second, isDone, secondPressCost)
  if (!(await judgeOnce('moves money once'))) return undefined
  await expectRefusal(trials, callName, {
    trial: 'refuses the code for another amount',
    payload: { ...play.changed, code } as PayloadOf<CodedCallName>,
    won: wonOf(play.changed),
    cost: 'a changed request passes as the first one',
  })
  return code
}

/** How figures changed otherwise than expected, in words; '' when they did not. Unknown ones are left out. */
function differenceOf(before: Figures, after: Figures, by: Figures): string {
  return Object.entries(by)
    .flatMap(([name, change]) => {
      const expected = change ?? 0
      const [from, to] = [before[name], after[name]]
      if (typeof from !== 'number' || typeof to !== 'number' || to - from === expected) return []
      return `${name} changed by ${to - from}, not ${expected}`
    })
    .join('; ')
}
