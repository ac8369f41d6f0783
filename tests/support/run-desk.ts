import { siteFlags } from './node-flags.mjs'
import { settingsForTests } from './settings'
import { spawnProgram } from './site'

/** What the program printed, and its exit code. */
export type DeskRun = { code: number | string | null; out: string; err: string; json: () => Record<string, unknown> }

/** Runs the desk's program as an operator would. */
export async function runDesk(settings: Record<string, string>, ...args: string[]): Promise<DeskRun> {
  const program = spawnProgram(process.execPath, [...siteFlags, 'bin/desk.mjs', ...args], settingsForTests(settings))
  const code = await program.ended
  const out = program.stdout()
  return { code, out, err: program.stderr(), json: () => JSON.parse(out) }
}
