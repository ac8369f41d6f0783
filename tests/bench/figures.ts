import { execFileSync } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'
import { isPinned } from './processes'

/** The median with the least and the most of several rounds. */
export type Spread = { median: number; least: number; most: number }

/** @throws RangeError without values */
export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) throw new RangeError('no values')
  const sorted = values.toSorted((left, right) => left - right)
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, least: sorted[0] ?? 0, most: sorted.at(-1) ?? 0 }
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

export function formatSpread({ median, least, most }: Spread): string {
  return `${formatNumber(median)} (${formatNumber(least)}–${formatNumber(most)})`
}

/** A Markdown table. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** Says where and when the figures were measured, in two lines. */
export function describeMachine(effort: string): string {
  const processors = cpus()
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const machine = [
    `${new Date().toISOString().slice(0, 10)}, commit ${commit}`,
    `${processors.length} x ${processors[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB`,
    `Node.js ${process.version}`,
  ]
  const run = [
    effort,
    isPinned ? 'server and load generator on a core each' : 'server and load generator on the same cores',
    `load of the machine ${loadavg()[0]?.toFixed(1)} at the end`,
  ]
  return `${machine.join('; ')};\n${run.join('; ')}.`
}
