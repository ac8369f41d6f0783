import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freePort } from '../../../bin/free-port.mjs'
import { isPosix } from '../../support/platform'
import { settingsForTests } from '../../support/settings'
import { sharedFolder } from '../../support/shared-folder'
import { onPglite, spawnSite, waitUntilReady } from '../../support/site'

const folder = sharedFolder('reader')

it.runIf(isPosix).each([
  ['after its first line', 'SIGTERM', 'start'],
  ['while it serves', 'SIGHUP', 'ready'],
] as const)('a site whose log reader exits %s continues, and drains on %s', async (_, signal, when) => {
  const [port, dataDir] = [await freePort(), join(folder, when)]
  const settings = { ...onPglite, PORT: `${port}`, HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'trace' }
  const site = spawnSite(settingsForTests(settings))
  const closeLog = () => [site.process.stdout, site.process.stderr].map((stream) => stream?.destroy())
  const base = `http://127.0.0.1:${port}`
  try {
    if (when === 'start') site.process.stdout?.once('data', closeLog)
    await waitUntilReady(base, site)
    if (when === 'ready') closeLog()
    for (let page = 0; page < 20; page++) expect((await fetch(`${base}/login?page=${page}`)).status).toBe(200)
    site.process.kill(signal)
    const ended = new Promise((resolve) => site.process.once('exit', resolve))
    expect(await ended).toBe(0)
  } finally {
    site.process.kill('SIGKILL')
  }
})
