import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { freePort } from '../../../bin/free-port.mjs'
import { wasmFlags } from '../../support/node-flags.mjs'
import { settingsForTests } from '../../support/settings'
import { spawnProgram, waitUntilReady } from '../../support/site'

/** Copies the sources, and links the installed packages and the unpacked store of this checkout. */
function copySources(): string {
  const folder = mkdtempSync(join(tmpdir(), 'madang-development-'))
  const configs = ['package.json', 'tsconfig.json', 'vite.config.ts', 'react-router.config.ts']
  for (const name of ['app', 'locales', 'public', ...configs]) cpSync(name, join(folder, name), { recursive: true })
  for (const name of ['bin', 'build']) symlinkSync(resolve(name), join(folder, name))
  // A separate folder, because Vite writes its cache into it.
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync('node_modules').filter((name) => !name.startsWith('.')))
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name))
  const store = join(folder, 'data', 'house')
  mkdirSync(store, { recursive: true })
  const packed = readdirSync('build').find((name) => name.startsWith('house-')) ?? ''
  execFileSync('tar', ['-xzf', join('build', packed), '-C', store], { stdio: 'ignore' })
  return folder
}

function save(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8')
  expect(text, path).toContain(from)
  writeFileSync(path, text.replace(from, to))
}

test.describe('npm run dev', () => {
  const open = { folder: '', base: '' }
  let server: ReturnType<typeof spawnProgram> | undefined

  test.beforeAll(async () => {
    open.folder = copySources()
    const port = await freePort()
    open.base = `http://127.0.0.1:${port}`
    const settings = settingsForTests({
      PORT: `${port}`,
      HOST: '127.0.0.1',
      DATA_DIR: join(open.folder, 'data'),
      NODE_ENV: 'development',
      // Late responses on a busy machine are logged as warnings.
      LOG_LEVEL: 'error',
    })
    const program = [...wasmFlags, 'node_modules/@react-router/dev/bin.js', 'dev']
    server = spawnProgram(process.execPath, program, settings, { cwd: open.folder })
    await waitUntilReady(open.base, server, '/login')
  })

  test.afterAll(async () => {
    server?.process.kill('SIGTERM')
    await server?.ended
    rmSync(open.folder, { recursive: true, force: true })
  })

  test('shows each saved file without a restart or a second load, and keeps the form @script', async ({ page }) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`${open.base}/login`)
    await expect(page.locator('html[data-hydrated]')).toBeAttached()
    const id = page.getByRole('main').locator('input[name=id]')
    await id.fill('typed')
    let loads = 0
    page.on('load', () => (loads += 1))

    const title = page.getByRole('heading', { level: 1 })
    const send = page.getByRole('main').locator('button[type=submit]')
    const inSpaces = () => title.evaluate((element) => getComputedStyle(element).letterSpacing)
    const kinds: [file: string, from: string, to: string, shown: () => Promise<void>][] = [
      [
        'app/features/account/login/login.tsx',
        "<PageHead title={t('nav.login')} />",
        "<PageHead title={`${t('nav.login')}, saved`} />",
        () => expect(title).toContainText(', saved'),
      ],
      [
        'app/ui/button/button.tsx',
        '{...button}',
        '{...button} data-saved="yes"',
        () => expect(send).toHaveAttribute('data-saved', 'yes'),
      ],
      [
        'app/ui/page-title/page-title.css.ts',
        '...typography.titlePage',
        "...typography.titlePage, letterSpacing: '7px'",
        () => expect.poll(inSpaces).toBe('7px'),
      ],
      ['locales/ko.json', '"nav.login": "', '"nav.login": "막대 ', () => expect(title).toContainText('막대')],
      [
        'app/platform/settings/settings.server.ts',
        'MINIMUM_AGE: wholeNumber(1, 99).default(19)',
        'MINIMUM_AGE: wholeNumber(1, 99).default(87)',
        () => expectText(page, '/login', '87+'),
      ],
      [
        'app/embedded/games/catalogue.server.ts',
        '    nameKo,',
        "    nameKo: 'Saved',",
        () => expectText(page, '/slot', 'Saved'),
      ],
    ]
    for (const [file, from, to, shown] of kinds) {
      save(join(open.folder, file), from, to)
      await shown()
      await expect(id, file).toHaveValue('typed')
    }
    expect(loads).toBe(0)
    expect(complaints).toEqual([])
    expect(server?.output()).not.toMatch(/warn|error|createRoot/i)

    const half = join(open.folder, 'app/embedded/games/catalogue.server.ts')
    save(half, "nameKo: 'Saved',", "nameKo: 'Half")
    await expect.poll(async () => (await page.request.get(`${open.base}/slot`)).status()).toBeGreaterThanOrEqual(500)
    save(half, "nameKo: 'Half", "nameKo: 'Whole',")
    await expectText(page, '/slot', 'Whole')
  })
})

/** Waits until a page, requested outside the open one, contains a text. */
function expectText(page: Page, path: string, text: string): Promise<void> {
  return expect
    .poll(async () => {
      const response = await page.request.get(`${new URL(page.url()).origin}${path}`)
      return response.ok() ? response.text() : `${response.status()}`
    })
    .toContain(text)
}
