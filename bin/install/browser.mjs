// @ts-check
import { spawnSync } from 'node:child_process'
import { chromium } from '@playwright/test'
import { canRun, installFromDebian } from './debian.mjs'
import { packageCommand } from './npm.mjs'

export const firefoxPath = process.env.FIREFOX ?? '/usr/bin/firefox-esr'

/** Chromium's headless shell comes first, because the journeys take a third less time with it. */
const headlessShell = '/usr/bin/chromium-headless-shell'
const debianChromium = '/usr/bin/chromium'

const fontPackages = { ko: 'fonts-noto-cjk', th: 'fonts-thai-tlwg' }

/** Returns whether a language has a font. Always true without fontconfig, as on macOS. @param {string} language */
function hasFontFor(language) {
  const { error, stdout } = spawnSync('fc-list', [`:lang=${language}`, 'family'], { encoding: 'utf8' })
  return error !== undefined || stdout.trim() !== ''
}

/** Returns the browser in CHROMIUM. Defaults to Playwright's own browser or the system's. */
function findBrowser() {
  const { CHROMIUM } = process.env
  const known = [chromium.executablePath(), headlessShell, debianChromium, '/usr/bin/google-chrome']
  return (CHROMIUM ? [CHROMIUM] : known).find((path) => canRun(path))
}

/**
 * Finds or installs a browser: Playwright's own if its host can be reached, otherwise Debian's package. As root on
 * Debian, also installs missing fonts, and the headless shell if only the full Chromium is installed.
 * @param {(line: string) => void} report reports progress, one line at a time
 * @returns {Promise<string>} the path of the browser
 * @throws {Error} if the browser in CHROMIUM does not run or no browser can be installed
 */
export async function ensureBrowser(report) {
  const fonts = Object.entries(fontPackages).flatMap(([language, name]) => (hasFontFor(language) ? [] : [name]))
  if (fonts.length > 0) installFromDebian(fonts, report)
  const existing = findBrowser()
  if (existing === debianChromium && !process.env.CHROMIUM) {
    return installFromDebian(['chromium-headless-shell'], report) && canRun(headlessShell) ? headlessShell : existing
  }
  if (existing) return existing
  if (process.env.CHROMIUM) throw new Error(`CHROMIUM: ${process.env.CHROMIUM} does not run; name another browser`)
  report('No browser found: installing Playwright’s')
  const withLibraries = process.getuid?.() === 0 ? ['--with-deps'] : []
  const [node, ...install] = packageCommand('playwright', 'install', ...withLibraries, 'chromium')
  spawnSync(node, install, { timeout: 600_000, stdio: 'ignore' })
  const installed =
    findBrowser() ?? (installFromDebian(['chromium-headless-shell'], report) ? findBrowser() : undefined)
  if (installed) return installed
  throw new Error('Browser: none found; install Chromium, or set CHROMIUM=/path/to/chromium')
}
