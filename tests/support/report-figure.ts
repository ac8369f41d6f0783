/** Writes a measured figure to the output. bin/test.mjs prints these lines even for stages that passed. */
export function reportFigure(text: string): void {
  process.stdout.write(`figure: ${text}\n`)
}

/** Returns the value that this share of the values doesn't exceed, such as 0.5 for the median; 0 for no values. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length * share)] ?? 0
}

/** Formats milliseconds as seconds with one decimal. */
export function formatSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
