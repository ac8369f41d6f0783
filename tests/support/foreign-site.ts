import { type ForeignUpstream, startForeignUpstream } from '../upstream/foreign-upstream'
import { type Site, startSite } from './site'

/** A site with the foreign upstream in front of which it stands. `stop` ends both. */
export type ForeignSite = Site & { upstream: ForeignUpstream }

/** Starts a foreign upstream and a site in front of it. @param settings further settings of the site */
export async function startForeignSite(settings: Record<string, string> = {}): Promise<ForeignSite> {
  const upstream = await startForeignUpstream()
  const site = await startSite({
    UPSTREAM_URL: upstream.url,
    SESSION_SECRET: 'a secret for tests that is long enough to be taken',
    ...settings,
  })
  const stop = async () => {
    const code = await site.stop()
    await upstream.stop()
    return code
  }
  return { ...site, upstream, stop }
}
