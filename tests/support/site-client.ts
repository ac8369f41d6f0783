import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { createUpstreamClient } from '~/upstream/client/client.server'
import type { UpstreamClient, UpstreamClientOptions } from '~/upstream/client/client-options'
import { connectToUpstream, type UpstreamConnection } from '~/upstream/client/transport/connect-to-upstream.server'
import { type ForeignUpstream, startForeignUpstream } from './foreign-upstream'

/** A foreign upstream that a file's tests share. It is reset for each test, which gets a separate connection. */
export function sharedForeignUpstream(): { foreign: ForeignUpstream; connection: UpstreamConnection } {
  const [foreign, connection] = [{} as ForeignUpstream, {} as UpstreamConnection]
  beforeAll(async () => {
    Object.assign(foreign, await startForeignUpstream())
  })
  afterAll(() => foreign.stop())
  beforeEach(() => {
    Object.assign(connection, connectToUpstream(foreign.url))
  })
  afterEach(async () => {
    foreign.reset()
    Object.assign(foreign.style, { honoursCodes: true, namesMember: true, limitsLists: false, offersMore: false })
    await connection.close()
  })
  return { foreign, connection }
}

/** Returns the site's client for an upstream. By default, it acts for a visitor in Korean. */
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

/** Logs the demo member in. @returns the upstream's token */
export async function logIn(connection: UpstreamConnection): Promise<string> {
  const login = await createSiteClient({ connection, timeoutMs: 5_000 }).call('user-do-login', {
    id: 'demo',
    pw: 'demo-1234',
  })
  if (login.kind !== 'done') throw new Error(`the login’s outcome is ${login.kind}`)
  return login.response.token
}

/** Options of a conformance run that acts as the demo member and must not change anything. */
export const readOnlyRun = {
  id: 'demo',
  password: 'demo-1234',
  withdrawalPassword: '2580',
  paths: {},
  timeoutMs: 5_000,
  allowWrites: false,
  allowDeletes: false,
  report: () => undefined,
}
