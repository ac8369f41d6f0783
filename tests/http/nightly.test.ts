import { execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createDatabase, databaseServerUrl } from '../support/database'
import { settingsForTests } from '../support/settings'
import { type Site, startSite } from '../support/site'

/** bin/nightly.sh, as the CronJob and the compose file run it. */

let site: Site
let settings: Record<string, string>
let folder: string
const database = databaseServerUrl ? await createDatabase() : undefined
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'madang-nightly-'))
  const secrets = {
    SESSION_SECRET: 'a secret for tests that is long enough to be taken',
    DESK_TOKEN: 'a desk token of 32 characters for tests',
  }
  settings = { ...secrets, ...(database ? { DATABASE_URL: database.url } : {}) }
  site = await startSite(settings)
})
afterAll(async () => {
  await site?.stop()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs the CronJob's command with the site and the folder of this test in place of its own. */
function runNightly(origin: string): Promise<{ code: number | null; out: string }> {
  const cronJob = parse(readFileSync('deploy/kubernetes/backup/cron-job.yaml', 'utf8'))
  const [container] = cronJob.spec.jobTemplate.spec.template.spec.containers
  const [program, ...words]: string[] = container.command
  const [script = ''] = words
  return new Promise((resolve) => {
    const child = spawn(program ?? '', [script, origin, folder], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: settingsForTests({ ...settings, KEEP_DAYS: '14' }),
    })
    let out = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => {
        out += bytes
      })
    child.once('close', (code) => resolve({ code, out }))
  })
}

const addBackup = (name: string, ageDays: number) => {
  const path = join(folder, name)
  writeFileSync(path, 'a backup')
  const made = Date.now() / 1_000 - ageDays * 86_400
  utimesSync(path, made, made)
  return path
}

describe('the nightly round', () => {
  it('backs up, audits and deletes what is too old, and the metrics have the time of both', async () => {
    const [old, recent] = [addBackup('madang-2026-01-01.backup', 16), addBackup('madang-2026-01-10.backup', 13)]
    // A second one on the same day takes the place of the first.
    const earlierToday = addBackup(`madang-${execFileSync('date', ['+%F'], { encoding: 'utf8' }).trim()}.backup`, 0)
    const beganAt = Date.now() / 1_000
    const failed = await runNightly('http://127.0.0.1:1')
    expect([failed.code, existsSync(old)], 'a failure deletes nothing').toEqual([3, true])

    const { code, out } = await runNightly(site.base)
    expect([code, out], out).toEqual([0, expect.stringContaining('The books are in order.')])
    expect([existsSync(old), existsSync(recent)]).toEqual([false, true])
    expect(readdirSync(folder)).toHaveLength(2)
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
})
