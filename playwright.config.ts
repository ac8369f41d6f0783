import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { placeTemporaryFiles } from './tests/support/scratch.mjs'
import { settingsForTests } from './tests/support/settings'

// Playwright loads this file again in each worker: the first load puts its decisions into the environment.
const isFirstLoad = process.env.JOURNEYS_PORT === undefined
if (isFirstLoad) {
  placeTemporaryFiles()
  process.env.JOURNEYS_PORT = execFileSync(process.execPath, ['bin/free-port.mjs'], { encoding: 'utf8' }).trim()
  process.env.JOURNEYS_DATA = mkdtempSync(join(tmpdir(), 'madang-journeys-'))
  process.env.CHROMIUM ??= execFileSync(process.execPath, ['bin/browser.mjs'], { encoding: 'utf8' }).trim()
  process.once('exit', () => {
    const dataDir = process.env.JOURNEYS_DATA ?? ''
    try {
      // The site has stopped by now. The audit checks that the journeys neither lost nor created a single won.
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
const testsAllWidths = process.env.TEST_WIDTHS === 'all'

const phone = { viewport: { width: 390, height: 844 } }
const small = { viewport: { width: 320, height: 640 } }
const tablet = { viewport: { width: 768, height: 1024 } }
const desktop = { viewport: { width: 1440, height: 900 } }
const withoutScript = { javaScriptEnabled: false }
/** Journeys that need script. */
const needsScript = /@script/
/** Journeys of what only a wide screen shows. */
const desktopOnly = /@desktop/
/** Journeys of what only a narrow screen has, such as drawers. */
const phoneOnly = /@phone/

/**
 * Every journey runs with script and without. Wide screens have a project for what only they show; TEST_WIDTHS=all runs
 * the journeys at more widths and in both themes.
 */
export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results',
  // On two cores: journeys wait for the browser and the site nearly half of the time.
  workers: 3,
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
    // Tracing every test would double the time; TRACE=1 traces and keeps failures.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] },
  },
  projects: [
    { name: 'with script', use: phone, grepInvert: desktopOnly },
    { name: 'without script', use: { ...phone, ...withoutScript }, grepInvert: [needsScript, desktopOnly] },
    { name: 'desktop', use: desktop, grep: desktopOnly },
    ...(testsAllWidths
      ? [
          { name: 'narrow', use: small, grepInvert: desktopOnly },
          { name: 'tablet, light', use: { ...tablet, colorScheme: 'light' as const }, grepInvert: desktopOnly },
          { name: 'every journey on a desktop', use: desktop, grepInvert: [desktopOnly, phoneOnly] },
          {
            name: 'desktop without script',
            use: { ...desktop, ...withoutScript },
            grepInvert: [needsScript, phoneOnly],
          },
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
