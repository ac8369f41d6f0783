import { href } from 'react-router'
import { config } from '~/platform/settings/config.server'
import type { RouteHandle } from '../middleware/route.server'
import { cacheForAnHour } from '../responses/file.server'

export const handle = { kind: 'file' } satisfies RouteHandle

/** Allows crawlers to read every page. Otherwise they would not see the X-Robots-Tag header. */
export function loader(): Response {
  const [origin] = config.publicOrigins
  const sitemap = origin === undefined ? '' : `Sitemap: ${origin}${href('/sitemap.xml')}\n`
  return new Response(`User-agent: *\nDisallow:\n${sitemap}`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': cacheForAnHour },
  })
}
