import { randomUUID } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { beforeAll, describe, expect, it } from 'vitest'
import { settingNames } from '~/platform/settings/settings.server'
import { rawExchange } from '../../support/raw-connection'
import { reportFigure } from '../../support/report-figure'
import { runBackoffice } from '../../support/run-backoffice'
import { sharedFolder } from '../../support/shared-folder'
import { sharedSite } from '../../support/shared-site'
import { askBackoffice, isReplicated, type Site, secretsOfTests } from '../../support/site'
import { registerMember, signedIn, visitor } from '../../support/visitor'

/** Contents of a site's log, and what it must not contain, after a long journey with many errors. */

const secrets = {
  SESSION_SECRET: 'a session secret that no line of a log may show',
  PROVIDER_SECRET: 'a provider secret that no line of a log may show',
  PAYMENT_SECRET: 'a payment secret that no line of a log may show',
  BACKOFFICE_TOKEN: 'a-backoffice-token-that-no-line-of-a-log-may-show',
  METRICS_TOKEN: 'a-metrics-token-that-no-line-of-a-log-may-show',
}

const person = {
  id: 'log_reader_7',
  pw: 'quiet-login-password-7',
  pass_check: 'quiet-login-password-7',
  nick: '조용한별명',
  phone: '01077734567',
  banknumber: '77700011122233',
  bankowner: '남궁조용',
  exchange_pw: '770011223344',
}
const newPassword = 'quiet-new-password-7'
const newExchangePassword = '880011223344'
const texts = ['조용한 제목', '조용한 내용입니다', '조용한 쪽지', '조용한 사유']
/** A password typed into other fields and URLs. */
const misplaced = 'quiet-misplaced-password-7'

/** Encodings in which a text may appear in a line. */
const formsOf = (text: string) => [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)]

type Line = Record<string, unknown>
const linesOf = (site: Site): Line[] =>
  site
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

const site = sharedSite({ ...secrets, LOG_LEVEL: 'trace', PLAY_APPROVAL_MS: '0', TRUSTED_PROXIES: '1' })
/** Tokens that the site issued during the journey. */
const handedOut: string[] = []

const json = { 'Content-Type': 'application/json', Accept: 'application/json' }

async function backoffice(command: string, payload: object, token: string = secrets.BACKOFFICE_TOKEN): Promise<Line> {
  return (await (await askBackoffice(site.base, token, command, payload)).json()) as Line
}

/** Registers, logs in, plays, pays, sends inquiries, changes passwords, makes every kind of mistake, and logs out. */
async function makeJourney(): Promise<void> {
  const guest = visitor(site.base)
  for (const path of ['/', '/terms', '/nowhere', '/deposit', `/login?id=${person.id}&pw=${misplaced}`, '/%zz'])
    await guest.get(path)
  await guest.call('check-user-id', { id: person.id })
  await registerMember(guest, person)
  await guest.post('/logout', {})

  const typo = visitor(site.base)
  await typo.post('/login', { id: misplaced, pw: person.pw })
  await typo.call('user-do-login', { id: person.id, pw: misplaced })
  await typo.call('user-do-login', `{"id":"${person.id}","pw":"${person.pw}"`)
  await typo.call('user-do-login', `${misplaced}`)
  await typo.post('/login', { id: person.id, pw: person.pw }, { Origin: 'https://elsewhere.example' })
  await typo.post('/login', { id: person.id, pw: person.pw }, { 'Content-Type': 'text/plain' })
  await typo.post('/login', { id: person.id, pw: person.pw.repeat(50_000) })
  await typo.post('/nowhere', { pw: misplaced })

  const member = await signedIn(site.base, person.id, person.pw)
  handedOut.push(member.cookies.get('madang') ?? '')
  const screens = [
    ...['/', '/deposit', '/withdraw', '/comp', '/note', '/notice', '/help', '/user', '/user?tab=history'],
    '/user/history.csv',
  ]
  for (const path of [
    ...screens,
    '/casino',
    '/slot',
    '/sport',
    '/user.data',
    '/nowhere.data',
    '/game?company=x&code=y',
  ])
    await member.get(path)
  await (await member.formOn('/deposit', { balance: '70000' })).post()
  const listed = (await backoffice('movements', { kind: 'deposit', member: person.id })) as { rows: { id: string }[] }
  await backoffice('approve', { kind: 'deposit', id: listed.rows[0]?.id, reason: texts[3] })
  await (await member.formOn('/withdraw', { balance: '10000', exchange_pw: newExchangePassword })).post()
  await (await member.formOn('/withdraw', { balance: '10000', exchange_pw: person.exchange_pw })).post()
  await member.call('money-to-point', { points: 1_000, code: randomUUID() })
  const paid = (await member.call('apply-deposit-payment', { balance: 10_000, code: randomUUID(), idx: 1 })).json()
  const opened = (await member.call('open-game', { company: 'gaon-casino', code: 'gaon-casino' })).json()
  for (const { launcherUrl, gameUrl } of [paid, opened] as { launcherUrl?: string; gameUrl?: string }[]) {
    const path = launcherUrl ?? gameUrl
    if (path === undefined) continue
    handedOut.push(new URL(path, site.base).pathname.split('/').at(-1) ?? '')
    await member.get(path)
    await member.post(path, { intent: 'nothing', pw: misplaced })
    await member.get(`${path.split('?')[0]}/${randomUUID()}`)
  }
  await (await member.formOn('/help?write', { title: texts[0] ?? '', contents: texts[1] ?? '' })).post()
  await member.call('set-play-limits', { deposit: { day: 50_000 } })
  await member.call('change-password', { kind: 'login', pass: person.pw, new_pass: newPassword })
  await member.call('change-password', {
    kind: 'exchange',
    pass: person.exchange_pw,
    new_pass: newExchangePassword,
  })
  await member.call('apply-user-withdraw', { balance: 'ten', exchange_pw: newExchangePassword, code: 7 })
  for (const callName of ['get-member', 'user-health-check', 'no-such-call']) await member.call(callName, {})

  const note = { to: [person.id], title: texts[2], contents: texts[1] }
  for (const [command, payload] of [
    ['member', { member: person.id }],
    ['members', { search: person.phone }],
    ['note', note],
    ['note', { ...note, to: [person.id, 'nobody'] }],
    ['correct', { member: person.id, account: 'cash', won: -9_000_000_000, reason: texts[3] }],
    ['export', { what: 'ledger', member: 'nobody' }],
    ['sign-out', { to: [person.id] }],
  ] as const)
    await backoffice(command, payload)
  await fetch(site.base, { method: 'OPTIONS' })
  await fetch(`${site.base}/readyz`)
  await backoffice('member', { member: person.id }, misplaced)
  for (const sender of ['payments', 'mir-works', 'nobody'])
    await fetch(`${site.base}/callbacks/${sender}`, { method: 'POST', body: JSON.stringify(person) })
  await fetch(`${site.base}/metrics`, { headers: { Authorization: `Bearer ${misplaced}` } })
  await member.get('/user')
  const again = await signedIn(site.base, person.id, newPassword)
  handedOut.push(again.cookies.get('madang') ?? '')
  await again.post('/logout', { everywhere: 'on' })
}

describe('a site’s log', () => {
  beforeAll(makeJourney)

  it('starts with the version in package.json, which /readyz and /metrics also show', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    const node = process.versions.node
    expect(linesOf(site)[0]).toMatchObject({ msg: 'starting', version, node })
    expect((await visitor(site.base).get('/readyz')).json()).toMatchObject({ status: 'ready', version })
    const headers = { Authorization: `Bearer ${secrets.METRICS_TOKEN}` }
    const metrics = await (await fetch(`${site.base}/metrics`, { headers })).text()
    expect(metrics).toContain(`madang_build_info{version="${version}",node="${node}"} 1`)
  })

  it('has one line per request, with route, request ID, time and bytes, and the member as a keyed hash', () => {
    const lines = linesOf(site)
    const requests = lines.filter(({ msg }) => msg === 'request')
    expect(requests.length).toBeGreaterThan(60)
    expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(requests.length)
    for (const line of requests) {
      expect(line).toMatchObject({ method: expect.any(String), route: expect.any(String), ms: expect.any(Number) })
      expect(line.route).toMatch(/^(\*|file|\/[\w/:.*-]*)$/)
      expect(line.path).not.toContain('?')
    }
    expect(requests.filter(({ bytes }) => typeof bytes === 'number').length).toBeGreaterThan(60)

    const [, table = ''] =
      /^\| field \|.*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(readFileSync('docs/monitoring.md', 'utf8')) ?? []
    const documented = table.split('\n').flatMap((row) => row.split('|')[1]?.trim().split(', ') ?? [])
    expect([...new Set(requests.flatMap((line) => Object.keys(line)))].sort()).toEqual(documented.sort())

    const probes = requests.filter(({ route }) => route === '/readyz')
    expect(probes.map(({ method }) => method)).toEqual(expect.arrayContaining(['GET', 'OPTIONS']))
    expect(probes.filter(({ level }) => level !== 'debug')).toEqual([])

    const lengths = requests.filter(({ level }) => level === 'info').map((line) => JSON.stringify(line).length + 1)
    const meanBytes = Math.round(lengths.reduce((sum, length) => sum + length, 0) / lengths.length)
    reportFigure(`log: ${meanBytes} bytes a request, ${Math.max(...lengths)} at most`)
    // docs/monitoring.md states about 270 bytes.
    expect(Math.abs(meanBytes - 270)).toBeLessThan(40)

    const hashes = new Set(lines.flatMap(({ member }) => (member === undefined ? [] : [member])))
    expect([...hashes]).toEqual([expect.stringMatching(/^[\w-]{12}$/)])
    expect(lines.filter(({ time }) => !/^20\d\d-\d\d-\d\dT[\d:.]+Z$/.test(String(time)))).toEqual([])
    const refused = ['wrong login', 'origin refused', 'callback with a wrong signature']
    for (const event of refused) expect(lines.map(({ msg }) => msg)).toContain(event)
    for (const event of ['logged in', 'logged out', 'password changed']) {
      const named = lines.filter(({ msg }) => msg === event)
      expect(named.length, event).toBeGreaterThan(0)
      expect(named.filter(({ member }) => member === undefined)).toEqual([])
    }
  })

  it('has the real, not the claimed IP address of a rejected back-office request, and not its token', async () => {
    const headers = { ...json, Authorization: 'Bearer none', 'X-Forwarded-For': 'elsewhere' }
    const response = await fetch(`${site.base}/backoffice/api/status`, { method: 'POST', headers, body: '{}' })
    expect(response.status).toBe(401)
    const last = () => linesOf(site).findLast(({ msg }) => msg === 'wrong token, name or code at the back office')
    await expect.poll(last).toMatchObject({ address: '127.0.0.1' })
  })

  it('has a line with the response’s request ID for requests that couldn’t be parsed', async () => {
    const { text } = await rawExchange(site.port, 'BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const [, requestId] = /^X-Request-Id: (\S+)$/im.exec(text) ?? []
    const findLine = () => linesOf(site).find((line) => line.requestId === requestId)
    await expect.poll(findLine).toMatchObject({ msg: 'unreadable request', status: 400, route: '*' })
  })

  it('contains no secret, token, password, account number, phone, name, text or plain ID', () => {
    expect(handedOut.filter((token) => token.length > 20)).toHaveLength(4)
    expect(shownIn(site.output())).toEqual([])
  })
})

function shownIn(text: string): string[] {
  const all = [...Object.values(secrets), ...Object.values(person), ...texts, ...handedOut]
  return [...all, newPassword, newExchangePassword, misplaced].filter((typed) =>
    formsOf(typed).some((form) => text.includes(form)),
  )
}

describe('a support bundle', () => {
  const folder = sharedFolder('bundle')
  const files = new Map<string, string>()
  beforeAll(async () => {
    writeFileSync(join(site.dataDir, 'conformance.json'), '[{"call":"get-member","result":"passes"}]')
    const file = join(folder, 'bundle.tar.gz')
    const made = await runBackoffice(
      { PORT: `${site.port}`, BACKOFFICE_TOKEN: secrets.BACKOFFICE_TOKEN },
      'bundle',
      file,
    )
    expect([made.code, made.out]).toEqual([0, expect.stringContaining('bytes')])
    reportFigure(`support bundle: ${Math.round(statSync(file).size / 1_000)} kB`)
    const entries = extract()
    const unpacking = pipeline(createReadStream(file), createGunzip(), entries)
    for await (const entry of entries) files.set(entry.header.name.replace(/^madang-[\d-]+\//, ''), await text(entry))
    await unpacking
  })
  const read = (name: string) => JSON.parse(files.get(name) ?? '') as Line

  it('has version, settings, health, metrics, log, migrations, audit and conformance report', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(read('site.json')).toMatchObject({ version, readiness: 'ready', memory: { rss: expect.any(Number) } })
    const shipped = readdirSync('app/embedded/schema').filter((name) => name.endsWith('.sql'))
    const lastChecks = { backup: null, inOrder: null, findings: null }
    expect(read('store.json')).toMatchObject({ check: { ok: true }, lastChecks })
    expect(read('store.json').migrations).toHaveLength(shipped.length)
    expect(read('audit.json')).toMatchObject({ inOrder: true, findings: [] })
    expect(read('settings.json')).toMatchObject({
      TRUSTED_PROXIES: '1',
      BACKOFFICE_TOKEN: '[set]',
      UPSTREAM_URL: '[not set]',
    })
    expect(Object.keys(read('settings.json'))).toEqual([...settingNames])
    expect(files.get('metrics.txt')).toContain(`madang_build_info{version="${version}"`)
    // Each replica has its own data folder, and any of them may write the bundle.
    if (!isReplicated) expect(read('conformance.json')).toEqual([{ call: 'get-member', result: 'passes' }])
    const lines = (files.get('log.jsonl') ?? '').trim().split('\n')
    expect(lines.length).toBeGreaterThan(isReplicated ? 40 : 100)
    expect(lines.length).toBeLessThanOrEqual(2_000)
    const request = lines.map((line): Line => JSON.parse(line)).find(({ msg }) => msg === 'request')
    expect(request).toMatchObject({
      route: expect.any(String),
      requestId: expect.stringMatching(/^[\w-]+$/),
    })
  })

  it('has no secret and no personal data, in any encoding', () => {
    for (const [name, content] of files) {
      expect(shownIn(content), name).toEqual([])
      expect([name, secretsOfTests.exec(content)?.[0]]).toEqual([name, undefined])
      for (const [kind, pattern] of Object.entries(personalPatterns)) {
        // The address on which the site listens is not a client's.
        const found = content.replaceAll('"HOST": "127.0.0.1"', '').match(pattern)
        expect([name, kind, found?.[0]]).toEqual([name, kind, undefined])
      }
    }
  })
})

const personalPatterns = {
  'an address of a client': /\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b/,
  'an e-mail address': /[\w.+-]+@[\w-]+\.\w+/,
  'a phone number': /(?<![\w.])01[016789]-?\d{3,4}-?\d{4}\b/,
  'a field that names a member, a client or an operator': /"(?:member|address|who|path)":/,
  'a bearer token': /Bearer +[\w-]{20,}/,
  'a sealed cookie': /\beyJ[\w-]{10,}\./,
  'a password’s hash': /\$argon2/,
  'an address with a password': /:\/\/[^/\s:]+:[^@/\s]+@/,
}
