import { amountStep, maxWon, minDeposit, minWithdrawal, type Won } from './amount'

/** What is wrong with an amount to deposit: missing, too small, not a whole step, in that order. */
export function checkDepositAmount(won: Won): 'msg2007' | 'msg2008' | 'msg2009' | undefined {
  if (won <= 0) return 'msg2007'
  if (won < minDeposit) return 'msg2008'
  return won % amountStep === 0 ? undefined : 'msg2009'
}

/** What is wrong with an amount to withdraw: not a whole step, too small, in that order. */
export function checkWithdrawalAmount(won: Won): 'msg2013' | 'msg2014' | undefined {
  if (won % amountStep !== 0) return 'msg2013'
  return won < minWithdrawal ? 'msg2014' : undefined
}

/** What is wrong with comp points to exchange: none. */
export function checkPoints(points: number): 'comp.points.least' | undefined {
  return points < 1 ? 'comp.points.least' : undefined
}

/** Amounts that a form takes: whole steps from `min` to `max`, in won or points. */
export type AmountRange = { step: number; min?: number | undefined; max?: number | undefined }

/** The amounts in the range next below and next above one that is outside or between steps; empty for one inside. */
export function nearestInRange(won: Won, { step, min = 0, max = maxWon }: AmountRange): readonly Won[] {
  const least = Math.max(step, Math.ceil(min / step) * step)
  const most = Math.floor(Math.min(max, maxWon) / step) * step
  if (least > most) return []
  const below = Math.min(most, Math.floor(won / step) * step)
  const above = Math.max(least, Math.ceil(won / step) * step)
  if (below === above) return []
  return [...(below >= least ? [below] : []), ...(above <= most ? [above] : [])]
}
