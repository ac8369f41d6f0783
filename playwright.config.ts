import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { siteFlags } from './tests/support/node-flags.mjs'
import { placeTemporaryFiles } from './tests/support/scratch.mjs'
import { settingsForTests } from './tests/support/settings'
import { desktop, phone, small, tablet } from './tests/support/viewports'

// Playwright loads this file again in each worker: the first load puts its decisions into the environment.
const isFirstLoad = process.env.JOURNEYS_PORT === undefined
if (isFirstLoad) {
  placeTemporaryFiles()
  process.env.JOURNEYS_PORT = execFileSync(process.execPath, ['bin/free-port.mjs'], { encoding: 'utf8' }).trim()
  process.env.JOURNEYS_DATA = mkdtempSync(join(tmpdir(), 'madang-journeys-'))
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
const testsDevelopment = process.env.TEST_DEVELOPMENT === '1'

const withoutScript = { javaScriptEnabled: false }
/** Journeys that need script. */
const needsScript = /@script/
/** Journeys of what only a wide screen shows; tests/support/journey.ts gives them one. */
const desktopOnly = /@desktop/
const developmentServer = '**/project/development.spec.ts'
/** Journeys of what only a narrow screen has, such as drawers. */
const phoneOnly = /@phone/
/** Further inputs of what another journey shows once: `npm run test:all` alone runs them. */
const leftOut = testsAllWidths ? [] : [/@long/]

/**
 * Each screen has a journey that runs with script and without; what others would see without script, HTTP tests hold.
 * TEST_WIDTHS=all runs them at more widths and in both themes. Each project starts workers, browsers and sites of its own:
 * that without script is the first and has one of each, beside the others. TEST_DEVELOPMENT=1 runs `npm run dev` instead.
 */
export default defineConfig({
  testDir: 'tests/journeys',
  ...(testsDevelopment ? { testMatch: developmentServer } : { testIgnore: developmentServer }),
  globalSetup: './tests/support/find-browser.ts',
  outputDir: 'test-results',
  // On two cores: journeys wait for the browser and the site nearly half of the time.
  workers: 3,
  retries: 0,
  grepInvert: leftOut,
  // Limits end what hangs, on a machine that other work fills too; nothing waits for them otherwise.
  timeout: 300_000,
  expect: { timeout: testsDevelopment ? 60_000 : 20_000 },
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
    launchOptions: {
      executablePath,
      // Without a GPU the browser would emulate one, a tenth of its time. No page lives long enough for V8's optimizing
      // compiler to pay. Pages that share a context share a process, which has read the scripts already.
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
