import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { settingsForTests } from './tests/support/settings'

// Playwright reads this file once more in each worker: what was decided by the first reading stands in the environment.
const first = process.env.JOURNEYS_PORT === undefined
if (first) {
  process.env.JOURNEYS_PORT = execFileSync(process.execPath, ['bin/free-port.mjs'], { encoding: 'utf8' }).trim()
  process.env.JOURNEYS_DATA = mkdtempSync(join(tmpdir(), 'madang-journeys-'))
  process.env.CHROMIUM ??= execFileSync(process.execPath, ['bin/browser.mjs'], { encoding: 'utf8' }).trim()
  process.once('exit', () => {
    const dataDir = process.env.JOURNEYS_DATA ?? ''
    try {
      // The site has stopped by now. Whatever the journeys did, not a won may be lost, doubled or made.
      if (existsSync(join(dataDir, 'house'))) {
        execFileSync(process.execPath, ['tests/support/audit-journeys.mjs', dataDir], {
          stdio: 'inherit',
          timeout: 60_000,
        })
      }
    } catch {
      process.exitCode = 1
    }
    rmSync(dataDir, { recursive: true, force: true })
  })
}
const { JOURNEYS_PORT: port = '', JOURNEYS_DATA: dataDir = '', CHROMIUM: executablePath } = process.env
const base = `http://127.0.0.1:${port}`
const everyWidth = process.env.TEST_WIDTHS === 'all'

const phone = { viewport: { width: 390, height: 844 } }
const small = { viewport: { width: 320, height: 640 } }
const tablet = { viewport: { width: 768, height: 1024 } }
const desktop = { viewport: { width: 1440, height: 900 } }
const bare = { javaScriptEnabled: false }
/** What needs script to be seen at all. */
const script = /@script/
/** What only a wide screen shows. */
const wide = /@desktop/
/** What a wide screen has no need of: the drawers. */
const slim = /@phone/

/**
 * Every journey runs twice, with script and without: the site promises both. Wide screens have a project of their own
 * for what they alone show; TEST_WIDTHS=all walks every journey at every width, in both themes.
 */
export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  timeout: 30_000,
  expect: { timeout: 5_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: 'line',
  use: {
    baseURL: base,
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    colorScheme: 'dark',
    // A trace of each test would double its time: TRACE=1 keeps those of failures.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] },
  },
  projects: [
    { name: 'with script', use: phone, grepInvert: wide },
    { name: 'without script', use: { ...phone, ...bare }, grepInvert: [script, wide] },
    { name: 'desktop', use: desktop, grep: wide },
    ...(everyWidth
      ? [
          { name: 'narrow', use: small, grepInvert: wide },
          { name: 'tablet, light', use: { ...tablet, colorScheme: 'light' as const }, grepInvert: wide },
          { name: 'every journey on a desktop', use: desktop, grepInvert: [wide, slim] },
          { name: 'desktop without script', use: { ...desktop, ...bare }, grepInvert: [script, slim] },
        ]
      : []),
  ],
  webServer: {
    command: 'node bin/start.mjs',
    url: `${base}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: settingsForTests({ PORT: port, HOST: '127.0.0.1', DATA_DIR: dataDir }),
  },
})
