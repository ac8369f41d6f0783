import { ensureBrowser } from '../../bin/install/browser.mjs'

/**
 * Names the browser of the journeys for the workers, and installs a missing one. It is no part of playwright.config.ts, which
 * other tools load too.
 */
export default async function findBrowser(): Promise<void> {
  process.env.CHROMIUM ??= await ensureBrowser((line) => process.stderr.write(`${line}\n`))
}
