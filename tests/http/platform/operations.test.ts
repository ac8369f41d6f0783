import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { formatSeoulMinute } from '~/values/seoul'
import { sharedFolder } from '../../support/shared-folder'
import { askBackoffice, isReplicated, type Site, secretsOnDatabase, startSite } from '../../support/site'
import { newMember, type Visitor, visitor } from '../../support/visitor'
import { words } from '../../support/words'

const secret = 'a secret of alerts that is long enough to be taken'
const folder = sharedFolder('operations')
const keysOf = (name: string) => ({
  key: readFileSync(join(folder, `${name}.key`)),
  cert: readFileSync(join(folder, `${name}.crt`)),
})
const received: { headers: IncomingHttpHeaders; body: string }[] = []
let respond: (response: ServerResponse) => void
let receiver: Server
let site: Site
/** Has the same receiver, but does not list its private address. */
let otherSite: Site
let member: Visitor
const run = async (command: string, payload: object = {}, at = site) =>
  (await (await askBackoffice(at.base, secretsOnDatabase.BACKOFFICE_TOKEN, command, payload)).json()) as Record<
    string,
    unknown
  >

beforeAll(async () => {
  for (const name of ['trusted', 'other']) {
    const files = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.crt`)]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    execFileSync('openssl', ['req', '-x509', '-nodes', '-newkey', 'rsa:2048', '-days', '2', ...subject, ...files], {
      stdio: 'ignore',
    })
  }
  receiver = createServer(keysOf('trusted'), async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) })
    respond(response)
  })
  await once(receiver.listen(0), 'listening')
  const settings = {
    ALERT_URL: `https://localhost:${(receiver.address() as AddressInfo).port}/hook`,
    ...{ ALERT_SECRET: secret, NODE_EXTRA_CA_CERTS: join(folder, 'trusted.crt'), PLAY_APPROVAL_MS: '0' },
    BACKOFFICE_TOKEN: secretsOnDatabase.BACKOFFICE_TOKEN,
  }
  const ranges = { ALERT_PRIVATE_RANGES: '127.0.0.0/8, ::1', ALERT_DETAILS: 'sum' }
  ;[site, otherSite] = await Promise.all([startSite({ ...settings, ...ranges }), startSite(settings)])
  member = await newMember(site.base)
})
afterAll(async () => {
  await Promise.all([site?.stop(), otherSite?.stop()])
  receiver?.close()
})

describe('an alert', () => {
  it('is signed and sent once per request', async () => {
    respond = (response) => response.writeHead(204).end()
    expect((await member.call('apply-user-deposit', { balance: 30_000, code: 'a-code-of-its-own-1' })).status).toBe(200)
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 20_000 })
    const { headers, body } = received[0] ?? { headers: {}, body: '' }
    const time = String(headers['x-callback-time'])
    expect(headers['x-callback-signature']).toBe(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'))
    const known = { id: expect.any(String), event: 'request', at: expect.any(String), kind: 'deposit' }
    const details = { number: expect.any(String), won: 30_000, text: expect.stringContaining('30,000원') }
    expect(JSON.parse(body)).toEqual({ ...known, ...details })
    await vi.waitFor(async () =>
      expect(await run('alerts')).toMatchObject({ rows: [{ nextTryAt: null, failure: null }] }),
    )
  })

  it.each<[string, string | null, (response: ServerResponse) => void]>([
    ['of 2xx', null, (response) => response.end('ok')],
    ['of an error', 'status 500', (response) => response.writeHead(500).end()],
    ['that redirects', 'status 307', (response) => response.writeHead(307, { Location: '/hook' }).end()],
    ['that never arrives', 'no response in time', () => undefined],
    ['without an end', null, (response) => void setInterval(() => response.write('x'.repeat(65_536)), 1).unref()],
  ])('with a response %s is reported as: %s', async (_response, failure, respondTo) => {
    received.length = 0
    respond = respondTo
    expect(await run('test-alert')).toMatchObject({ delivered: failure === null, failure })
    expect(received).toHaveLength(1)
  })

  it('isn’t sent to a receiver with another certificate', async () => {
    received.length = 0
    receiver.setSecureContext(keysOf('other'))
    expect(await run('test-alert')).toMatchObject({ delivered: false, failure: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    receiver.setSecureContext(keysOf('trusted'))
    expect(received).toEqual([])
  })

  it('isn’t sent to a private address that isn’t listed, whatever name resolves to it', async () => {
    received.length = 0
    expect(await run('test-alert', {}, otherSite)).toMatchObject({ delivered: false, failure: 'PRIVATE_ADDRESS' })
    expect(received).toEqual([])
    expect(site.output() + otherSite.output()).not.toMatch(/\/hook|a secret of alerts/)
  })
})

it('site maintenance replaces every page and call by its text and end, and nothing else', async () => {
  const wrong = await run('site-maintenance', { used: 'n', closedUntil: '2020-01-01 15:00' })
  expect(wrong).toMatchObject({ status: 'invalid', wrong: [{ field: 'closedUntil' }] })
  const end = new Date(Date.now() + 3_600_000)
  const closedUntil = formatSeoulMinute(end.toISOString())
  await run('site-maintenance', { used: 'n', closedUntil, contents: '서버를 <옮깁니다>' })
  const guest = visitor(site.base)
  /** Each replica applies the switch at its own time. */
  const closed = <T extends { status: number }>(request: () => Promise<T>) =>
    vi.waitFor(
      async () => {
        const response = await request()
        expect(response.status).toBe(503)
        return response
      },
      { timeout: 20_000 },
    )
  for (const [who, path] of [
    [guest, '/login'],
    [member, '/deposit'],
    [member, '/help'],
    [guest, '/terms'],
  ] as const) {
    const { headers, page, text } = await closed(() => who.get(path))
    expect(page.querySelector('h1')?.textContent, path).toBe(words['problem.maintenance.title'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_400)
    expect(text).toContain('서버를 <옮깁니다>')
    const lines = [...page.querySelectorAll('main p')].map((line) => line.textContent)
    expect(lines.filter((line) => line?.includes(closedUntil))).toEqual([
      words['maintenance.until']?.replace('{{until}}', closedUntil),
    ])
    expect(text).not.toContain(words['problem.reference'])
    expect(page.querySelector('footer :is(a[href="/deposit"], a[href="/terms"])')).toBeNull()
    const links = [...page.querySelectorAll('header a, nav a, dialog a')].map((link) => link.getAttribute('href'))
    expect(new Set(links.filter((to) => !to?.includes('lng=')))).toEqual(new Set(['/']))
  }
  const called = await closed(() => member.call('get-user-info', {}))
  expect(called.body).toContain(words['problem.maintenance.title'])
  const { page: payment, text } = await closed(() => guest.get('/sandbox/pay/none'))
  expect(payment.querySelector('main h1')?.textContent).toBe(words['problem.maintenance.title'])
  expect(text).toContain('서버를 <옮깁니다>')
  for (const path of ['/healthz', '/readyz', '/backoffice/login'])
    expect((await guest.get(path)).status, path).toBe(200)
  const signed = await fetch(`${site.base}/callbacks/nobody`, { method: 'POST', body: '{}' })
  expect(signed.status, 'callbacks are not affected').toBe(404)
  expect(await run('site-maintenance', { used: 'y' })).toMatchObject({ changed: true })
  const reopened = async () => expect((await member.get('/deposit')).status, 'this replica reopens at once').toBe(200)
  await (isReplicated ? vi.waitFor(reopened, { timeout: 20_000 }) : reopened())
})

it('a closed provider’s reopening time is shown in the lobby', async () => {
  const closedUntil = formatSeoulMinute(new Date(Date.now() + 3_600_000).toISOString())
  await run('maintenance', { provider: 'gaon-casino', used: 'n', closedUntil })
  const [before = ''] = (words['lobby.maintenance.back'] ?? '').replace(/\s/g, ' ').split('{{until}}')
  await vi.waitFor(async () => expect((await member.get('/casino')).text).toContain(before), {
    timeout: 45_000,
    interval: 1_000,
  })
}, 60_000)
