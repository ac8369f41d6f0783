import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../bin/free-port.mjs'
import { expectStoreAuditPasses } from '../support/audit'
import { settingsForTests } from '../support/settings'
import { onPglite } from '../support/site'
import { newMember, type Visitor, visitor } from '../support/visitor'

/**
 * Two sites on one data folder, as in two containers: each is process 1 of its own PID namespace, and both have the
 * same host name. Runs only where this user may create namespaces.
 */
const unshareCommand = ['unshare', '--pid', '--fork', '--mount-proc', '--uts', '--kill-child'] as const
const canUnshare = spawnSync(unshareCommand[0], [...unshareCommand.slice(1), 'true']).status === 0

const depositsCount = 200

describe.runIf(canUnshare)('two sites on one data folder', () => {
  let dataDir: string
  const running: ContainedSite[] = []
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'madang-two-'))
  })
  afterAll(async () => {
    for (const site of running) site.kill()
    await Promise.all(running.map(({ ended }) => ended))
    rmSync(dataDir, { recursive: true, force: true })
  })
  const start = async () => {
    const site = await startContainedSite(dataDir)
    running.push(site)
    return site
  }

  it('the second waits, healthy and not ready, and loses nothing that the first acknowledged', async () => {
    const first = await start()
    await first.waitForStatus('/readyz', 200)
    const member = await newMember(first.base)
    const second = await start()
    await second.waitForStatus('/healthz', 200)

    for (let made = 1; made <= depositsCount; made++) {
      const response = await member.call('apply-user-deposit', { balance: made * 10_000, code: randomUUID() })
      expect(response.json()).toEqual({ status: 'success' })
      if (made % 50 === 0) expect(await second.status('/readyz')).toBe(503)
    }
    expect(await second.status('/')).toBe(503)

    // A killed site does not release the lock, and the second can't see the first's process in its own namespace.
    first.kill()
    await first.ended
    expect(await second.status('/readyz')).toBe(503)
    const staleTime = new Date(Date.now() - 61_000)
    utimesSync(join(dataDir, 'house.lock'), staleTime, staleTime)
    await second.waitForStatus('/readyz', 200)
    expect(await depositsOf(member, second.base)).toBe(depositsCount)

    // A lock that was released is taken at once.
    const third = await start()
    await third.waitForStatus('/healthz', 200)
    second.end()
    await second.ended
    await third.waitForStatus('/readyz', 200)
    expect(await depositsOf(member, third.base)).toBe(depositsCount)
    third.end()
    await third.ended
    await expectStoreAuditPasses({ dataDir })
  })

  it('a site whose lock another took over ends before it acknowledges anything more', async () => {
    const first = await start()
    await first.waitForStatus('/readyz', 200)
    const member = await newMember(first.base)
    first.freeze()
    const staleTime = new Date(Date.now() - 61_000)
    utimesSync(join(dataDir, 'house.lock'), staleTime, staleTime)
    const second = await start()
    await second.waitForStatus('/readyz', 200)
    const before = await depositsOf(member, second.base)

    const late = member.call('apply-user-deposit', { balance: 10_000, code: randomUUID() }).then(
      ({ status }) => status,
      () => 'cut off',
    )
    first.thaw()
    expect(await late).not.toBe(200)
    await first.ended
    expect(await depositsOf(member, second.base)).toBe(before)
    second.end()
    await second.ended
    await expectStoreAuditPasses({ dataDir })
  })
})

async function depositsOf(member: Visitor, base: string): Promise<number> {
  const browser = visitor(base)
  for (const [name, value] of member.cookies) browser.cookies.set(name, value)
  const response = await browser.call('get-deposit-list', { page: 1 })
  return (response.json() as { total: number }).total
}

type ContainedSite = Awaited<ReturnType<typeof startContainedSite>>

async function startContainedSite(dataDir: string) {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const env = settingsForTests({
    ...onPglite,
    PORT: `${port}`,
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    PLAY_APPROVAL_MS: '0',
    // Both sites accept the same session cookies.
    SESSION_SECRET: 'a secret for tests that is long enough to be taken',
    DESK_TOKEN: 'a desk token for tests, long enough to be taken',
  })
  const command = 'hostname one-name-for-both && exec "$0" bin/start.mjs'
  const child = spawn(unshareCommand[0], [...unshareCommand.slice(1), 'sh', '-c', command, process.execPath], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => written.push(bytes))
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
  })
  const status = async (path: string) => {
    const response = await fetch(base + path, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
    await response?.body?.cancel()
    return response?.status
  }
  return {
    base,
    ended,
    status,
    /** Waits until the path answers with this status. */
    waitForStatus: async (path: string, wanted: number) => {
      const outputText = () => Buffer.concat(written).toString()
      await expect.poll(() => status(path), { timeout: 60_000, message: outputText() }).toBe(wanted)
    },
    kill: () => signal(child, 'SIGKILL'),
    end: () => signal(child, 'SIGTERM'),
    freeze: () => signal(child, 'SIGSTOP'),
    thaw: () => signal(child, 'SIGCONT'),
  }
}

/** Sends a signal to the site itself, which is the only child of `unshare`. */
function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  try {
    const child = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim())
    if (child > 0) process.kill(child, name)
  } catch {
    // The process has already ended.
  }
}
