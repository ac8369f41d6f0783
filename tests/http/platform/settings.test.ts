import { createHmac } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import korean from '~/embedded/seed/message-texts/ko.json'
import { openPostgres } from '~/embedded/store/postgres.server'
import { readConfig } from '~/platform/settings/config.server'
import { signatureHeaders } from '~/platform/signature.server'
import { freePort } from '../../../bin/free-port.mjs'
import { createDatabase, databaseServerUrl } from '../../support/database'
import { type ForeignUpstream, startForeignUpstream } from '../../support/foreign-upstream'
import { rawConnection } from '../../support/raw-connection'
import { runBackoffice } from '../../support/run-backoffice'
import { behindHttps, fundsBrand, publicOrigin, realMoney, settingsForTests } from '../../support/settings'
import { sharedFolder } from '../../support/shared-folder'
import {
  askBackoffice,
  onPglite,
  requestsInFlight,
  type Site,
  secretsOnDatabase,
  spawnSite,
  startSite,
} from '../../support/site'
import {
  fieldOf,
  newMember,
  registerMember,
  registrationFields,
  signedIn,
  transactionsOf,
  type Visitor,
  visitor,
} from '../../support/visitor'
import { textOf, words } from '../../support/words'

/**
 * The effect of every setting for a member or the operator. The tests share five sites: two with the embedded upstream
 * (one behind https), two with a foreign upstream, and one with real money, which requires PostgreSQL.
 */

const backofficeToken = 'a token of the back office that is long enough to be taken'
const metricsToken = 'a token of the metrics that is long enough to be taken'
const paymentSecret = 'a secret of payment services that is long enough to be taken'
const [olderSecret, newerSecret] = [
  'an older secret of the sessions that is long enough',
  'a newer secret of the sessions that is long enough',
]

const fromKorea = { 'X-Country': 'KR' }
const fromElsewhere = { 'X-Country': 'US' }
const folder = sharedFolder('settings')
let foreign: ForeignUpstream
/** With the embedded upstream, on http. */
let httpSite: Site
/** With the embedded upstream, behind https, without demo members. */
let httpsSite: Site
let foreignSite: Site
/** With the same foreign upstream and other settings. */
let otherForeignSite: Site
/** With the embedded upstream and real money; undefined without PostgreSQL. */
let realMoneySite: Site | undefined
let demo: Visitor

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

const providerOf = (code: string) => ({
  ...{ code, kind: 'slot', nameKo: code, nameEn: code, launchUrl: `https://${code}.test/play?s={session}&home={home}` },
  games: [{ code: 'moon', nameKo: '<b>달</b>', nameEn: '<b>Moon</b>' }],
})
const providersFile = { providers: [providerOf('games'), providerOf('elsewhere')] }

beforeAll(async () => {
  foreign = await startForeignUpstream()
  // Sequential, because five sites starting at the same time could each exceed the start-up limit.
  httpSite = await startSite({
    ...onPglite,
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: '1',
    SERVED_COUNTRIES: 'KR,jp',
    COUNTRY_HEADER: 'X-Country',
    SESSION_IDLE_MINUTES: '7',
    SESSION_MAX_HOURS: '1',
    WITHDRAW_PAUSE_MS: '3600000',
    WITHDRAW_DAILY_MAX: '20000',
    PLAY_APPROVAL_MS: '1',
    BANKS: file('banks.json', ['모래은행']),
    PAYMENTS: file('payments.json', [{ idx: 'sand', name: '모래페이', deposit: { min: 10_000, max: 50_000, fee: 0 } }]),
    PROVIDERS: file('providers.json', providersFile),
    LAUNCH_ORIGINS: 'https://games.test,https://wider.test',
    PAYMENT_SECRET: paymentSecret,
    RETENTION_DAYS: '{"messages":4}',
    BACKOFFICE_TOKEN: backofficeToken,
    METRICS_TOKEN: metricsToken,
    DRAIN_DELAY_MS: '3000',
    LOG_LEVEL: 'info',
    KEEP_ALIVE_MS: '600000',
  })
  httpsSite = await startSite({
    ...onPglite,
    HOST: '',
    PUBLIC_ORIGIN: publicOrigin,
    SERVED_COUNTRIES: 'KR',
    COUNTRY_HEADER: 'X-Country',
    SEED_DEMO: 'no',
  })
  foreignSite = await startSite({
    UPSTREAM_URL: foreign.url,
    UPSTREAM_PATHS: file('paths.json', { 'get-notice-popup': '/their/own/popup' }),
    SESSION_SECRET: olderSecret,
    LAUNCH_ORIGINS: 'https://pay.test',
    IMAGE_ORIGINS: 'https://img.test',
    GAME_WINDOW: '1401x801',
    BRAND: file('brand.json', {
      name: { ko: '모래마당', en: 'Sand Yard' },
      ...{ maxStake: 10_000, maxStakeBelow25: 5_000 },
    }),
    DRAIN_DEADLINE_MS: '300',
  })
  otherForeignSite = await startSite({
    UPSTREAM_URL: foreign.url,
    UPSTREAM_BODIES: 'html',
    UPSTREAM_GAME_BALANCE: 'balance',
    UPSTREAM_TOKEN_HEADER: 'X-Token',
    SESSION_SECRET: `${newerSecret},${olderSecret}`,
  })
  realMoneySite = databaseServerUrl
    ? await startSite({ ...realMoney, BRAND: file('funds.json', fundsBrand) })
    : undefined
  demo = await signedIn(httpSite.base)
})
afterAll(async () => {
  await Promise.all([httpSite, httpsSite, foreignSite, otherForeignSite, realMoneySite].map((site) => site?.stop()))
  await foreign?.stop()
})

const visitorOf = (site: Site, headers: Record<string, string> = {}) => visitor(site.base, headers)

async function isAnswering(address: string): Promise<boolean> {
  return fetch(address, { signal: AbortSignal.timeout(60_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Starts a site that exits with one line of output. @returns the exit code and the line */
async function startThatFails(settings: Record<string, string>): Promise<string> {
  const site = spawnSite(settingsForTests({ DATA_DIR: folder, PORT: `${await freePort()}`, ...settings }))
  const late = setTimeout(() => site.process.kill('SIGKILL'), 120_000)
  const how = await site.ended
  clearTimeout(late)
  expect(site.output().trim().split('\n')).toHaveLength(1)
  return `${how} ${site.output()}`
}

async function policyOf(site: Site, path = '/login'): Promise<string> {
  return (await visitorOf(site).get(path)).headers.get('content-security-policy') ?? ''
}

async function statusOf(by: Visitor, callName: string, payload: unknown, headers = {}) {
  const response = await by.call(callName, payload, headers)
  return { http: response.status, ...(response.json() as { status?: string; ms?: number }) }
}

/** Sends a payment service's callback, signed with its key derived from a secret. @returns the HTTP status */
async function callbackSignedWith(from: string): Promise<number> {
  const body = JSON.stringify({
    type: 'paid',
    deposit: '999999',
    provider: 'payments',
    id: `id-${from.length}`,
    won: 1,
  })
  const secret = createHmac('sha256', from).update('payments').digest('hex')
  const headers = { 'Content-Type': 'application/json', ...signatureHeaders(secret, body, new Date()) }
  return (await fetch(`${httpSite.base}/callbacks/payments`, { method: 'POST', headers, body })).status
}

/** Settings whose effect another test covers, with its file. */
const shownBy: Record<string, string> = {
  SESSION_SECRET: 'all/secret-rotation',
  UPSTREAM_URL: 'http/upstream/faults',
  UPSTREAM_TIMEOUT_MS: 'http/upstream/faults',
  DATABASE_URL: 'all/late-database',
  DATA_DIR: 'http/embedded/store',
  REDIS_URL: 'http/platform/replicas',
  LICENCE: 'http/shell/shell',
  SERVED_COUNTRIES: 'http/server/country',
  COUNTRY_HEADER: 'http/server/country',
  MINIMUM_AGE: 'http/shell/shell',
  DEPOSITS_WAITING_MAX: 'http/cashier/money-forms',
  PROVIDER_SECRET: 'http/session/guards',
  RATE_LIMITS: 'http/server/path-spellings',
  ALERT_URL: 'http/platform/operations',
  ALERT_SECRET: 'http/platform/operations',
  ALERT_PRIVATE_RANGES: 'http/platform/operations',
  ALERT_DETAILS: 'http/platform/operations',
  ALERT_WAIT_MINUTES: 'unit/platform/config',
  BACKOFFICE_SECOND_PERSON_FROM: 'http/server/old-names',
  BACKOFFICE_SECOND_PERSON_FOR: 'http/backoffice/backup',
  BACKOFFICE_ORIGIN: 'http/backoffice/backoffice-web',
  BACKOFFICE_SECOND_FACTOR: 'http/backoffice/backoffice-web',
  BACKOFFICE_WEB: 'http/backoffice/backoffice-web',
}

/** Tests of the other settings; tests/unit/platform/config.test.ts fails if a setting has none. */
const proofs: Record<string, () => Promise<void>> = {
  PORT: async () => {
    expect(await isAnswering(`http://127.0.0.1:${httpSite.port}/healthz`)).toBe(true)
    expect(httpSite.port).not.toBe(httpsSite.port)
    const { port } = httpsSite
    expect(await startThatFails({ PORT: `${port}` })).toContain(`1 PORT: another process uses ${port}`)
  },
  HOST: async () => {
    expect(await isAnswering(`http://127.0.0.2:${httpSite.port}/healthz`)).toBe(false)
    expect(await isAnswering(`http://127.0.0.2:${httpsSite.port}/healthz`)).toBe(true)
  },
  PUBLIC_ORIGIN: async () => {
    expect((await visitorOf(httpsSite).get('/login')).headers.get('strict-transport-security')).toMatch(/^max-age=/)
    expect((await visitorOf(httpSite).get('/login')).headers.get('strict-transport-security')).toBeNull()
    const ownForm = await visitorOf(httpsSite).post('/language', { lng: 'en' }, { Origin: httpsSite.base })
    expect(ownForm.status, 'a form from an origin that is not the site’s').toBe(403)

    const guest = visitorOf(httpsSite, behindHttps)
    const { page } = await guest.get('/register?code=A%22B&lng=en')
    const linkOf = (rel: string) => page.querySelector(`head link[rel=${rel}]`)?.getAttribute('href')
    expect(linkOf('canonical')).toBe(`${publicOrigin}/register?lng=en`)
    const shared = page.querySelector('meta[property="og:url"]')?.getAttribute('content')
    expect(shared, 'a shared link keeps its referral code').toBe(`${publicOrigin}/register?code=A%22B&lng=en`)
    // This parser keeps React's capital letter, which HTML ignores.
    const alternates = [...page.querySelectorAll('head link[rel=alternate]')].map((link) =>
      link.getAttribute('hrefLang'),
    )
    expect(alternates).toEqual(['ko', 'en', 'vi', 'ja', 'zh-CN', 'th', 'x-default'])

    expect((await guest.get('/robots.txt')).body).toContain(`\nSitemap: ${publicOrigin}/sitemap.xml\n`)
    const sitemap = await guest.get('/sitemap.xml')
    expect(sitemap.headers.get('Content-Type')).toBe('application/xml; charset=utf-8')
    const listed = [...sitemap.body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => new URL(url))
    const paths = ['/', '/login', '/register', '/terms', '/privacy', '/accessibility', '/safer-play']
    expect(new Set(listed.map(({ pathname }) => pathname))).toEqual(new Set(paths))
    expect(listed.map(({ search }) => search).filter((search) => search === '?lng=th')).toHaveLength(paths.length)
    for (const { pathname, search, origin } of listed.filter(({ search }) => search === '?lng=th').slice(-2)) {
      const { status, headers, page } = await visitorOf(httpsSite, behindHttps).get(pathname + search)
      expect([status, headers.get('X-Robots-Tag'), origin]).toEqual([200, null, publicOrigin])
      const canonical = page.querySelector('head link[rel=canonical]')?.getAttribute('href')
      expect(canonical, 'a listed page is its own canonical page').toBe(origin + pathname + search)
      expect(page.querySelector('meta[name=description]')?.getAttribute('content')?.length).toBeGreaterThan(4)
    }

    expect((await visitorOf(httpSite).get('/robots.txt')).body).not.toContain('Sitemap')
    expect((await visitorOf(httpSite).get('/sitemap.xml')).status).toBe(404)
    const unnamed = await visitorOf(httpSite).get('/')
    expect(unnamed.page.querySelector('link[rel=canonical], link[rel=alternate]')).toBeNull()
    expect((await demo.get('/')).page.querySelector('meta[name=description]'), 'a member’s own page').toBeNull()
    expect((await demo.get('/note')).headers.get('X-Robots-Tag')).toBe('noindex')
  },
  TRUSTED_PROXIES: async () => {
    expect((await visitorOf(httpSite, fromElsewhere).get('/register')).status).toBe(451)
    expect((await visitorOf(httpsSite, { ...behindHttps, ...fromElsewhere }).get('/register')).status).toBe(200)
    await expect.poll(httpsSite.output).toContain('SERVED_COUNTRIES: no country is known')
    expect(httpSite.output()).not.toContain('SERVED_COUNTRIES: no country')
  },
  SESSION_IDLE_MINUTES: async () => {
    const left = (await demo.call('user-health-check', {})).headers.get('x-session-left')
    expect(Number(left?.split(' ')[0])).toBeGreaterThan(300)
    expect(Number(left?.split(' ')[0])).toBeLessThanOrEqual(7 * 60)
  },
  SESSION_MAX_HOURS: async () => {
    const left = (await demo.call('user-health-check', {})).headers.get('x-session-left')
    expect(Number(left?.split(' ')[1])).toBeGreaterThan(3_000)
    expect(Number(left?.split(' ')[1])).toBeLessThanOrEqual(3_600)
  },
  UPSTREAM_BODIES: async () => {
    const text = '<p onclick=x>하나</p><script>둘</script>'
    foreign.answer('get-user-note', { note: [{ _id: 1, title: '쪽지', text, isRead: true }] })
    const bodyOn = async (site: Site) => (await signedIn(site.base)).get('/note?id=1')
    expect((await bodyOn(otherForeignSite)).page.querySelector('main article p:not([class])')?.outerHTML).toBe(
      '<p dir="auto">하나</p>',
    )
    expect((await bodyOn(foreignSite)).page.querySelector('main article')?.textContent).toContain(text)
  },
  UPSTREAM_GAME_BALANCE: async () => {
    foreign.answer('get-in-game-balance', { status: 'success', balance: '7,000', rolling: 0 })
    const { text } = await (await signedIn(otherForeignSite.base)).get('/withdraw')
    // The wallet still comes from the health check.
    expect([text.includes('7,000원'), text.includes('1,000,000원')]).toEqual([true, true])
  },
  UPSTREAM_TOKEN_HEADER: async () => {
    const tokenIn = (headers: Record<string, unknown>) => [headers['x-token'], headers.authorization]
    foreign.calls.length = 0
    await (await signedIn(otherForeignSite.base)).get('/note')
    const sent = foreign.callsOf('get-user-note').map(({ headers }) => tokenIn(headers))
    expect(sent).toEqual([[expect.stringMatching(/^[\w-]{36}$/), undefined]])
    expect(await startThatFails({ UPSTREAM_TOKEN_HEADER: 'Upgrade' })).toMatch(
      /^1 UPSTREAM_TOKEN_HEADER: must be a header/,
    )
  },
  UPSTREAM_PATHS: async () => {
    await visitorOf(foreignSite).call('get-notice-popup', {})
    expect(foreign.calls.map(({ path }) => path)).toContain('/their/own/popup')
    // The site reports a wrong file at once, even if its database doesn't respond.
    const onDatabase = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', SESSION_SECRET: olderSecret }
    const mistyped = file('mistyped.json', { 'user-do-logn': '/login' })
    expect(await startThatFails({ UPSTREAM_PATHS: mistyped, ...onDatabase })).toMatch(
      /^1 UPSTREAM_PATHS: unknown call .*logn/,
    )
  },
  LAUNCH_ORIGINS: async () => {
    const formAction = async (site: Site) => /form-action ([^;]*)/.exec(await policyOf(site))?.[1]
    expect(await formAction(foreignSite)).toBe("'self' https://pay.test")
    expect(await formAction(otherForeignSite)).toBe("'self' https: http:")
    expect(await formAction(httpsSite)).toBe("'self'")
    expect(await formAction(httpSite), 'narrows PROVIDERS and adds nothing').toBe("'self' https://games.test")
    expect(httpSite.output()).toContain(
      'LAUNCH_ORIGINS: closes the providers and payment methods at https://elsewhere.test',
    )
    foreign.answer('withdrawal-launcher', { launcherUrl: 'https://games.test/withdraw' })
    for (const [site, status] of [
      [foreignSite, 502],
      [otherForeignSite, 200],
    ] as const) {
      const member = await signedIn(site.base)
      expect((await statusOf(member, 'open-game', { company: 'slot-1', code: 501 })).http, 'at games.test').toBe(status)
      expect((await statusOf(member, 'withdrawal-launcher', { idx: 3 })).http).toBe(status)
    }
    foreign.clearFaults()
  },
  IMAGE_ORIGINS: async () => {
    const pictured = async (site: Site) => {
      const { page } = await (await signedIn(site.base)).get('/casino')
      return [...page.querySelectorAll('main img')].map((img) => img.getAttribute('src') ?? '')
    }
    expect((await pictured(otherForeignSite)).filter((src) => !src.startsWith('/art/'))).toEqual([])
    const [signed = ''] = (await pictured(foreignSite)).filter((src) => src.startsWith('/picture/'))
    const unreachable = await visitorOf(foreignSite).get(signed)
    expect([unreachable.status, unreachable.headers.get('Cache-Control')]).toEqual([302, 'no-store'])
    expect((await visitorOf(foreignSite).get(unreachable.location ?? '')).headers.get('Content-Type')).toContain('svg')
    expect((await visitorOf(otherForeignSite).get(signed)).location, 'a site without the setting').toMatch(/^\/art\//)
    const forged = await visitorOf(foreignSite).get(signed.replace(/\/1\/.{22}/, `/1/${'A'.repeat(22)}`))
    expect([forged.status, forged.headers.get('Cache-Control')]).toEqual([404, 'no-store'])
    expect(await policyOf(foreignSite)).toContain("img-src 'self' data:;")
  },
  GAME_WINDOW: async () => {
    const sizeFor = async (member: Visitor) =>
      (await member.get('/notice')).page.documentElement.getAttribute('data-window')
    expect(await sizeFor(await signedIn(foreignSite.base))).toBe('1401x801')
    expect(await sizeFor(await signedIn(otherForeignSite.base))).toBe('800x1400')
  },
  DATABASE_POOL: async () => {
    // The server never responds, so a pool opens as many connections as it may.
    let connections = 0
    const silent = createServer(() => {
      connections += 1
    })
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address()
    const url = `postgres://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/none`
    const { database } = readConfig({ DATABASE_URL: url, DATABASE_POOL: '3', SESSION_SECRET: olderSecret })
    const store = openPostgres({ url, pool: database.pool, warn: () => undefined })
    const queries = Array.from({ length: 8 }, () => store.query('select 1').catch(() => undefined))
    await Promise.all(queries)
    // One more connection checks whether the server is alive.
    expect(connections).toBeGreaterThanOrEqual(3)
    expect(connections).toBeLessThanOrEqual(4)
    await store.close()
    silent.close()
  },
  MONEY: async () => {
    expect((await visitorOf(httpSite).get('/login')).text + (await visitorOf(httpSite).get('/login')).body).toContain(
      words['footer.play.mark'],
    )
    expect((await visitorOf(foreignSite).get('/login')).body, 'with a foreign upstream').toContain(
      words['footer.play.mark'],
    )
    if (!realMoneySite) return
    const login = (await visitorOf(realMoneySite, behindHttps).get('/login')).body
    expect([login.includes(words['footer.play.mark']), login.includes('MDG-0815')]).toEqual([false, true])
    const played = await createDatabase(process.env.TEST_DATABASE_TEMPLATE)
    const named = { ...realMoney, BRAND: file('funds.json', fundsBrand) }
    expect(await startThatFails({ ...named, ...secretsOnDatabase, DATABASE_URL: played.url })).toMatch(
      /^1 MONEY: this store began with play money.*npm run backoffice -- end-play-money/s,
    )
    await played.drop()
    expect((await visitorOf(realMoneySite, behindHttps).get('/register')).status, 'from an unknown country').toBe(451)
    const visitorHere = visitorOf(realMoneySite, { ...behindHttps, ...fromKorea })
    const marks = [words['footer.play'], words['footer.play.mark']]
    for (const path of ['/', '/terms', '/safer-play', '/register?code=MADANG']) {
      const { body } = await visitorHere.get(path)
      expect(
        marks.filter((mark) => body.includes(mark)),
        path,
      ).toEqual([])
    }
    const ofDemo = { id: 'demo', pw: 'demo-1234' }
    expect(
      (await visitorHere.call('user-do-login', ofDemo)).status,
      'real money has no demo member, even without SEED_DEMO',
    ).toBe(401)
    expect(realMoneySite.output()).not.toContain(ofDemo.pw)
    const home = (await visitorHere.get('/')).page
    expect(home.querySelector('h1')?.textContent).toBe(textOf('home.welcome', { brand: '마당' }))
    expect(home.querySelector('main')?.textContent).not.toMatch(/잭팟|점검/)
    const codeOfReal = { code: 'MADANG', owner: 'madang' }
    await askBackoffice(realMoneySite.base, secretsOnDatabase.BACKOFFICE_TOKEN, 'add-referral-code', codeOfReal)
    await registerMember(visitorHere)
    const lobby = (await visitorHere.get('/casino')).page.querySelector('main')?.textContent
    expect(lobby).toContain(words['lobby.empty.title'])
    expect(lobby).not.toContain(words['lobby.maintenance'])
  },
  WITHDRAW_DAILY_MAX: async () => {
    const withdrawal = { balance: 30_000, exchange_pw: '1379', code: 'daily-withdrawal-1' }
    const second = await signedIn(httpSite.base, 'demo2', 'demo-5678')
    expect((await statusOf(second, 'apply-user-deposit', { balance: 50_000, code: 'daily-deposit-1' })).status).toBe(
      'success',
    )
    await expect
      .poll(async () => (await statusOf(second, 'get-in-game-balance', {})) as object)
      .toMatchObject({ balance: 50_000 })
    expect((await statusOf(second, 'apply-user-withdraw', withdrawal)).status).toBe('limit')
    const less = { ...withdrawal, balance: 20_000, code: 'daily-withdrawal-2' }
    expect((await statusOf(second, 'apply-user-withdraw', less)).status).toBe('success')
  },
  WITHDRAW_PAUSE_MS: async () => {
    const withdraw = (code: string) =>
      statusOf(demo, 'apply-user-withdraw', { balance: 10_000, exchange_pw: '2580', code })
    expect((await withdraw('paused-withdrawal-1')).status).toBe('success')
    const second = await withdraw('paused-withdrawal-2')
    expect(second.status).toBe('wait')
    expect(second.ms).toBeGreaterThan(3_000_000)
  },
  PLAY_APPROVAL_MS: async () => {
    const member = await newMember(httpSite.base, { bankname: '모래은행' })
    expect((await statusOf(member, 'apply-user-deposit', { balance: 40_000, code: 'approved-deposit-1' })).status).toBe(
      'success',
    )
    const arrived = async () => (await transactionsOf(member, 'deposit')).balances
    await expect.poll(arrived).toContainEqual(expect.objectContaining({ balance: 40_000, status: 'already' }))
    expect(await (await askBackoffice(httpSite.base, backofficeToken, 'overview')).json()).toMatchObject({
      approvalMs: 1,
    })
    if (!realMoneySite) return
    const overview = await askBackoffice(realMoneySite.base, secretsOnDatabase.BACKOFFICE_TOKEN, 'overview')
    expect(await overview.json(), 'real money is approved by people').toMatchObject({ approvalMs: null })
  },
  BRAND: async () => {
    const titleOn = async (site: Site) => (await visitorOf(site).get('/terms')).page.querySelector('title')?.textContent
    expect(await titleOn(foreignSite)).toMatch(/ · 모래마당$/)
    expect(await titleOn(httpSite)).toMatch(/ · 마당$/)
    // A lower stake limit below 25 adds the year of birth to the registration.
    const register = async (birth_year: string) => {
      const typed = { ...registrationFields, id: 'born_1', nick: 'born1', birth_year }
      return (await visitorOf(foreignSite).formOn('/register?code=MADANG', typed)).post()
    }
    for (const birth_year of ['', '19x0', String(new Date().getFullYear() - 18)]) {
      const refused = await register(birth_year)
      const { says } = fieldOf(refused, 'birth_year')
      const [rule] = words['register.birthYear.rule'].split('{{')
      expect([refused.status, says]).toEqual([422, expect.stringContaining(String(rule))])
    }
    expect((await register('1990')).status).toBe(303)
    expect((await visitorOf(httpSite).get('/register')).page.querySelector('[name=birth_year]')).toBeNull()
    expect(await startThatFails({ BRAND: join(folder, 'no-brand.json') })).toMatch(/^1 .*BRAND: .*can't be read/s)
  },
  BANKS: async () => {
    const banksOn = async (site: Site) => (await visitorOf(site).get('/register?code=MADANG')).text
    expect(await banksOn(httpSite)).toContain('모래은행')
    expect(await banksOn(foreignSite)).not.toContain('모래은행')
    expect(await banksOn(foreignSite)).toContain('국민은행')
  },
  PAYMENTS: async () => {
    expect((await demo.get('/deposit')).text).toContain('모래페이')
  },
  PROVIDERS: async () => {
    const member = await newMember(httpSite.base, { bankname: '모래은행' })
    expect((await member.get('/slot')).body).toContain('&lt;b&gt;달&lt;/b&gt;')
    const open = async (company: string) => {
      const { status, location } = await (await member.formOn(`/game?company=${company}&code=moon`, {})).post()
      return [status, location?.replace(/[\w-]{43}/, 'session')]
    }
    const home = encodeURIComponent(`http://localhost:${httpSite.port}/`)
    expect(await open('games')).toEqual([303, `https://games.test/play?s=session&home=${home}`])
    expect((await statusOf(member, 'open-game', { company: 'elsewhere', code: 'moon' })).status).toBe('maintenance')
    expect((await visitorOf(httpSite).get('/readyz')).json()).toMatchObject({
      providers: expect.stringMatching(/^\w{16}$/),
      payments: expect.stringMatching(/^\w{16}$/),
    })
    expect((await visitorOf(httpsSite).get('/readyz')).json()).not.toHaveProperty('providers')
    const mistaken = file('mistaken.json', { providers: [{ ...providerOf('dodam-play') }] })
    expect(await startThatFails({ PROVIDERS: mistaken })).toMatch(/^1 PROVIDERS: dodam-play is the code of a sandbox/)
  },
  PAYMENT_SECRET: async () => {
    expect(await callbackSignedWith(paymentSecret)).toBe(200)
    expect(await callbackSignedWith(`${paymentSecret} of somebody else`)).toBe(401)
  },
  SEED_DEMO: async () => {
    const logIn = { id: 'demo', pw: 'demo-1234' }
    expect((await visitorOf(httpSite).call('user-do-login', logIn)).status).toBe(200)
    expect((await visitorOf(httpsSite).call('user-do-login', logIn, behindHttps)).status).toBe(401)
  },
  RETENTION_DAYS: async () => {
    // The demo member has notes from six days, two days and five hours ago.
    const titles = async () => {
      const { note } = (await demo.call('get-user-note', {})).json() as { note: { title: string }[] }
      return note.map(({ title }) => title)
    }
    const { comp, welcome } = korean.notes
    const oldest = expect.stringContaining(welcome.title.replace('{{site}}', ''))
    await expect.poll(titles).not.toContainEqual(oldest)
    expect(await titles()).toContain(comp.title)
  },
  BACKOFFICE_TOKEN: async () => {
    expect((await askBackoffice(httpSite.base, backofficeToken, 'overview')).status).toBe(200)
    expect((await askBackoffice(httpSite.base, `${backofficeToken}, another`, 'overview')).status).toBe(401)
    const beside = await runBackoffice(
      { BACKOFFICE_TOKEN: backofficeToken, PORT: `${otherForeignSite.port}` },
      'status',
      '--json',
    )
    expect([beside.code, beside.json().status], 'with a foreign upstream has no back office').toEqual([3, 'no_desk'])
  },
  METRICS_TOKEN: async () => {
    expect((await visitorOf(httpSite).get('/metrics')).status).toBe(401)
    expect((await visitorOf(httpSite).get('/metrics', { Authorization: `Bearer ${metricsToken}` })).status).toBe(200)
    expect((await visitorOf(foreignSite).get('/metrics')).status).toBe(200)
  },
  KEEP_ALIVE_MS: async () => {
    const timeoutOf = async ({ base }: Site) => (await fetch(`${base}/healthz`)).headers.get('keep-alive')
    expect([await timeoutOf(httpSite), await timeoutOf(httpsSite)]).toEqual(['timeout=600', 'timeout=65'])
  },
  LOG_LEVEL: async () => {
    await expect.poll(httpSite.output).toContain('"msg":"request"')
    expect(httpsSite.output()).not.toContain('"msg":"request"')
  },
  // These two stop their sites, so they must be last.
  DRAIN_DELAY_MS: async () => {
    const whenIdle = await requestsInFlight(httpSite.base, metricsToken)
    const slow = rawConnection(httpSite.port)
    const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 20\r\nConnection: close'
    slow.write(`POST /login HTTP/1.1\r\nHost: 127.0.0.1:${httpSite.port}\r\n${form}\r\n\r\nid=demo&`)
    await expect.poll(() => requestsInFlight(httpSite.base, metricsToken)).toBe(whenIdle + 1)
    httpSite.process.kill('SIGTERM')
    const probe = async () => {
      const response = await visitorOf(httpSite).get('/readyz')
      return [response.status, response.json()]
    }
    await expect.poll(probe).toEqual([503, { status: 'draining', version: expect.any(String) }])
    expect((await visitorOf(httpSite).get('/login')).status, 'new requests are served during the delay').toBe(200)
    slow.write('pw=demo-1234')
    expect((await slow.closed).statuses, 'a request in flight is finished').toEqual([303])
    expect(await httpSite.stop()).toBe(0)
  },
  DRAIN_DEADLINE_MS: async () => {
    const member = await signedIn(foreignSite.base)
    const before = foreign.callsOf('get-user-note').length
    foreign.fail('get-user-note', 'hang')
    const unfinished = member.get('/note').catch(() => undefined)
    await expect.poll(() => foreign.callsOf('get-user-note').length).toBeGreaterThan(before)
    const began = performance.now()
    foreignSite.process.kill('SIGTERM')
    expect(await foreignSite.ended).toBe(0)
    expect(performance.now() - began, 'the request in flight would take 8 s').toBeLessThan(5_000)
    foreign.clearFaults()
    await unfinished
  },
}

describe('every setting', () => {
  it.each(Object.entries(shownBy))('such as %s is used in tests/%s', (name, file) => {
    expect(readFileSync(`tests/${file}.test.ts`, 'utf8')).toMatch(new RegExp(`\\b${name}\\b`))
  })

  it.each(Object.entries(proofs))(
    'such as %s has an effect for members or the operator',
    async (_name, proof) => proof(),
    60_000,
  )
})
