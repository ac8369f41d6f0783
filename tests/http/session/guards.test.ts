import { createHmac, randomUUID } from 'node:crypto'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { afterAll, describe, expect, it } from 'vitest'
import { signatureHeaders } from '~/platform/signature.server'
import { contract } from '~/upstream/contract'
import routes from '../../../app/routes'
import { rawConnection } from '../../support/raw-connection'
import { commonSite, sharedForeignSite, sharedSite } from '../../support/shared-site'
import { isReplicated } from '../../support/site'
import { signedIn, type Visitor, visitor } from '../../support/visitor'
import { inOrder, words } from '../../support/words'

/** Access control: visitors see no data of members, members none of each other, and nobody the upstream's token. */

/** Member pages from the route table, so that a new one is covered automatically. */
const pages = (routes as RouteConfigEntry[]).flatMap(({ children = [] }) => children)
const membersOnly = pages.find(({ file }) => file === 'features/account/members-only.tsx')
const routeId = ({ id, file }: RouteConfigEntry) => id ?? file.replace(/\.tsx?$/, '')
const screens = (membersOnly?.children ?? []).map((entry) => ({ path: `/${entry.path}`, id: routeId(entry) }))
const memberCalls = Object.entries(contract).flatMap(([callName, { auth }]) => (auth === 'member' ? [callName] : []))

const site = commonSite()
const secrets = ['the newest secret of this site of forty letters', 'the secret before that one of forty letters']
const { site: behind, upstream } = sharedForeignSite({ SESSION_SECRET: secrets[1] ?? '', LOG_LEVEL: 'trace' })

describe('a visitor', () => {
  it('can open only the listed pages: all others are for members', () => {
    const open = pages.flatMap(({ path = '/', children }) => (children ? [] : [path]))
    const known =
      '/ login login/code logout register forgot reset register/check terms privacy accessibility safer-play language theme lite popup *'
    expect(open).toEqual(known.split(' '))
  })

  it.each(screens)('gets nothing from $path however it is requested', async ({ path, id }) => {
    const guest = visitor(site.base)
    const page = await guest.get(path)
    expect([page.status, page.location]).toEqual([303, `/login?next=${encodeURIComponent(path)}`])
    const queries = [id, `root,${id}`, 'features/account/members-only'].map(
      (ids) => `?_routes=${encodeURIComponent(ids)}`,
    )
    for (const query of ['', ...queries]) {
      const data = await guest.get(`${path}.data${query}`)
      expect(data.body, query).toContain('SingleFetchRedirect')
      expect(data.body, query).toContain('/login')
      expect(data.body.length, query).toBeLessThan(400)
    }
    const posted = await guest.post(path, { intent: 'x' })
    expect([401, 405]).toContain(posted.status)
    expect([401, 405]).toContain((await guest.post(`${path}.data`, { intent: 'x' })).status)
  })

  it('can’t make any member call', async () => {
    expect(memberCalls.length).toBeGreaterThan(25)
    for (const callName of memberCalls) {
      const response = await visitor(site.base).call(callName, {}, { Authorization: 'Bearer anything' })
      expect(response.status, callName).toBe(401)
      const requestId = response.headers.get('X-Request-Id')
      const error = { code: 'unauthenticated', message: expect.stringMatching(/[가-힣]/), requestId }
      expect(response.json(), callName).toMatchObject({ status: 'error', error })
    }
  })

  it('sees no member data in the page data of home', async () => {
    const member = await signedIn(site.base)
    expect((await member.get('/_.data')).body).toContain('demo')
    expect((await visitor(site.base).get('/_.data')).body).not.toMatch(/"demo"|balance|1000000/)
    expect((await visitor(site.base).get('/')).body).not.toMatch(/1,000,000/)
  })
})

describe('a stranger with a session', () => {
  afterAll(() => upstream.clearFaults())

  it('can’t find out the withdrawal password by guessing, in calls and forms together', async () => {
    const member = await signedIn(behind.base)
    let codes = 0
    const withdraw = (exchange_pw: string) => {
      codes += 1
      return member.call('apply-user-withdraw', { balance: 10_000, code: `guess-code-${codes}`, exchange_pw })
    }
    const fields = { new_pass: '147000', new_pass_check: '147000' }
    const change = (pass: string) => member.post('/user', { intent: 'password', kind: 'exchange', pass, ...fields })

    // Correct passwords do not count.
    const right = await Promise.all(Array.from({ length: 12 }, () => withdraw('2580')))
    expect(right.map(({ status }) => status)).toEqual(right.map(() => 200))
    upstream.answer('apply-user-withdraw', { status: 'pass' })
    upstream.answer(contract['change-password'].path, { status: 'pass' })
    const wrong = await Promise.all([
      ...Array.from({ length: 10 }, () => withdraw('0000')),
      ...Array.from({ length: 10 }, () => change('0000')),
    ])
    expect(wrong.filter(({ status }) => status !== 429)).toHaveLength(10)

    const sent = () => [
      upstream.callsOf('apply-user-withdraw').length,
      upstream.callsOf(contract['change-password'].path).length,
    ]
    const before = sent()
    const form = await member.formOn('/withdraw', { balance: '10000', exchange_pw: '2580' })
    const refused = [
      await form.post(),
      await change('2580'),
      await withdraw('2580'),
      await member.call('change-password', { kind: 'exchange', pass: '2580', new_pass: '147000' }),
    ]
    for (const { status, headers } of refused) {
      expect([status, Number(headers.get('Retry-After')) > 3_000]).toEqual([429, true])
      expect(Number(headers.get('Retry-After'))).toBeLessThanOrEqual(3_600)
    }
    const [page, , called] = refused
    expect(page?.text).toContain(words['form.wrongPasswords'])
    expect(refused[1]?.text).toContain(words['form.wrongPasswords'])
    expect(called?.json()).toMatchObject({
      error: {
        code: 'limited',
        message: expect.stringMatching(inOrder(words['api.wrongPasswords'])),
      },
    })
    expect(sent()).toEqual(before)
  })

  it('can’t find out the withdrawal password by repeating a completed withdrawal with its code', async () => {
    upstream.answer('apply-user-withdraw', { status: 'success' })
    const member = await signedIn(behind.base, 'demo2', 'demo-5678')
    const repeat = async (exchange_pw: string) => {
      const payload = { balance: 10_000, code: 'code-of-a-made-withdrawal', exchange_pw }
      const response = await member.call('apply-user-withdraw', payload)
      return [response.status, (response.json() as { status?: string }).status]
    }
    expect([await repeat('1379'), await repeat('1379')]).toEqual([
      [200, 'success'],
      [200, 'success'],
    ])
    const sent = upstream.callsOf('apply-user-withdraw').length
    for (let guess = 0; guess < 10; guess++) expect((await repeat(`000${guess}`))[0], `guess ${guess}`).toBe(409)
    expect([(await repeat('0010'))[0], (await repeat('1379'))[0]], 'a guess, and the correct password').toEqual([
      429, 429,
    ])
    expect(upstream.callsOf('apply-user-withdraw').length).toBe(sent)
  })
})

describe('the upstream’s token', () => {
  const tokenSeen = () =>
    upstream.callsOf('user-health-check').at(-1)?.headers.authorization?.replace('Bearer ', '') ?? ''

  async function everythingOf(member: Visitor, paths = screens, calls = memberCalls): Promise<string> {
    const shown: string[] = []
    for (const { path } of paths) {
      // A page contains its data.
      shown.push((await member.get(path)).body, (await member.post(path, { intent: 'nothing' })).body)
    }
    for (const callName of calls) if (callName !== 'do-logout') shown.push((await member.call(callName, {})).body)
    shown.push((await member.get('/')).body, (await member.get('/_.data')).body, (await member.get('/nowhere')).body)
    return shown.join('\n')
  }

  it('isn’t in any page, data, call, error or log line', async () => {
    const member = visitor(behind.base)
    const login = await member.call('user-do-login', { id: 'demo', pw: 'demo-1234' })
    await member.get('/note')
    const token = tokenSeen()
    expect(token).toMatch(/^[0-9a-f-]{36}$/)
    expect(login.body).not.toContain(token)
    const shown = await everythingOf(member)
    expect(shown).toContain('demo')
    expect(shown).not.toContain(token)
    expect(shown).not.toMatch(/demo-1234|Bearer /)
    upstream.fail('*', { status: 500, body: `{"token":"${token}"}` })
    expect(await everythingOf(member, screens.slice(0, 3), memberCalls.slice(0, 5))).not.toContain(token)
    upstream.clearFaults()
    expect(
      Buffer.from((member.cookies.get('madang') ?? '').replaceAll('.', ''), 'base64url').toString('latin1'),
    ).not.toContain(token)
    for (const word of [token, 'demo-1234', ...secrets, member.cookies.get('madang') ?? '']) {
      expect(behind.output()).not.toContain(word)
    }
    for (const event of ['request', 'logged in']) await expect.poll(behind.output).toContain(`"msg":"${event}"`)
  })
})

describe('callbacks', () => {
  const providerSecret = 'a secret of providers of forty characters'
  const limited = sharedSite({
    PROVIDER_SECRET: providerSecret,
    RATE_LIMITS: '{"all":[10,600],"callbacks":[15,600]}',
  })
  const secretOf = (sender: string) => createHmac('sha256', providerSecret).update(sender).digest('hex')
  async function send(sender: string, secret = secretOf(sender)) {
    const body = JSON.stringify({ type: 'win', provider: sender, id: randomUUID(), bet: 'none', won: 1 })
    const headers = { 'Content-Type': 'application/json', ...signatureHeaders(secret, body, new Date()) }
    const response = await fetch(`${limited.base}/callbacks/${sender}`, { method: 'POST', headers, body })
    await response.body?.cancel()
    return { status: response.status, retryAfter: Number(response.headers.get('Retry-After')) }
  }
  async function sendAll(count: number, ...of: Parameters<typeof send>) {
    const statuses = []
    for (let sent = 0; sent < count; sent += 1) statuses.push((await send(...of)).status)
    return statuses
  }

  it.each([64 * 1024 + 1, 1024 * 1024])(
    'of %i bytes get 413 when signed, 401 when not, in one piece or chunks',
    async (size) => {
      const body = ' '.repeat(size)
      const exchange = async (headers: Record<string, string>) => {
        // Another address, because these requests count for their address.
        const connection = rawConnection(limited.port, '127.0.0.2')
        const lines = Object.entries({ Host: 'site.example', Connection: 'close', ...headers })
        connection.write(
          `POST /callbacks/dodam-play HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`,
        )
        connection.write(headers['Content-Length'] ? body : `${size.toString(16)}\r\n${body}\r\n0\r\n\r\n`)
        return /\{.*\}/.exec((await connection.closed).text)?.[0]
      }
      const signed = signatureHeaders(secretOf('dodam-play'), body, new Date())
      const framings: Record<string, string>[] = [
        { 'Content-Length': String(size) },
        { 'Transfer-Encoding': 'chunked' },
      ]
      for (const framing of framings) {
        expect(await exchange({ ...signed, ...framing })).toBe('{"status":"too_large"}')
        expect(await exchange(framing)).toBe('{"status":"signature"}')
      }
    },
  )

  // Behind the replicas' proxy, the previous requests count for the same address.
  it.skipIf(isReplicated)('from a signed sender count for the sender, all others for their address', async () => {
    expect(await sendAll(12, 'dodam-play', secretOf('mir-works'))).toEqual([...Array(10).fill(401), 429, 429])
    expect((await fetch(`${limited.base}/login`)).status, 'the address').toBe(429)
    expect(await sendAll(16, 'dodam-play')).toEqual([...Array(15).fill(200), 429])
    expect((await send('dodam-play')).retryAfter).toBeGreaterThan(500)
    expect((await send('mir-works')).status, 'another sender').toBe(200)
  })
})
