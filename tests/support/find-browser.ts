import { ensureBrowser } from '../../bin/install/browser.mjs'

/** Names the browser of the journeys, and installs a missing one; other tools load playwright.config.ts too. */
export default async function findBrowser(): Promise<void> {
  process.env.CHROMIUM ??= await ensureBrowser((line) => process.stderr.write(`${line}\n`))
}
