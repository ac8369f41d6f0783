/** Writes a measured figure beside the results of a test, for whoever reads them: a limit that is met says nothing of how far off it was. */
export function figure(what: string): void {
  process.stdout.write(`${what}\n`)
}

/** Seconds with one decimal, of milliseconds. */
export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
