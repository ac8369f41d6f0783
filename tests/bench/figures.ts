/** Sorts numbers and takes the one at a share of the way, 0.5 for the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The median with the least and the most of several rounds. */
export type Spread = { median: number; least: number; most: number }

/** @throws RangeError without values */
export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) throw new RangeError('no values')
  return { median: quantile(values, 0.5), least: Math.min(...values), most: Math.max(...values) }
}

/** The quotients of two series, round by round: what slows the machine in one round slows both. */
export function ratioOf(dividends: readonly number[], divisors: readonly number[]): Spread {
  return spreadOf(dividends.map((dividend, round) => dividend / (divisors[round] ?? Number.NaN)))
}

/** Formats a number with three significant digits at most, without exponents. */
export function formatNumber(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en-US', { minimumFractionDigits: 0, maximumFractionDigits: digits })
}

/** A Markdown table. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}
