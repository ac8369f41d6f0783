import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../bin/free-port.mjs'
import { settingsForTests } from '../support/settings'
import { spawnProgram, waitUntilReady } from '../support/site'

/** A copy of the project as after cloning and npm ci. */
let clone: string
beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'madang-clone-'))
  for (const name of readdirSync('.')) {
    if (/^(app|bin|locales|public|package.*\.json|tsconfig\.json|.*\.config\.ts)$/.test(name))
      cpSync(name, join(clone, name), { recursive: true })
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(clone, 'node_modules'))
})
afterAll(() => rmSync(clone, { recursive: true, force: true }))

it('the first start builds the site with a line for each step; the back office is built on first use', async () => {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const env = settingsForTests({ PORT: `${port}`, HOST: '127.0.0.1', DATA_DIR: join(clone, 'data') })
  const runs: string[] = []
  const start = async () => {
    const site = spawnProgram('npm', ['start'], env, { cwd: clone })
    await waitUntilReady(base, site)
    runs.push(site.output())
    return site
  }
  // `ended` resolves when the output is closed, so after the site has ended. npm exits with the signal of its shell.
  const stop = async ({ process, ended }: Awaited<ReturnType<typeof start>>) => {
    process.kill('SIGTERM')
    expect([0, 'SIGTERM']).toContain(await ended)
  }
  const first = await start()
  await stop(first)
  const second = await start()
  const built = runs.map((output) => output.split('\n').filter((line) => line.startsWith('Buil')))
  expect(built).toEqual([
    [
      'Building the site: about a minute; the next start needs no build',
      ...['packed store', 'pages and server', 'compressed copies'].map(() =>
        expect.stringMatching(/^Built: (packed store|pages and server|compressed copies) \(\d+\.\d s\)$/),
      ),
    ],
    [],
  ])

  expect(existsSync(join(clone, 'build/backoffice'))).toBe(false)
  const backoffice = async () => {
    const { ended, output } = spawnProgram(
      process.execPath,
      [join(clone, 'bin/backoffice.mjs'), 'status', '--json'],
      env,
    )
    return [await ended, output()]
  }
  const [compiled, report] = [/^Compiling the program: /, /^\{[\s\S]*\}\n$/]
  expect(await backoffice()).toEqual([0, expect.stringMatching(compiled)])
  expect(await backoffice()).toEqual([0, expect.stringMatching(report)])
  await stop(second)
})
