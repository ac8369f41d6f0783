import { createUpstreamClient } from '~/upstream/client.server'
import type { UpstreamClient, UpstreamClientOptions } from '~/upstream/client-options'

/** The site's client of an upstream, for a request of a visitor in Korean unless the options say otherwise. */
export function createSiteClient(
  options: Pick<UpstreamClientOptions, 'connection'> & Partial<UpstreamClientOptions>,
): UpstreamClient {
  return createUpstreamClient({
    clientIp: '203.0.113.9',
    language: 'ko',
    requestId: 'request-1',
    origin: 'https://site.test',
    https: true,
    timeoutMs: 1_000,
    paths: {},
    ...options,
  })
}
