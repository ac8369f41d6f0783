// Requests a page of the built site with a loader that throws: node tests/support/broken-page.mjs.
// Prints { status, requestId, body } as JSON. Reads its settings from the environment.
import { createRequestHandler } from 'react-router'

const build = await import('../../build/server/index.js')
const terms = build.routes.terms
const fault = () => {
  throw new Error('a fault of the site, with its insides')
}
const broken = { ...terms, module: { ...terms.module, loader: fault } }
const handle = createRequestHandler({ ...build, routes: { ...build.routes, terms: broken } }, 'production')
const headers = { 'X-Request-Id': 'request-77', Accept: 'text/html' }
const response = await handle(new Request('http://127.0.0.1/terms', { headers }))
const requestId = response.headers.get('X-Request-Id')
const body = await response.text()
process.stdout.write(JSON.stringify({ status: response.status, requestId, body }), () => process.exit(0))
