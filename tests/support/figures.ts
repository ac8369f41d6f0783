/**
 * Writes a measured figure beside the results of a test, for whoever reads them: a limit that is met says nothing of
 * how far off it was. bin/test.mjs shows these lines of a stage that passed.
 */
export function figure(what: string): void {
  process.stdout.write(`figure: ${what}\n`)
}

/** Seconds with one decimal, of milliseconds. */
export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
