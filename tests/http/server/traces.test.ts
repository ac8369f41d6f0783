import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ForeignUpstream, startForeignUpstream } from '../../support/foreign-upstream'
import { sharedFolder } from '../../support/shared-folder'
import { type Site, startSite } from '../../support/site'
import { newMember, signedIn } from '../../support/visitor'

/** Traces: a collector receives the site's spans as OTLP over HTTP, and an upstream gets the trace context. */

type Value = { stringValue?: string; intValue?: number }
type SentSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: Value }[]
  status: { code?: number }
}
type Export = {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] }
    scopeSpans: { spans: SentSpan[] }[]
  }[]
}

async function startCollector() {
  const exports: { url: string | undefined; headers: IncomingMessage['headers']; bytes: Buffer }[] = []
  const server = createServer(async (request, response) => {
    exports.push({ url: request.url, headers: request.headers, bytes: await buffer(request) })
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const parsed = () => exports.map(({ bytes }) => JSON.parse(bytes.toString()) as Export)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exports,
    resources: () => parsed().flatMap(({ resourceSpans }) => resourceSpans.map(({ resource }) => resource.attributes)),
    spans: () =>
      parsed().flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

const attributesOf = (attributes: SentSpan['attributes']) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

/** A script that a site runs on exit, which writes the names of the loaded OpenTelemetry packages. */
const folder = sharedFolder('traces')
const reporter = join(folder, 'report-modules.cjs')
writeFileSync(
  reporter,
  `process.on('exit', () => {
    const names = Object.keys(require.cache).map((path) => /node_modules.(@opentelemetry.[\\w-]+)/.exec(path)?.[1])
    require('node:fs').writeSync(1, 'loaded: ' + [...new Set(names)].filter(Boolean).sort().join(' ') + '\\n')
  })`,
)
const reporting = { NODE_OPTIONS: `--require=${reporter}` }
const loadedBy = (site: Site) => /^loaded: ?(.*)$/m.exec(site.output())?.[1]?.split(' ') ?? []

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`

type Collector = Awaited<ReturnType<typeof startCollector>>
let collector: Collector
let site: Site | undefined
beforeAll(async () => {
  collector = await startCollector()
})
afterEach(async () => {
  await site?.stop()
  site = undefined
  collector.exports.length = 0
})
afterAll(() => collector?.stop())

it('a collector receives a deposit as one tree of spans: request, action, call and queries', async () => {
  site = await startSite({
    ...reporting,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of-the-operator',
    OTEL_SERVICE_NAME: 'madang-test',
    LOG_LEVEL: 'info',
  })
  const member = await newMember(site.base)
  const form = await member.formOn('/deposit', { balance: '10000' })
  const sent = await member.send('POST', form.action, {
    body: new URLSearchParams(form.fields).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', traceparent },
  })
  expect(sent.status).toBe(303)
  await member.send('GET', '/sandbox/game/token-of-a-game?note=text-of-a-query')
  await member.send('GET', '/typed-by-somebody')
  const stopping = site
  site = undefined
  await stopping.stop()

  const spans = collector.spans()
  const tree = spans.filter((span) => span.traceId === traceId)
  const only = (name: string) => {
    const [span, ...namesakes] = tree.filter((candidate) => candidate.name === name)
    expect([name, namesakes.length, span === undefined]).toEqual([name, 0, false])
    return span as SentSpan
  }
  const request = only('POST /deposit')
  const action = only('action features/cashier/deposit/deposit')
  const call = only('apply-user-deposit')
  expect(request).toMatchObject({ kind: 2, parentSpanId: '00f067aa0ba902b7' })
  expect(attributesOf(request.attributes)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/deposit',
    'http.response.status_code': 303,
    'madang.request_id': sent.headers.get('x-request-id'),
    'enduser.pseudo.id': expect.any(String),
  })
  expect(action.parentSpanId).toBe(request.spanId)
  expect(call).toMatchObject({ kind: 3, parentSpanId: action.spanId })
  expect(attributesOf(call.attributes)).toMatchObject({
    'http.response.status_code': 200,
    'madang.outcome': expect.stringMatching(/^(done|success|wait)$/),
  })
  const transaction = tree.find(({ name, parentSpanId }) => name === 'TRANSACTION' && parentSpanId === call.spanId)
  const queries = tree.filter(({ parentSpanId }) => parentSpanId === transaction?.spanId)
  expect(queries.map(({ name }) => name)).toEqual(expect.arrayContaining(['SELECT', 'INSERT']))

  // Every span except the request's has a parent in the tree, and none contains the member's data.
  const ids = new Set(tree.map(({ spanId }) => spanId))
  expect(tree.filter((span) => span !== request && !ids.has(span.parentSpanId ?? ''))).toEqual([])
  expect(spans.filter(({ name }) => /readyz|assets/.test(name))).toEqual([])
  const json = JSON.stringify(spans)
  expect(spans.map(({ name }) => name).filter((name) => name.startsWith('GET /sandbox'))).toHaveLength(1)
  const typed = ['three-plain-words', 'token-of-a-game', 'text-of-a-query', 'typed-by-somebody']
  for (const secret of [member.id, form.fields.code ?? '', ...typed]) expect(json).not.toContain(secret)

  expect(collector.exports[0]).toMatchObject({ url: '/v1/traces', headers: { 'x-key': 'of-the-operator' } })
  expect(attributesOf(collector.resources()[0] ?? [])).toMatchObject({ 'service.name': 'madang-test' })
  const line = stopping.output().match(/^.*"method":"POST".*"path":"\/deposit".*$/m)?.[0] ?? '{}'
  expect(JSON.parse(line)).toMatchObject({ traceId, status: 303 })
  expect(loadedBy(stopping)).toContain('@opentelemetry/sdk-trace-node')
})

describe('an upstream', () => {
  let upstream: ForeignUpstream
  beforeAll(async () => {
    upstream = await startForeignUpstream()
  })
  afterAll(() => upstream?.stop())
  const settings = () => ({ UPSTREAM_URL: upstream.url, SESSION_SECRET: 's'.repeat(40), LOG_LEVEL: 'info' })
  const received = () => upstream.callsOf('get-deposit-payment').at(-1)?.headers

  it('gets the request’s trace context, or a new one that is also in the log, without any setting or SDK', async () => {
    site = await startSite({ ...settings(), ...reporting })
    const member = await signedIn(site.base)
    await member.send('GET', '/deposit', { headers: { traceparent, tracestate: 'vendor=of-the-proxy' } })
    expect(received()).toMatchObject({ traceparent, tracestate: 'vendor=of-the-proxy' })

    for (const malformed of [undefined, 'x', traceparent.replace(traceId, '0'.repeat(32)), `${traceparent}-x`]) {
      const { headers } = await member.send('GET', '/deposit', malformed ? { headers: { traceparent: malformed } } : {})
      const own = /^00-([\da-f]{32})-[\da-f]{16}-00$/.exec(String(received()?.traceparent))?.[1]
      expect(own).not.toBe(traceId)
      const output = site.output
      const tracesOfLog = () =>
        output()
          .split('\n')
          .filter((line) => line.includes(`"requestId":"${headers.get('x-request-id')}"`))
          .map((line) => (JSON.parse(line) as { traceId?: string }).traceId)
      // The line is logged when the response is closed.
      await expect.poll(tracesOfLog).toEqual([own])
    }
    const stopping = site
    site = undefined
    await stopping.stop()
    expect(loadedBy(stopping)).toEqual(['@opentelemetry/api'])
  })

  it('gets the call’s span as its parent when traces are exported, which is as protobuf by default', async () => {
    site = await startSite({ ...settings(), OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/own/path` })
    const member = await signedIn(site.base)
    await member.send('GET', '/deposit', { headers: { traceparent } })
    const [, trace = '', span = ''] = String(received()?.traceparent).split('-')
    await site.stop()
    site = undefined
    expect(trace).toBe(traceId)
    const protobuf = { 'content-type': 'application/x-protobuf' }
    expect(collector.exports[0]).toMatchObject({ url: '/own/path', headers: protobuf })
    // The first fields of the span in protobuf: trace id, span id, parent span id and name.
    const sent = collector.exports.map(({ bytes }) => bytes.toString('hex')).join(' ')
    const name = Buffer.from('get-deposit-payment').toString('hex')
    expect(sent).toMatch(new RegExp(`0a10${trace}1208${span}(?:2208[0-9a-f]{16})2a13${name}`))
  })
})
