import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type MiddlewareFunction, RouterContextProvider, type ServerBuild } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { middleware, rootMiddleware } from '~/middleware.server'
import { trackRequest } from '~/server/http/access-log.server'
import { respondWithServerError } from '~/server/http/plain-responses.server'
import { respond } from '~/server/http/respond.server'
import { setServerBuild } from '~/server/middleware/route.server'

/** The middleware without upstream, session and router. */
const site = vi.hoisted(() => {
  // An earlier test file in this process may have loaded the modules without the mocks.
  vi.resetModules()
  vi.stubEnv('LOG_LEVEL', 'silent')
  return { failing: new Set<string>() }
})
const failIf = (step: string) => {
  if (site.failing.has(step)) throw new Error(`${step} failed`)
}
vi.mock('~/server/upstream/page-upstream.server', async (actual) => ({
  ...(await actual<object>()),
  openUpstream: async () => failIf('openUpstream'),
}))
vi.mock('~/server/session/session.server', async (actual) => ({
  ...(await actual<object>()),
  openSession: async () => undefined,
  saveSession: async (response: Response, { url }: Request) => {
    failIf('saveSession')
    if (url.endsWith('/page')) response.headers.append('Set-Cookie', 'session=saved')
  },
}))

let render: () => Promise<Response>
let server: Server
let base: string

beforeAll(async () => {
  const routes = { page: { id: 'page', path: 'page', module: {} } } as unknown as ServerBuild['routes']
  setServerBuild({ routes, assetsBuildDirectory: '', publicPath: '/' })
  server = createServer((incoming, response) =>
    respond(incoming, response, trackRequest(incoming, response), {
      files: new Map(),
      hasSlot: () => true,
      middleware,
      render: () => render(),
    }).catch((error) => respondWithServerError(response, error)),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  render = async () => new Response('page')
})
afterEach(() => {
  site.failing.clear()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  vi.resetModules()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

describe('a response that fails while it is sent', () => {
  it('is an error page, and always releases its slot', async () => {
    site.failing = new Set(['saveSession'])
    render = async () => new Response('page', { status: site.failing.size > 0 ? 500 : 200 })
    // More than the slots of one client.
    for (let count = 0; count < 40; count++) expect((await fetch(`${base}/page`)).status).toBe(500)
    site.failing.clear()
    expect((await fetch(`${base}/page`)).status).toBe(200)
  })
})

it('a failing resource route behind another server sends the headers and session of its request', async () => {
  const [leave, enter] = rootMiddleware as [MiddlewareFunction<Response>, MiddlewareFunction<Response>]
  const context = new RouterContextProvider()
  const args = { request: new Request('http://localhost/page'), context } as unknown as Parameters<typeof enter>[0]
  const response = await leave(
    args,
    async () =>
      (await enter(args, async () => {
        throw new Error('its middleware failed')
      })) as Response,
  )
  expect(response).toMatchObject({ status: 500 })
  const headers = Object.fromEntries((response as Response).headers)
  expect(headers).toMatchObject({
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'cache-control': 'private, no-store',
    'set-cookie': 'session=saved',
  })
})
