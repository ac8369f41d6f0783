/** Writes a measured figure to the output. bin/test.mjs prints these lines even for a stage that passed. */
export function reportFigure(text: string): void {
  process.stdout.write(`figure: ${text}\n`)
}

/** Formats milliseconds as seconds with one decimal. */
export function formatSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
