import { pathToFileURL } from 'node:url'
import { vi } from 'vitest'
import { siteFlags } from './node-flags.mjs'
import { settingsForTests } from './settings'
import { spawnProgram } from './site'

export type BackofficeRun = {
  code: number | string | null
  out: string
  err: string
  json: () => Record<string, unknown>
}

/** Runs the back-office program as an operator would. */
export async function runBackoffice(
  { PROGRAM = 'bin/backoffice.mjs', ...settings }: Record<string, string>,
  ...args: string[]
): Promise<BackofficeRun> {
  const program = spawnProgram(process.execPath, [...siteFlags, PROGRAM, ...args], settingsForTests(settings))
  const code = await program.ended
  const out = program.stdout()
  return { code, out, err: program.stderr(), json: () => JSON.parse(out) }
}

let lastRun: Promise<unknown> = Promise.resolve()

/** Runs the same program in this process, one run at a time. This is faster, because it is loaded only once. */
export function runBackofficeHere(settings: Record<string, string>, ...args: string[]): Promise<BackofficeRun> {
  const run = lastRun.then(() => runExclusively(settings, args))
  lastRun = run.catch(() => undefined)
  return run
}

async function runExclusively(settings: Record<string, string>, args: string[]): Promise<BackofficeRun> {
  const { main } = await import(/* @vite-ignore */ pathToFileURL('build/backoffice/main.js').href)
  const { env, exitCode } = process
  const [out, err]: [string[], string[]] = [[], []]
  const streams = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => out.push(String(text)) > 0),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => err.push(String(text)) > 0),
  ]
  process.env = settingsForTests(settings)
  process.exitCode = undefined
  try {
    await main(args)
    return { code: process.exitCode ?? 0, out: out.join(''), err: err.join(''), json: () => JSON.parse(out.join('')) }
  } finally {
    for (const stream of streams) stream.mockRestore()
    Object.assign(process, { env, exitCode })
  }
}
