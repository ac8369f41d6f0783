import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createDatabase, databaseServerUrl } from '../support/database'
import { type Site, startSite } from '../support/site'
import { newMember, type PageResponse, type Visitor, visitor } from '../support/visitor'

/** A request code that the upstream knows from another request, sent through a process that does not know it. */

const dataDir = mkdtempSync(join(tmpdir(), 'madang-reused-'))
const secret = 'a secret for reused codes that is long enough to be taken'
const started: Site[] = []
afterAll(async () => {
  for (const site of started) await site.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(settings: Record<string, string>): Promise<Site> {
  const site = await startSite({ SESSION_SECRET: secret, PLAY_APPROVAL_MS: '600000', ...settings })
  started.push(site)
  return site
}

/** The same browser, at another process. */
function visitorAt(site: Site, from: Visitor): Visitor {
  const browser = visitor(site.base)
  for (const [name, value] of from.cookies) browser.cookies.set(name, value)
  return browser
}

const deposit = (by: Visitor, balance: number, code: string) => by.call('apply-user-deposit', { balance, code })
const errorOf = (response: PageResponse) => [
  response.status,
  (response.json() as { error?: { code: string } }).error?.code,
]

async function expectRefused(member: Visitor, code: string): Promise<void> {
  expect(errorOf(await deposit(member, 20_000, code))).toEqual([409, 'code_reused'])
  // The refusal stays the same when it is repeated.
  expect(errorOf(await deposit(member, 20_000, code))).toEqual([409, 'code_reused'])
  const form = await member.formOn('/deposit', { balance: '30000' })
  const page = await form.post({ code })
  expect(page.status).toBe(409)
  const fresh = page.page.querySelector('main form input[name=code]')?.getAttribute('value')
  expect(fresh).toMatch(/^[\w-]{8,64}$/)
  expect(fresh).not.toBe(code)
  const { total } = (await member.call('get-deposit-list', {})).json() as { total: number }
  expect(total).toBe(1)
}

it.skipIf(databaseServerUrl)(
  'a request code with another payload is refused after a restart',
  { timeout: 120_000 },
  async () => {
    const before = await start({ DATA_DIR: dataDir })
    const member = await newMember(before.base)
    const code = randomUUID()
    expect((await deposit(member, 10_000, code)).json()).toEqual({ status: 'success' })
    await before.kill()
    const after = await start({ DATA_DIR: dataDir })
    await expectRefused(visitorAt(after, member), code)
    expect((await deposit(visitorAt(after, member), 10_000, code)).json()).toEqual({ status: 'success' })
  },
)

it.runIf(databaseServerUrl)(
  'a request code with another payload is refused at another replica',
  { timeout: 120_000 },
  async () => {
    const database = await createDatabase()
    try {
      const shared = { DATABASE_URL: database.url, DESK_TOKEN: 'a desk token for tests, long enough to be taken' }
      const one = await start(shared)
      const other = await start(shared)
      const member = await newMember(one.base)
      const code = randomUUID()
      expect((await deposit(member, 10_000, code)).json()).toEqual({ status: 'success' })
      await expectRefused(visitorAt(other, member), code)
      expect((await deposit(visitorAt(other, member), 10_000, code)).json()).toEqual({ status: 'success' })
    } finally {
      for (const site of started) await site.kill()
      await database.drop()
    }
  },
)
