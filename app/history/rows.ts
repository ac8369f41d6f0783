/** Movements as the page and the file show them. Amounts in won or points; what did not come is missing. */

export type MoneyRow = {
  /** '' when it came without one. */
  id: string
  kind: 'deposit' | 'withdraw'
  /** Never below zero: the kind says which way it went. */
  won?: number | undefined
  /** The part of `won` that the way of paying kept; missing where the upstream does not say it. */
  fee?: number | undefined
  /** What was in the wallet after it. */
  after?: number | undefined
  /** ISO 8601; '' when it came without one. */
  at: string
  status?: string | undefined
}

export type BetRow = {
  id: string
  provider?: string | undefined
  game?: string | undefined
  bet?: number | undefined
  win?: number | undefined
  at: string
}

export type CompRow = {
  id: string
  kind?: string | undefined
  /** Below zero when they were spent. */
  points?: number | undefined
  at: string
}

/** Whether a deposit or withdrawal was called off: no money moved. */
export function isCancelled({ status }: Pick<MoneyRow, 'status'>): boolean {
  return status === 'cansel'
}

/** Whether it still waits to be done. */
export function isWaiting({ status }: Pick<MoneyRow, 'status'>): boolean {
  return status === 'wait' || status === 'reg'
}
