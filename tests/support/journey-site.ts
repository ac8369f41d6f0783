import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../bin/free-port.mjs'
import { settingsForTests } from './settings'

const startTimeoutMs = 60_000

/** A built site for one journey file. */
type JourneySite = { base: string; stop: () => Promise<void> }

/** Starts a site in front of an upstream that the journey controls. @throws Error when it is not ready in time. */
export function startSiteWithUpstream(upstreamUrl: string): Promise<JourneySite> {
  return startJourneySite({
    UPSTREAM_URL: upstreamUrl,
    SESSION_SECRET: 'a secret for tests that is long enough to be taken',
  })
}

/**
 * Starts a built site with settings of its own.
 *
 * @throws Error when it is not ready within a minute.
 */
export async function startJourneySite(settings: Readonly<Record<string, string>>): Promise<JourneySite> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const dataDir = mkdtempSync(join(tmpdir(), 'madang-journey-'))
  const site = spawn(process.execPath, ['bin/start.mjs'], {
    stdio: 'ignore',
    env: settingsForTests({
      PORT: `${port}`,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ...settings,
    }),
  })
  const ended = once(site, 'close')
  const stop = async () => {
    site.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }

  const deadline = Date.now() + startTimeoutMs
  while (site.exitCode === null && Date.now() < deadline) {
    const answer = await fetch(`${base}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return { base, stop }
    await pause(50)
  }
  await stop()
  throw new Error('The site was not ready in time')
}
