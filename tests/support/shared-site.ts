import { afterAll, beforeAll } from 'vitest'
import { type ForeignUpstream, startForeignUpstream } from './foreign-upstream'
import { createHttpClient, type HttpClient } from './http-client'
import { commonSettings, type Site, startSite } from './site'
import { signedIn, type Visitor } from './visitor'

/** Sites that the tests of a file or group share, which are started before them and stopped after them. */

export function sharedSite(settings: Record<string, string> = {}): Site {
  const site = {} as Partial<Site>
  beforeAll(async () => {
    Object.assign(site, await startSite(settings))
  })
  afterAll(() => site.stop?.())
  return site as Site
}

/**
 * A site with the default settings, which all files of a whole run share (prepare-store.ts). Tests must not change
 * anything that others read, such as the demo members' money.
 */
export function commonSite(): Pick<Site, 'base'> {
  const base = process.env.TEST_COMMON_SITE
  return base ? { base } : sharedSite(commonSettings)
}

/** A site and its foreign upstream. */
export function sharedForeignSite(settings: Record<string, string> = {}): { site: Site; upstream: ForeignUpstream } {
  const [site, upstream] = [{} as Partial<Site>, {} as Partial<ForeignUpstream>]
  beforeAll(async () => {
    Object.assign(upstream, await startForeignUpstream())
    Object.assign(site, await startSite({ UPSTREAM_URL: String(upstream.url), ...commonSettings, ...settings }))
  })
  afterAll(async () => {
    await site.stop?.()
    await upstream.stop?.()
  })
  return { site: site as Site, upstream: upstream as ForeignUpstream }
}

/** A client of a site that an earlier hook has started. */
export function sharedClient(site: Pick<Site, 'port'>): HttpClient {
  const client = {} as Partial<HttpClient>
  beforeAll(() => {
    Object.assign(client, createHttpClient(site.port))
  })
  afterAll(() => client.close?.())
  return client as HttpClient
}

/** The demo member, signed in to a site that an earlier hook has started. */
export function sharedMember(site: Pick<Site, 'base'>): Visitor {
  const member = {} as Partial<Visitor>
  beforeAll(async () => {
    Object.assign(member, await signedIn(site.base))
  })
  return member as Visitor
}
