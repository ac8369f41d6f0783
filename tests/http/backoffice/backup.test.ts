import { execFileSync } from 'node:child_process'
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
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createDatabase, databaseServerUrl } from '../../support/database'
import { isPosix } from '../../support/platform'
import { hasRedis, startRedis, type TestRedis } from '../../support/redis'
import { runBackoffice } from '../../support/run-backoffice'
import { settingsForTests } from '../../support/settings'
import { sharedFolder } from '../../support/shared-folder'
import { askBackoffice, type Site, spawnProgram, startSite } from '../../support/site'
import { copyOf, newMember, signedIn, walletOf } from '../../support/visitor'

const folder = sharedFolder('backup')

const token = 'a back-office token of 32 characters for tests'
const secret = 'a secret for tests that is long enough to be taken'

/** Returns the rows of a back-office list through the API. */
async function rowsOf(base: string, backofficeToken: string, list: string, payload: object) {
  const response = await askBackoffice(base, backofficeToken, list, payload)
  return ((await response.json()) as { rows: { id: string; number?: string; won?: number }[] }).rows
}

/** Runs the CronJob's commands with this test's site and folder. On PGlite, another file replaces the dump. */
async function runNightly(origin: string, backups: string, settings: Record<string, string>) {
  const cronJob = parse(readFileSync('deploy/kubernetes/backup/cron-job.yaml', 'utf8'))
  const { initContainers, containers } = cronJob.spec.jobTemplate.spec.template.spec
  const [[dump = '', ...dumpWords], [program = '', script = '']] = [initContainers[0].command, containers[0].command]
  const FILE = join(backups, 'part')
  const env = settingsForTests({ ...settings, FILE, KEEP_DAYS: '14' })
  if (settings.DATABASE_URL) execFileSync(dump, dumpWords, { env })
  else writeFileSync(FILE, 'x'.repeat(2_000))
  const { ended, output } = spawnProgram(program, [script, origin, backups, FILE], env)
  return { code: await ended, out: output() }
}

const backupOfRelease = 'tests/support/backup-of-1.0.0.jsonl.gz'

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

  it('is recorded by the nightly run, which audits, deletes old backups, and updates both metrics', async () => {
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
    // A second backup on the same day replaces the first.
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

  it('is restored completely and audited, and only into an empty database', async () => {
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
    /** Downloads with the approval of two people. A run that fails does not use up the approval. */
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
    // The file contains each concurrent change completely or not at all.
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

    // Redis, which outlives the store, remembers the code and its outcome.
    const lostDeposit = { balance: 20_000, code: 'code-of-a-deposit-after-the-backup' }
    expect((await copyOf(member, site.base).call('apply-user-deposit', lostDeposit)).json()).toMatchObject({
      status: 'success',
    })

    const older = databaseServerUrl ? file : backupOfRelease
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
    // Sessions started after the backup are invalid.
    expect((await copyOf(member, again.base).get('/user')).status).toBe(303)
    const back = await signedIn(again.base, member.id, 'three-plain-words')
    expect(await walletOf(back)).toMatchObject({ status: 'success', balance: 50_000 })
    // The remembered success belongs to the replaced store, so the deposit is made again.
    const waiting = async () => {
      const rows = await rowsOf(again.base, token, 'movements', { kind: 'deposit' })
      return rows.filter(({ won }) => won === 20_000).length
    }
    expect(await waiting()).toBe(0)
    for (let times = 0; times < 2; times += 1) {
      expect((await back.call('apply-user-deposit', lostDeposit)).json()).toMatchObject({ status: 'success' })
      expect(await waiting()).toBe(1)
    }

    // A store restored by other means is not served before `restored` has audited it and ended all sessions.
    const inUse = await runBackoffice(into, 'restored', '--json')
    expect([inUse.code, inUse.json().status]).toEqual([1, 'in_use'])
    // Owners whose tokens the restore ended don't count as a second person.
    await makeToken(again.base, 'cho', 'owner')
    await makeToken(again.base, 'by-night', 'machine')
    expect(await again.stop()).toBe(0)
    const readied = await runBackoffice(into, 'restored', '--json')
    expect([readied.code, readied.json()], readied.err).toMatchObject([
      0,
      { status: 'success', audit: { inOrder: true } },
    ])
    expect(readied.out).toContain('1 logins and 2 named tokens were ended')
    expect(readied.out).toMatch(/make-token by-night --role machine .*NIGHTLY_TOKEN.*make-token cho --role owner/s)
  })

  it('of 1.0.0 is restored into the current store, and a damaged one leaves the folder empty', async () => {
    const target = databaseServerUrl ? await createDatabase() : undefined
    const oldNames = { DESK_TOKEN: token, DESK_SECOND_PERSON_FOR: 'make-token' }
    const now = { ...(target ? { DATABASE_URL: target.url } : {}), ...oldNames, SESSION_SECRET: secret }
    const moved = { ...now, DATA_DIR: join(folder, 'moved') }
    const cut = join(folder, 'cut')
    writeFileSync(cut, readFileSync(backupOfRelease).fill(0, 2_000, 2_064))
    const refused = await runBackoffice(moved, 'restore', cut)
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('damaged')])
    expect(readdirSync(moved.DATA_DIR)).toEqual([])
    expect((await runBackoffice(moved, 'restore', join(folder, 'none'))).code).toBe(2)
    // The program can't tell whether a site uses the folder or whether it has a store.
    for (const name of isPosix && !target ? ['house.lock', 'house'] : []) {
      symlinkSync(name, join(moved.DATA_DIR, name))
      const unread = await runBackoffice(moved, 'restore', backupOfRelease, '--dry-run')
      expect([unread.code, unread.err]).toEqual([3, expect.stringContaining("can't be read (ELOOP)")])
      rmSync(join(moved.DATA_DIR, name))
    }
    const restored = await runBackoffice(moved, 'restore', backupOfRelease, '--json')
    expect([restored.code, restored.json().audit], restored.err).toMatchObject([0, { inOrder: true }])
    expect(readdirSync(moved.DATA_DIR)).toEqual(target ? [] : ['house'])
    await target?.drop()
  })
})
