import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createDatabase, databaseServerUrl } from '../../support/database'
import { isPosix } from '../../support/platform'
import { hasRedis, startRedis, type TestRedis } from '../../support/redis'
import { runBackofficeHere as backoffice, runBackoffice } from '../../support/run-backoffice'
import { settingsForTests } from '../../support/settings'
import { sharedFolder } from '../../support/shared-folder'
import { sharedSite } from '../../support/shared-site'
import { askBackoffice, type Site, startSite } from '../../support/site'
import { copyOf, newMember, signedIn, walletOf } from '../../support/visitor'

const folder = sharedFolder('backoffice')

const token = 'a back-office token of 32 characters for tests'
const secret = 'a secret for tests that is long enough to be taken'

/** Rows of a list of the back office, without its program. */
async function rowsOf(base: string, backofficeToken: string, list: string, payload: object) {
  const response = await askBackoffice(base, backofficeToken, list, payload)
  return ((await response.json()) as { rows: { id: string; number?: string; won?: number }[] }).rows
}

describe('the back office of a running site', () => {
  const site = sharedSite({ PLAY_APPROVAL_MS: '0', LOG_LEVEL: 'info', BACKOFFICE_SECOND_PERSON_FROM: '1000000' })
  let settings: Record<string, string>
  beforeAll(async () => {
    settings = { PORT: `${site.port}`, HOST: '127.0.0.1', DATA_DIR: site.dataDir }
    // On PGlite the site makes a token and keeps it in its folder; the program finds it there.
    if (databaseServerUrl) settings.BACKOFFICE_TOKEN = token
  })
  const ownToken = () =>
    settings.BACKOFFICE_TOKEN ?? readFileSync(join(site.dataDir, 'backoffice-token'), 'utf8').trim()

  it('is opened by its token alone, not by a session or an origin', async () => {
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

  it('approves a deposit for its member by the number of a receipt, and refuses each of several for itself', async () => {
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

  it('finds what an error page meant in a log, and prints nothing of it that steers a terminal', async () => {
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

  it('lets each person do what their role may, by a token that is printed once', async () => {
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

  it('prints tables for people and JSON for scripts, and exits with a telling code', async () => {
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

  it('does a change once though its response is lost, and says how to get the outcome', async () => {
    let losses: boolean[] = []
    const proxy = createServer(async (request, response) => {
      const headers = { 'Content-Type': 'application/json', Authorization: `${request.headers.authorization}` }
      const body = Buffer.concat(await request.toArray())
      const passed = await fetch(`${site.base}${request.url}`, { method: 'POST', headers, body })
      const text = await passed.text()
      if (!losses.shift()) response.writeHead(passed.status).end(text)
      // Once without a response, and once in the middle of one.
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
      expect([token.code, token.err]).toEqual([0, expect.stringContaining('and lost; make another')])
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

  it('writes complete files, and never over an existing one', async () => {
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

/** Runs the CronJob's commands with the site and the folder of this test; on PGlite another file takes the dump's place. */
function runNightly(
  origin: string,
  backups: string,
  settings: Record<string, string>,
): Promise<{ code: number | null; out: string }> {
  const cronJob = parse(readFileSync('deploy/kubernetes/backup/cron-job.yaml', 'utf8'))
  const { initContainers, containers } = cronJob.spec.jobTemplate.spec.template.spec
  const [[dump = '', ...dumpWords], [program = '', script = '']] = [initContainers[0].command, containers[0].command]
  const FILE = join(backups, 'part')
  const env = settingsForTests({ ...settings, FILE, KEEP_DAYS: '14' })
  if (settings.DATABASE_URL) execFileSync(dump, dumpWords, { env })
  else writeFileSync(FILE, 'x'.repeat(2_000))
  return new Promise((resolve) => {
    const args = [script, origin, backups, FILE]
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    let out = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => {
        out += bytes
      })
    child.once('close', (code) => resolve({ code, out }))
  })
}

const packedByRelease = 'tests/support/backup-of-1.0.0.jsonl.gz'

describe('a backup', () => {
  let source: Awaited<ReturnType<typeof createDatabase>> | undefined
  let target: typeof source
  let redis: TestRedis | undefined
  let from: Record<string, string>
  let into: Record<string, string>
  let site: Site
  beforeAll(async () => {
    source = databaseServerUrl ? await createDatabase() : undefined
    target = databaseServerUrl ? await createDatabase() : undefined
    redis = hasRedis ? await startRedis() : undefined
    const common = {
      BACKOFFICE_TOKEN: token,
      BACKOFFICE_SECOND_PERSON_FOR: 'backup,export-member,make-token',
      PLAY_APPROVAL_MS: '0',
      SESSION_SECRET: secret,
      ...(redis ? { REDIS_URL: redis.url } : {}),
    }
    const onDatabase = (database: typeof source): Record<string, string> =>
      database ? { DATABASE_URL: database.url } : {}
    from = { ...common, ...onDatabase(source), DATA_DIR: join(folder, 'first') }
    into = { ...common, ...onDatabase(target), DATA_DIR: join(folder, 'second') }
    site = await startSite(from)
  })
  afterAll(async () => {
    await site?.kill()
    await redis?.kill()
    await source?.drop()
    await target?.drop()
  })

  it('is recorded by the nightly round, which audits, deletes what is too old, and shows the time of both in the metrics', async () => {
    const backups = join(folder, 'nightly')
    mkdirSync(backups)
    const addBackup = (name: string, ageDays: number) => {
      const path = join(backups, name)
      writeFileSync(path, 'a backup')
      const made = Date.now() / 1_000 - ageDays * 86_400
      utimesSync(path, made, made)
      return path
    }
    const [old, recent] = [addBackup('madang-2026-01-01.backup', 16), addBackup('madang-2026-01-10.backup', 13)]
    // A second one on the same day takes the place of the first.
    const earlierToday = addBackup(`madang-${execFileSync('date', ['+%F'], { encoding: 'utf8' }).trim()}.backup`, 0)
    const beganAt = Date.now() / 1_000
    const failed = await runNightly('http://127.0.0.1:1', backups, from)
    expect([failed.code, existsSync(old)], 'a failure deletes nothing').toEqual([3, true])

    const made = await askBackoffice(site.base, token, 'make-token', { name: 'nightly', role: 'machine' })
    const nightly = ((await made.json()) as { token: string }).token
    const { code, out } = await runNightly(site.base, backups, { ...from, BACKOFFICE_TOKEN: nightly })
    expect([code, out], out).toEqual([0, expect.stringMatching(/^inOrder +yes$/m)])
    expect([existsSync(old), existsSync(recent)]).toEqual([false, true])
    expect(readdirSync(backups)).toHaveLength(2)
    expect(statSync(earlierToday).size).toBeGreaterThan(1_000)
    const metrics = await (await fetch(`${site.base}/metrics`)).text()
    for (const series of [
      'madang_last_backup_timestamp_seconds',
      'madang_last_audit_timestamp_seconds{result="in_order"}',
    ]) {
      const value = metrics.split('\n').find((line) => line.startsWith(`${series} `))
      expect(Number(value?.split(' ')[1]), series).toBeGreaterThan(beganAt - 5)
    }
  })

  it('is put back complete and audited, and only where nothing is', async () => {
    const empty = into.DATA_DIR ?? ''
    const file = join(folder, 'backup')
    const member = await newMember(site.base)
    await (await member.formOn('/deposit', { balance: '50000' })).post()
    const settingsOfPort = { ...from, PORT: `${site.port}` }
    const [{ id } = {}] = await rowsOf(site.base, token, 'movements', { kind: 'deposit', member: member.id })
    expect((await askBackoffice(site.base, token, 'approve', { kind: 'deposit', id })).status).toBe(200)

    const makeToken = async (base: string, name: string, role: string) => {
      const made = await askBackoffice(base, token, 'make-token', { name, role })
      expect(made.status, name).toBe(200)
      return ((await made.json()) as { token: string }).token
    }
    const [ann, bob] = [await makeToken(site.base, 'ann', 'owner'), await makeToken(site.base, 'bob', 'owner')]
    const asAnn = { ...settingsOfPort, BACKOFFICE_TOKEN: ann }
    /** What two people approved: a first run that can't write its file, or find the database, leaves it to the next. */
    const downloadByTwo = async (...[command = '', ...subject]: string[]) => {
      const asked = await runBackoffice(asAnn, command, ...subject, file, '--json')
      expect([asked.code, asked.json().status], asked.out).toEqual([1, 'second_person'])
      const approval = String(asked.json().id)
      expect((await askBackoffice(site.base, bob, 'open-download', { approval })).status).toBe(200)
      const download = (settings: Record<string, string>, path: string) =>
        runBackoffice(settings, command, ...subject, path, '--first', approval, '--json')
      expect((await download(asAnn, join(folder, 'no such folder', 'file'))).code).toBe(3)
      if (command === 'backup') {
        expect((await download({ ...asAnn, DATABASE_URL: '' }, file)).code).toBe(2)
        expect((await download({ ...asAnn, DATABASE_URL: 'postgres://127.0.0.1:1/x' }, file)).code).toBe(1)
      }
      return download(asAnn, file)
    }
    // Concurrent changes are either completely in the file or not at all.
    const [made] = await Promise.all([
      databaseServerUrl ? downloadByTwo('backup') : runBackoffice(settingsOfPort, 'backup', file, '--json'),
      ...Array.from({ length: 5 }, async () => (await member.formOn('/deposit', { balance: '10000' })).post()),
    ])
    if (!databaseServerUrl) {
      expect([made.code, made.json().status, existsSync(file)]).toEqual([1, 'second_person', false])
      expect((await downloadByTwo('export-member', member.id)).json()).toMatchObject({ status: 'success', file })
      expect(await site.stop()).toBe(0)
      cpSync(join(from.DATA_DIR ?? '', 'house'), join(empty, 'house'), { recursive: true })
      site = await startSite(from)
    } else {
      expect(made.json()).toMatchObject({ status: 'success', file })
      expect(made.code).toBe(0)
      if (isPosix) expect(statSync(file).mode & 0o777).toBe(0o600)
      expect((await runBackoffice(settingsOfPort, 'backup', file)).code).toBe(2)
    }

    // Shared by what outlives the store: Redis keeps the code with its outcome.
    const lostDeposit = { balance: 20_000, code: 'code-of-a-deposit-after-the-backup' }
    expect((await copyOf(member, site.base).call('apply-user-deposit', lostDeposit)).json()).toMatchObject({
      status: 'success',
    })

    const older = databaseServerUrl ? file : packedByRelease
    const occupied = await runBackoffice({ ...from, PORT: `${site.port}` }, 'restore', older, '--json')
    expect([occupied.code, occupied.json().status]).toEqual([1, expect.stringMatching(/not_empty|in_use/)])
    expect(await site.stop()).toBe(0)
    expect((await runBackoffice(from, 'restore', older, '--json')).json().status).toBe('not_empty')

    if (databaseServerUrl) {
      const dryRun = await runBackoffice(into, 'restore', file, '--dry-run')
      expect([dryRun.code, existsSync(empty)]).toEqual([0, false])
      const refused = await runBackoffice({ ...into, BRAND: join(folder, 'no such brand') }, 'restore', file, '--json')
      expect([refused.code, refused.json().status], refused.out).toEqual([1, 'not_opened'])
    }
    const restored = await runBackoffice(into, ...(databaseServerUrl ? ['restore', file] : ['restored']), '--json')
    expect([restored.code, restored.err], restored.out).toEqual([0, expect.stringContaining('Auditing')])
    expect(restored.json()).toMatchObject({ status: 'success', audit: { inOrder: true, findings: [] } })
    if (databaseServerUrl) expect(readdirSync(empty)).toEqual([])

    const again = await startSite(into)
    // Sessions that began after the backup are invalid.
    expect((await copyOf(member, again.base).get('/user')).status).toBe(303)
    const back = await signedIn(again.base, member.id, 'three-plain-words')
    expect(await walletOf(back)).toMatchObject({ status: 'success', balance: 50_000 })
    // A success that was kept for the code is of books that are gone: the deposit is made, not said to be.
    const waiting = async () => {
      const rows = await rowsOf(again.base, token, 'movements', { kind: 'deposit' })
      return rows.filter(({ won }) => won === 20_000).length
    }
    expect(await waiting()).toBe(0)
    for (let times = 0; times < 2; times += 1) {
      expect((await back.call('apply-user-deposit', lostDeposit)).json()).toMatchObject({ status: 'success' })
      expect(await waiting()).toBe(1)
    }

    // A store that came back by other means: nothing serves from it before it was audited and everybody is signed out.
    const inUse = await runBackoffice(into, 'restored', '--json')
    expect([inUse.code, inUse.json().status]).toEqual([1, 'in_use'])
    // The owners whose tokens the restore ended are no second person.
    await makeToken(again.base, 'cho', 'owner')
    await makeToken(again.base, 'by-night', 'machine')
    expect(await again.stop()).toBe(0)
    const readied = await runBackoffice(into, 'restored', '--json')
    expect([readied.code, readied.json()], readied.err).toMatchObject([
      0,
      { status: 'success', audit: { inOrder: true } },
    ])
    expect(readied.out).toContain('1 log-ins and 2 named tokens were ended')
    expect(readied.out).toMatch(/make-token by-night --role machine .*NIGHTLY_TOKEN.*make-token cho --role owner/s)
  })

  it('of 1.0.0 goes into the store that there is now, and a damaged one leaves an empty folder empty', async () => {
    const target = databaseServerUrl ? await createDatabase() : undefined
    const now = { ...(target ? { DATABASE_URL: target.url, BACKOFFICE_TOKEN: token } : {}), SESSION_SECRET: secret }
    const moved = { ...now, DATA_DIR: join(folder, 'moved') }
    const cut = join(folder, 'cut')
    writeFileSync(cut, readFileSync(packedByRelease).fill(0, 2_000, 2_064))
    const refused = await runBackoffice(moved, 'restore', cut)
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('damaged')])
    expect(readdirSync(moved.DATA_DIR)).toEqual([])
    expect((await runBackoffice(moved, 'restore', join(folder, 'none'))).code).toBe(2)
    // Whether a site holds the folder, or whether it has a store, can't be known.
    for (const name of isPosix && !target ? ['house.lock', 'house'] : []) {
      symlinkSync(name, join(moved.DATA_DIR, name))
      const unread = await runBackoffice(moved, 'restore', packedByRelease, '--dry-run')
      expect([unread.code, unread.err]).toEqual([3, expect.stringContaining("can't be read (ELOOP)")])
      rmSync(join(moved.DATA_DIR, name))
    }
    const restored = await runBackoffice(moved, 'restore', packedByRelease, '--json')
    expect([restored.code, restored.json().audit], restored.err).toMatchObject([0, { inOrder: true }])
    expect(readdirSync(moved.DATA_DIR)).toEqual(target ? [] : ['house'])
    await target?.drop()
  })
})
