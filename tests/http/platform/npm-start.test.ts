import { expect, it } from 'vitest'
import { freePort } from '../../../bin/free-port.mjs'
import { siteFlags } from '../../support/node-flags.mjs'
import { isPosix } from '../../support/platform'
import { settingsForTests } from '../../support/settings'
import { spawnProgram, waitUntilReady } from '../../support/site'

it.skipIf(!isPosix)('a site started by npm start shuts down cleanly when npm’s shell is stopped', async () => {
  const port = await freePort()
  const env = settingsForTests({
    npm_lifecycle_event: 'start',
    PORT: `${port}`,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    UPSTREAM_URL: 'http://127.0.0.1:9',
    SESSION_SECRET: 'a secret for tests that is long enough to be taken',
  })
  // Some shells replace themselves with their last command; this script prevents it.
  const site = ['"$@" & echo "$!"; wait', 'sh', process.execPath, ...siteFlags, 'bin/start.mjs']
  const shell = spawnProgram('sh', ['-c', ...site], env)
  const base = `http://127.0.0.1:${port}`
  const isUp = () =>
    fetch(`${base}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  try {
    await waitUntilReady(base, shell)
    shell.process.kill('SIGTERM')
    await expect.poll(isUp).toBe(false)
    // The output ends only when the site has also ended.
    expect(await shell.ended).toBe('SIGTERM')
    expect(shell.output()).toContain('"msg":"stopped"')
  } finally {
    const pid = Number.parseInt(shell.stdout(), 10)
    if (await isUp()) process.kill(pid, 'SIGKILL')
  }
})
