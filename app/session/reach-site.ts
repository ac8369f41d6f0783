import { faviconPath } from '~/values/addresses'

const reachTimeoutMs = 5_000

/** Returns the site's `Date` header; undefined when the site cannot be reached. Never throws. */
export async function reachSite(): Promise<{ date: string | null } | undefined> {
  try {
    const signal = AbortSignal.timeout(reachTimeoutMs)
    const response = await fetch(faviconPath, { method: 'HEAD', cache: 'no-store', redirect: 'error', signal })
    // A captive portal or a proxy answers with a page of its own, not with our SVG.
    const isOurs = response.ok && response.headers.get('Content-Type')?.startsWith('image/svg')
    return isOurs ? { date: response.headers.get('Date') } : undefined
  } catch {
    return undefined
  }
}
