import { spawn } from 'node:child_process'
import { siteFlags } from './node-flags.mjs'
import { settingsForTests } from './settings'

/** What the program printed, and its exit code. */
export type DeskRun = { code: number | null; out: string; err: string; json: () => Record<string, unknown> }

/** Sends a command to the desk of a site, as its program does. */
export function askDesk(base: string, token: string, command: string, payload: object = {}): Promise<Response> {
  return fetch(`${base}/house/desk/${command}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(payload),
    signal: AbortSignal.timeout(60_000),
  })
}

/** Runs the desk's program as an operator would. */
export function runDesk(settings: Record<string, string>, ...words: string[]): Promise<DeskRun> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...siteFlags, 'bin/desk.mjs', ...words], {
      env: settingsForTests(settings),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [out, err]: [Buffer[], Buffer[]] = [[], []]
    child.stdout.on('data', (bytes: Buffer) => out.push(bytes))
    child.stderr.on('data', (bytes: Buffer) => err.push(bytes))
    child.once('close', (code) => {
      const text = Buffer.concat(out).toString()
      resolve({ code, out: text, err: Buffer.concat(err).toString(), json: () => JSON.parse(text) })
    })
  })
}
