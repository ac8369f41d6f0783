import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { databaseServerUrl } from '../support/database'
import { settingsForTests } from '../support/settings'
import { type Site, startSite } from '../support/site'
import { memberPassword, newMember, visitor } from '../support/visitor'

/** The commands of docs/day-2.md, run as they stand there. */

const blocks = new Map(
  readFileSync('docs/day-2.md', 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((part) => [
      part.slice(0, part.indexOf('\n')),
      [...part.matchAll(/```sh\n(.*?)```/gs)].map(([, text]) => text ?? ''),
    ]),
)
const untested = new Set([...blocks].flatMap(([, found]) => found))

let site: Site
let folder: string

/** Runs the blocks of a part in a row. @returns what they printed */
function run(part: string, variables: Record<string, string> = {}): Promise<{ code: number | null; out: string }> {
  const found = blocks.get(part)
  if (!found) throw new Error(`docs/day-2.md has no part "${part}"`)
  for (const block of found) untested.delete(block)
  return new Promise((resolve) => {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', found.join('\n')], {
      env: settingsForTests({
        SITE: site.base,
        DATA_DIR: site.dataDir,
        ...(databaseServerUrl ? { DESK_TOKEN: 'a desk token of 32 characters for tests' } : {}),
        ...variables,
      }),
    })
    let out = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => {
        out += bytes
      })
    child.once('close', (code) => resolve({ code, out }))
  })
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'madang-day-2-'))
  site = await startSite({ PLAY_APPROVAL_MS: '0', LOG_LEVEL: 'info' })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await site?.stop()
})

describe('docs/day-2.md', () => {
  it('settles a stuck payment once', async () => {
    const member = await newMember(site.base)
    const receipt = await member.follow(await (await member.formOn('/deposit', { balance: '30000' })).post())
    const [NUMBER = ''] = /\b[0-9A-Z]{4}-[0-9A-Z]{2}\b(?!-)/.exec(receipt.text) ?? []
    const settled = await run('A payment is stuck', { NUMBER })
    expect([settled.code, settled.out]).toEqual([0, expect.stringContaining('30,000')])
    expect((await member.call('get-in-game-balance', {})).json()).toMatchObject({ balance: 30_000 })
  })

  it('ends a member’s sessions', async () => {
    const member = await newMember(site.base)
    const answer = await run("Somebody else is in a member's account", { MEMBER: member.id })
    expect([answer.code, answer.out]).toEqual([0, expect.stringContaining('Ended 1 log-in.')])
    expect((await member.call('user-health-check', {})).status).toBe(401)
    const again = visitor(site.base)
    expect((await again.post('/login', { id: member.id, pw: memberPassword })).status).toBe(303)
  })

  it('hands a member’s data over and erases them', async () => {
    const member = await newMember(site.base)
    const FILE = join(folder, 'member.json')
    const answer = await run('A member asks for their data, or to be forgotten', { MEMBER: member.id, FILE })
    expect([answer.code, answer.out]).toEqual([0, expect.stringContaining(`${member.id} is erased: _erased_`)])
    expect(JSON.parse(readFileSync(FILE, 'utf8')).tables.members).toMatchObject([{ user_id: member.id }])
    expect((await member.call('user-health-check', {})).status).toBe(401)
    expect((await visitor(site.base).post('/login', { id: member.id, pw: memberPassword })).status).toBe(401)
  })

  it('finds a request by its id, and what a member’s money did', async () => {
    const member = await newMember(site.base)
    const lost = await member.get('/nowhere')
    const requestId = lost.headers.get('X-Request-Id') ?? ''
    expect(requestId).not.toBe('')
    await vi.waitFor(() => expect(site.output()).toContain(requestId))
    const LOG = join(folder, 'log')
    writeFileSync(LOG, site.output())
    const found = await run('An error has a reference', { REQUEST_ID: requestId, LOG, MEMBER: member.id })
    expect(found.code, found.out).toBe(0)
    expect(found.out).toContain(`"requestId":"${requestId}"`)
  })

  it('drains a node, which ends with exit code 0', async () => {
    const node = await startSite()
    const answer = await run('A node must be drained', { SITE: node.base, PID: `${node.process.pid}` })
    expect([answer.code, answer.out]).toEqual([0, ''])
    expect(await node.ended).toBe(0)
    await node.stop()
  })

  it('makes a secret, and names those of a sender of callbacks', async () => {
    const answer = await run('A secret must change')
    expect(answer.code, answer.out).toBe(0)
    const [secret = ''] = answer.out.split('\n')
    expect(secret.length).toBeGreaterThanOrEqual(32)
    expect(answer.out.trim().split('\n').length).toBeGreaterThan(1)
  })

  it('has no command that no test has run', () => {
    expect([...untested]).toEqual([])
  })
})
