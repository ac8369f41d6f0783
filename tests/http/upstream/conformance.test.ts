import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../bin/free-port.mjs'
import { type ForeignUpstream, startForeignUpstream } from '../../support/foreign-upstream'
import { siteFlags } from '../../support/node-flags.mjs'
import { settingsForTests } from '../../support/settings'
import { spawnProgram, waitUntilReady } from '../../support/site'

/** The conformance run as an operator starts it: options, output and exit codes. */

let foreign: ForeignUpstream
beforeAll(async () => {
  foreign = await startForeignUpstream()
})
afterAll(() => foreign?.stop())

const member = ['--id', 'demo', '--password', 'demo-1234']

async function run(...args: string[]): Promise<{ code: number | string | null; out: string; wrong: string }> {
  const child = spawnProgram(process.execPath, [...siteFlags, 'bin/conformance.mjs', ...args], settingsForTests({}))
  return { code: await child.ended, out: child.stdout(), wrong: child.stderr() }
}

describe('npm run conformance', () => {
  it('exits with 0 when nothing fails, naming skipped calls, and in strict mode with 1 for shortcomings', async () => {
    foreign.answer('get-jackpot', { amount: '12' })
    const { code, out } = await run('--url', foreign.url, ...member)
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/ hold, [1-9]\d* fall short, .* 0 fail, [1-9]\d* were not judged\.$/m),
    ])
    expect(out).toContain('apply-user-deposit (--allow-money)')
    expect(out).toContain('user-write-help (--allow-writes)')
    expect(out).toContain('user-del-note (--allow-deletes)')
    expect(out).toMatch(/^not judged get-deposit-list .*\n +not judged: nothing in balances/m)
    const strict = await run('--url', foreign.url, ...member, '--strict', '--json')
    expect([strict.code, strict.wrong]).toEqual([1, expect.stringMatching(/^--strict: \d+ trials were not judged/)])
    expect(JSON.parse(strict.out)).toContainEqual(
      expect.objectContaining({
        call: 'get-deposit-list',
        result: 'not judged',
        seen: expect.stringContaining('nothing in'),
      }),
    )
    foreign.clearFaults()
  })

  it('exits with 1 when a trial fails, 2 for wrong options and 3 without a response', async () => {
    foreign.fail('get-user-note', 'html')
    expect((await run('--url', foreign.url, ...member)).code).toBe(1)
    foreign.clearFaults()
    const before = foreign.calls.length
    for (const options of [
      [...member, '--allow-money'],
      [...member, '--cap', '60000'],
      [...member, '--no-such-option'],
      [...member, '--id2', 'demo2'],
      [...member, '--origin', 'https://www.example.com/path'],
    ]) {
      const { code, wrong } = await run('--url', foreign.url, ...options)
      expect([code, wrong.trim().split('\n')]).toEqual([2, [expect.any(String)]])
    }
    const named = await run('--url', foreign.url.replace('://', '://user:word@'), ...member)
    expect([named.code, named.wrong]).toEqual([
      2,
      expect.stringContaining('without a query, a fragment or a user name'),
    ])
    expect(foreign.calls.length).toBe(before)
    expect((await run('--url', `http://127.0.0.1:${await freePort()}`, ...member)).code).toBe(3)
  })
})

describe('npm run upstream', () => {
  const program = [...siteFlags, 'bin/upstream.mjs']

  it('serves an upstream that meets the contract, and the contract as OpenAPI', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'madang-upstream-'))
    const url = `http://127.0.0.1:${await freePort()}`
    const env = settingsForTests({ PORT: new URL(url).port, DATA_DIR: folder })
    const upstream = spawnProgram(process.execPath, program, env)
    try {
      await waitUntilReady(url, upstream, '/openapi.json')
      expect(upstream.output()).toMatch(
        new RegExp(`^Upstream: ${url}, OpenAPI at ${url}/openapi.json\nDemo member: demo, password \\S+, `),
      )
      const openApi = await (await fetch(`${url}/openapi.json`)).json()
      expect(openApi).toMatchObject({ openapi: expect.stringMatching(/^3\./), paths: expect.anything() })
      expect(await run('--url', url, ...member)).toMatchObject({ code: 0 })
    } finally {
      upstream.process.kill('SIGTERM')
      expect(await upstream.ended).toBe(0)
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
