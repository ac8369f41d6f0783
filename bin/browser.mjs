// @ts-check
import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { canRun, installFromDebian } from './debian.mjs'

/**
 * Finds a Chromium for the browser tests, or installs one. In order: CHROMIUM, Playwright's own, one on the system,
 * Debian's package (as root), Playwright's download. `node bin/browser.mjs` prints its path.
 */

const minuteMs = 60_000

/** Chromium without a user interface: the journeys run about twice as fast as in the full browser. */
const headlessShell = 'chromium-headless-shell'

/** Debian's Firefox, or the one that FIREFOX names. */
export const firefoxPath = process.env.FIREFOX ?? '/usr/bin/firefox-esr'

/** Debian's fonts for the site's languages, by the language that shows whether one is there. */
const fontPackages = { ko: 'fonts-noto-cjk', th: 'fonts-thai-tlwg' }

/**
 * Returns whether letters of a language have a font. Without one they are boxes of another width. True where fontconfig
 * is missing, as on macOS and Windows.
 * @param {string} lng
 */
function hasFontFor(lng) {
  const { error, stdout } = spawnSync('fc-list', [`:lang=${lng}`, 'family'], { encoding: 'utf8' })
  return error !== undefined || stdout.trim() !== ''
}

/** @param {string | undefined} path */
function isBrowser(path) {
  if (!path) return false
  try {
    accessSync(path, constants.X_OK)
  } catch {
    return false
  }
  return canRun(path)
}

/** @param {string[]} names */
function pathCandidates(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

async function playwrightBrowserPath() {
  const { chromium } = await import('@playwright/test')
  return chromium.executablePath()
}

/**
 * Finds an installed browser.
 * @returns {Promise<string | undefined>} its path
 * @throws {Error} when CHROMIUM names a program that does not run
 */
export async function findBrowser() {
  const named = process.env.CHROMIUM
  if (named) {
    if (isBrowser(named)) return named
    throw new Error(`CHROMIUM names ${named}, which does not run`)
  }
  const candidates = [
    await playwrightBrowserPath(),
    ...pathCandidates([headlessShell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ]
  return candidates.find(isBrowser)
}

/**
 * Finds a browser, or installs one.
 * @param {(line: string) => void} report reports progress, a line at a time
 * @returns {Promise<string>} its path
 * @throws {Error} when none can be installed
 */
export async function ensureBrowser(report) {
  const existing = await findBrowser()
  const missingFonts = Object.entries(fontPackages).flatMap(([lng, name]) => (hasFontFor(lng) ? [] : [name]))
  if (existing) {
    if (missingFonts.length > 0) installFromDebian(missingFonts, report)
    return existing
  }

  if (installFromDebian([headlessShell, ...missingFonts], report)) {
    const installed = await findBrowser()
    if (installed) return installed
  }

  report('No browser found: downloading Playwright’s chromium')
  execFileSync('npx', ['playwright', 'install', 'chromium'], { timeout: 10 * minuteMs, stdio: 'ignore' })
  const downloaded = await findBrowser()
  if (downloaded) return downloaded
  throw new Error('No browser can be had. Install Chromium, or name one with CHROMIUM=/path/to/chromium')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.stdout.write(`${await ensureBrowser(console.warn)}\n`)
}
