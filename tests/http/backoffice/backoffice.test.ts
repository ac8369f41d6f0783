import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { databaseServerUrl } from '../../support/database'
import { isPosix } from '../../support/platform'
import { runBackofficeHere as backoffice, runBackoffice } from '../../support/run-backoffice'
import { sharedFolder } from '../../support/shared-folder'
import { sharedSite } from '../../support/shared-site'
import { newMember, signedIn, walletOf } from '../../support/visitor'

const folder = sharedFolder('backoffice')

const token = 'a back-office token of 32 characters for tests'

describe('the back office of a running site', () => {
  const site = sharedSite({ PLAY_APPROVAL_MS: '0', LOG_LEVEL: 'info', BACKOFFICE_SECOND_PERSON_FROM: '1000000' })
  let settings: Record<string, string>
  beforeAll(async () => {
    settings = { PORT: `${site.port}`, HOST: '127.0.0.1', DATA_DIR: site.dataDir }
    // On PGlite, the site creates a token in its data folder, where the program finds it.
    if (databaseServerUrl) settings.BACKOFFICE_TOKEN = token
  })
  const ownToken = () =>
    settings.BACKOFFICE_TOKEN ?? readFileSync(join(site.dataDir, 'backoffice-token'), 'utf8').trim()

  it('is accessible only with its token, not with a session or an origin', async () => {
    const member = await signedIn(site.base)
    const asked = await member.post('/backoffice/api/overview', {}, { 'Content-Type': 'application/json' })
    expect([asked.status, asked.json()]).toEqual([401, { status: 'unauthenticated' }])
    const elsewhere = await fetch(`${site.base}/backoffice/api/overview`, {
      method: 'POST',
      headers: {
        Origin: 'https://elsewhere.example',
        'Content-Type': 'application/json',
        Authorization: `Bearer ${ownToken()}`,
      },
      body: '{}',
    })
    expect(elsewhere.status).toBe(200)
    expect(elsewhere.headers.get('cache-control')).toBe('no-store')
    expect(elsewhere.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('approves a deposit by its receipt number, and cancels several one by one', async () => {
    const member = await newMember(site.base)
    await (await member.formOn('/deposit', { balance: '70000' })).post()
    const list = (await backoffice(settings, 'deposits', '--member', member.id, '--json')).json()
    const [{ id, number }] = list.rows as [{ id: string; number: string }]
    const dryRun = await backoffice(settings, 'approve', 'deposit', number, '--dry-run')
    expect(dryRun.out).toMatch(/^Dry run: nothing was changed\.\n[\s\S]*^movement\.won +70,000$/m)
    const approved = await backoffice(settings, 'approve', 'deposit', id, '--reason', 'seen')
    expect([approved.code, (await walletOf(member)).balance]).toEqual([0, 70_000])
    const late = await backoffice(settings, 'cancel', 'deposit', id, '999999')
    expect([late.code, late.out]).toEqual([
      1,
      expect.stringMatching(/^movement\.settledBy +owner$[\s\S]*^id +999999\nstatus +not_found$/m),
    ])
    const mistyped = await backoffice(settings, 'cancel', 'deposit', id, '4F7K')
    expect([mistyped.code, mistyped.out, mistyped.err]).toEqual([2, '', 'id: a number, such as 21 or 4F7K-21\n'])
  })

  it('finds an error page’s log lines, and prints them without control characters', async () => {
    const member = await signedIn(site.base)
    const lost = await member.get('/nowhere')
    const id = lost.headers.get('X-Request-Id') ?? ''
    const log = join(folder, 'site.log')
    await expect.poll(() => site.output()).toContain(id)
    const steering = JSON.stringify({ requestId: id, msg: 'erase \u009b2J the screen' })
    writeFileSync(log, `${site.output()}\n${steering}\n`)
    const found = await backoffice(settings, 'find-error', id.slice(0, 8).toUpperCase(), log)
    expect([found.code, found.out]).toEqual([0, expect.stringMatching(/^demo .* 404 /m)])
    expect(found.out).toContain(' erase \ufffd2J the screen')
    expect((await backoffice(settings, 'find-error', '00000000', log)).code).toBe(1)
    expect((await backoffice({}, 'find-error', 'x', log)).code).toBe(2)
  })

  it('allows each person only what their role allows, with a token that is printed once', async () => {
    const kim = await backoffice(settings, 'make-token', 'kim', '--role', 'support')
    const [, own = ''] = /^token +([\w-]{43})$/m.exec(kim.out) ?? []
    const asKim = { ...settings, BACKOFFICE_TOKEN: own }
    expect((await backoffice(asKim, 'status')).out).toMatch(/^you\.name +kim$/m)
    const refused = await backoffice(asKim, 'approve', 'deposit', '21', '22')
    expect([refused.code, refused.out, refused.err]).toEqual([3, '', expect.stringMatching(/^needs +cashier, owner$/m)])
    expect((await backoffice({}, 'approve', '--help')).out).toMatch(
      /"deposit", "withdrawal"[\s\S]*^Roles: cashier, owner$/m,
    )
  })

  it('prints tables for people and JSON for scripts, and exits with a meaningful code', async () => {
    const members = await runBackoffice(settings, 'members', 'demo')
    expect(members.out).toMatch(/^total +\d+$[\s\S]*^member +nick .*\n[\s\S]*^demo +데모 .* [\d,]+,\d{3} /m)
    const unknown = await runBackoffice(settings, 'member', 'nobody', '--json')
    expect([members.code, unknown.code, unknown.json().status]).toEqual([0, 1, 'not_found'])
    for (const args of [
      ...[['aprove'], ['approve', 'deposit'], ['correct', 'demo', 'cash', 'give', '5']],
      ...[
        ['ledger', '--from', 'yesterday'],
        ['deposits', '--state', 'paid'],
      ],
      ['correct', 'demo', 'cash', 'give', '1.5', '--reason', 'test'],
    ]) {
      const { code, out, err } = await backoffice(settings, ...args)
      expect([args, code, out, err.trim().split('\n').length]).toEqual([args, 2, '', 1])
    }
    const two = await backoffice(settings, 'correct', 'demo', 'cash', 'give', '1000000', '--reason', 'test')
    expect([two.code, two.out, two.err]).toEqual([1, '', expect.stringMatching(/^won +1,000,000$/m)])
    const scripted = await backoffice(settings, 'status', '--loud', '--json')
    expect([scripted.code, scripted.json().status, scripted.err]).toEqual([2, 'usage', ''])
    expect((await runBackoffice({ ...settings, BACKOFFICE_TOKEN: 'another' }, 'status')).code).toBe(3)
    const nobody = await backoffice({ ...settings, BACKOFFICE_TOKEN: 'x', PORT: '9' }, 'status', '--json')
    expect([nobody.code, nobody.json().status]).toEqual([3, expect.stringMatching(/unreachable|lost/)])
  })

  it('executes a change once even if its response is lost, and explains how to get the outcome', async () => {
    let losses: boolean[] = []
    const proxy = createServer(async (request, response) => {
      const headers = { 'Content-Type': 'application/json', Authorization: `${request.headers.authorization}` }
      const body = Buffer.concat(await request.toArray())
      const passed = await fetch(`${site.base}${request.url}`, { method: 'POST', headers, body })
      const text = await passed.text()
      if (!losses.shift()) response.writeHead(passed.status).end(text)
      // Cuts the connection once before the response and once in the middle of it.
      else if (losses.length > 0) request.socket.destroy()
      else response.writeHead(200, { 'Content-Length': 1_000 }).write('{', () => request.socket.destroy())
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const behind = ['--site', `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`]
    const lossy = (lost: boolean[], ...args: string[]) => {
      losses = lost
      return backoffice(settings, ...args, ...behind)
    }
    try {
      const member = await newMember(site.base)
      const give = ['correct', member.id, 'cash', 'give', '1000', '--reason', 'p']
      const cash = async () => (await walletOf(member)).balance
      const once = await lossy([true], ...give)
      expect([once.code, once.out, await cash()]).toEqual([0, expect.stringMatching(/^after +1,000$/m), 1_000])

      const unknown = await lossy([true, true], ...give)
      expect([unknown.code, unknown.err]).toEqual([3, expect.stringContaining('`log --act correct`')])
      const again = / (--again) (\S+):/.exec(unknown.err)?.slice(1) ?? []
      const repeated = await lossy([], ...give, ...again)
      expect([repeated.code, repeated.out, await cash()]).toEqual([0, expect.stringMatching(/2,000/), 2_000])
      const changed = await backoffice(settings, ...give.with(4, '3000'), ...again)
      expect([changed.code, await cash(), changed.err]).toEqual([1, 2_000, expect.stringContaining('already sent')])
      const cut = await backoffice(settings, ...give, '--again', again.at(-1)?.slice(0, -1) ?? '')
      expect([cut.code, await cash(), cut.err]).toEqual([2, 2_000, expect.stringContaining('whole')])

      const token = await lossy([true], 'make-token', 'park', '--role', 'reader')
      expect([token.code, token.err]).toEqual([0, expect.stringContaining('now lost; create a new one')])
      const several = await lossy([false, true, true], 'maintenance', 'off', 'mir-works', 'maru-tables')
      expect([several.code, several.err]).toEqual([
        3,
        expect.stringMatching(/^maru-tables: .* lost [\s\S]*^mir-works /m),
      ])
      const read = await lossy([true], 'status')
      expect([read.code, read.err]).toEqual([3, expect.not.stringContaining('--again')])
    } finally {
      proxy.close()
    }
  })

  it('writes complete files, and never overwrites an existing one without --force', async () => {
    const file = join(folder, 'ledger.csv')
    const written = await backoffice(settings, 'export', 'ledger', file, '--member', 'demo')
    expect(written.code).toBe(0)
    expect(readFileSync(file, 'utf8')).toMatch(/^\ufeffentry,transfer,/)
    if (isPosix) expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await backoffice(settings, 'export', 'ledger', file)).code).toBe(2)
    expect((await backoffice(settings, 'export', 'ledger', file, '--force')).code).toBe(0)
    const piped = await runBackoffice(settings, 'export', 'deposits', '-')
    expect(piped.out.split('\r\n').length).toBeGreaterThan(10)
  })
})
