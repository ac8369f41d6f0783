import { ensureBrowser } from '../../bin/install/browser.mjs'

/** Finds or installs the browser for journeys. Not in playwright.config.ts, which other tools also load. */
export default async function findBrowser(): Promise<void> {
  process.env.CHROMIUM ??= await ensureBrowser((line) => process.stderr.write(`${line}\n`))
}
