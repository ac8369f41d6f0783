import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { siteFlags } from './tests/support/node-flags.mjs'
import { placeTemporaryFiles } from './tests/support/scratch.mjs'
import { settingsForTests } from './tests/support/settings'
import { desktop, phone, small, tablet } from './tests/support/viewports'

// Playwright loads this file again in each worker, so the first load stores its results in the environment.
const isFirstLoad = process.env.JOURNEYS_PORT === undefined
if (isFirstLoad) {
  placeTemporaryFiles()
  process.env.JOURNEYS_PORT = execFileSync(process.execPath, ['bin/free-port.mjs'], { encoding: 'utf8' }).trim()
  process.env.JOURNEYS_DATA = mkdtempSync(join(tmpdir(), 'madang-journeys-'))
  process.once('exit', () => {
    const dataDir = process.env.JOURNEYS_DATA ?? ''
    try {
      // The site has stopped. The audit checks that the journeys neither lost nor created any money.
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
const testsDevelopment = process.env.TEST_DEVELOPMENT === '1'

const withoutScript = { javaScriptEnabled: false }
/** Journeys that need JavaScript. */
const needsScript = /@script/
/** Journeys that need a wide screen. They get one from tests/support/journey.ts. */
const desktopOnly = /@desktop/
const developmentServer = '**/project/development.spec.ts'
/** Journeys that need a narrow screen, such as those with drawers. */
const phoneOnly = /@phone/
/** Journeys with more inputs for a case that another journey covers. Only `npm run test:all` runs them. */
const leftOut = testsAllWidths ? [] : [/@long/]

/**
 * Each screen has a journey that runs with and without JavaScript. HTTP tests cover the rest without JavaScript. With
 * TEST_WIDTHS=all, journeys run in more widths and both themes. Each project has its own workers, browsers and sites.
 * The project without JavaScript starts first. With TEST_DEVELOPMENT=1, `npm run dev` is tested instead.
 */
export default defineConfig({
  testDir: 'tests/journeys',
  ...(testsDevelopment ? { testMatch: developmentServer } : { testIgnore: developmentServer }),
  globalSetup: './tests/support/find-browser.ts',
  outputDir: 'test-results',
  // More workers than the two cores, because journeys spend nearly half of their time waiting.
  workers: 3,
  retries: 0,
  grepInvert: leftOut,
  // These timeouts only end tests that hang. They are long, because the machine may be busy.
  timeout: 300_000,
  expect: { timeout: testsDevelopment ? 60_000 : 20_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: 'line',
  use: {
    baseURL: base,
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    colorScheme: 'dark',
    // Tracing every test would double the time. With TRACE=1, tests are traced and the traces of failures are saved.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      // Without a GPU, the browser would spend a tenth of its time emulating one. V8's optimizing compiler is off, as
      // pages are open only briefly. Pages in a context share a process, which has already read the scripts.
      args: [
        '--disable-gpu',
        '--js-flags=--no-opt',
        '--process-per-site',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
  projects: [
    {
      name: 'without script',
      use: { viewport: phone, ...withoutScript },
      grepInvert: [needsScript, desktopOnly, ...leftOut],
      workers: 1,
    },
    { name: 'with script', use: { viewport: phone } },
    ...(testsAllWidths
      ? [
          { name: 'narrow', use: { viewport: small }, grepInvert: desktopOnly },
          { name: 'tablet, light', use: { viewport: tablet, colorScheme: 'light' as const }, grepInvert: desktopOnly },
          { name: 'every journey on a desktop', use: { viewport: desktop }, grepInvert: [desktopOnly, phoneOnly] },
          {
            name: 'desktop without script',
            use: { viewport: desktop, ...withoutScript },
            grepInvert: [needsScript, phoneOnly],
          },
        ]
      : []),
  ],
  webServer: testsDevelopment
    ? []
    : {
        command: `node ${siteFlags.join(' ')} bin/start.mjs`,
        url: `${base}/readyz`,
        timeout: 300_000,
        gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
        stdout: 'ignore',
        stderr: 'pipe',
        env: settingsForTests({ PORT: port, HOST: '127.0.0.1', DATA_DIR: dataDir }),
      },
})
