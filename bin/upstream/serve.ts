/** Serves the embedded upstream over HTTP as a reference implementation. Source: docs/upstream.md. */
import { createServer } from 'node:http'
import { createRequestListener } from '@remix-run/node-fetch-server'
import { config } from '~/platform/settings/config.server'
import { demoGreeting, embeddedOptions, isDemoSeeded } from '~/server/upstream/connection.server'
import { createOpenApi } from './openapi'

const host = config.host ?? '127.0.0.1'
const origin = `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`
const openApi = createOpenApi()

const { openEmbeddedUpstream } = await import('~/embedded/index.server')
const upstream = await openEmbeddedUpstream({ ...embeddedOptions(), pageOrigin: origin, seedDemoHistory: true })
const server = createServer(
  createRequestListener(async (request) => {
    const { pathname } = new URL(request.url)
    if (request.method === 'GET' && pathname === '/openapi.json')
      return new Response(openApi, { headers: { 'Content-Type': 'application/json' } })
    return upstream.fetch(request)
  }),
)
const greeting = [`Upstream: ${origin}, OpenAPI at ${origin}/openapi.json`, ...(isDemoSeeded() ? [demoGreeting] : [])]
server.listen(config.port, host, () => process.stdout.write(`${greeting.join('\n')}\n`))
server.once('error', (error: NodeJS.ErrnoException) => {
  process.stderr.write(`PORT: ${config.port} can't be used (${error.code}); set another number\n`)
  process.exit(1)
})

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    server.close()
    server.closeAllConnections()
    await upstream.close()
    process.exit(0)
  })
