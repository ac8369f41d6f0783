import { chromium } from '@playwright/test'
import { bytesOf } from './load'
import type { Server } from './processes'

/** Bytes of a page with what its first visit loads, compressed as they are sent, in Brotli. */
export type VisitBytes = { html: number; styles: number; script: number }

/**
 * Opens a page in a browser with an empty cache and sums what it loads. Words count as script: they are what the script
 * needs to take the page over.
 */
export async function sumFirstVisit(
  executablePath: string,
  server: Server,
  path: string,
  cookie?: string,
): Promise<VisitBytes> {
  const browser = await chromium.launch({ executablePath })
  const loaded = { stylesheet: new Set<string>(), script: new Set<string>() }
  try {
    const page = await browser.newPage({ locale: 'ko-KR' })
    if (cookie) await page.setExtraHTTPHeaders({ Cookie: cookie })
    page.on('request', (request) => {
      const url = new URL(request.url())
      const kind = request.resourceType()
      if (kind === 'stylesheet') loaded.stylesheet.add(url.pathname)
      else if (kind === 'script' || url.pathname.startsWith('/assets/')) loaded.script.add(url.pathname)
    })
    await page.goto(`${server.base}${path}`, { waitUntil: 'networkidle' })
  } finally {
    await browser.close()
  }
  const sum = async (paths: Iterable<string>) => {
    const sizes = await Promise.all([...paths].map((asset) => bytesOf({ server, path: asset }, 'br')))
    return sizes.reduce((total, size) => total + size, 0)
  }
  const headers: Record<string, string> = cookie ? { Cookie: cookie } : {}
  return {
    html: await bytesOf({ server, path, headers }, 'br'),
    styles: await sum(loaded.stylesheet),
    script: await sum([...loaded.script].filter((asset) => /\.(?:js|mjs|json)$/.test(asset))),
  }
}
