import { spawn } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../bin/free-port.mjs'
import { settingsForTests } from '../support/settings'
import { type ForeignUpstream, startForeignUpstream } from '../upstream/foreign-upstream'

/** The conformance run as an operator starts it: its options, what it prints and its exit codes. */

let foreign: ForeignUpstream
beforeAll(async () => {
  foreign = await startForeignUpstream()
})
afterAll(() => foreign?.stop())

const member = ['--id', 'demo', '--password', 'demo-1234']

function run(...words: string[]): Promise<{ code: number | null; out: string; wrong: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['bin/conformance.mjs', ...words], { env: settingsForTests({}) })
    let [out, wrong] = ['', '']
    child.stdout.on('data', (bytes) => {
      out += bytes
    })
    child.stderr.on('data', (bytes) => {
      wrong += bytes
    })
    child.once('close', (code) => resolve({ code, out, wrong }))
  })
}

describe('npm run conformance', () => {
  it('ends with 0 when nothing fails, and names each call that was not played with its option', async () => {
    const { code, out } = await run('--url', foreign.url, ...member)
    expect([code, out]).toEqual([0, expect.stringMatching(/ hold, .* 0 fail, 0 were skipped\.$/m)])
    expect(out).toContain('apply-user-deposit (--allow-money)')
    expect(out).toContain('user-write-help (--allow-writes)')
    expect(out).toContain('user-del-note (--allow-deletes)')
  })

  it('ends with 1 when a trial fails, 2 for wrong options and 3 when nothing answers', async () => {
    foreign.fail('get-user-note', 'html')
    expect((await run('--url', foreign.url, ...member)).code).toBe(1)
    foreign.clearFaults()
    const before = foreign.calls.length
    for (const options of [
      [...member, '--allow-money'],
      [...member, '--cap', '60000'],
      [...member, '--no-such-option'],
    ]) {
      const { code, wrong } = await run('--url', foreign.url, ...options)
      expect([code, wrong.trim().split('\n')]).toEqual([2, [expect.any(String)]])
    }
    expect(foreign.calls.length).toBe(before)
    expect((await run('--url', `http://127.0.0.1:${await freePort()}`, ...member)).code).toBe(3)
  })
})
