import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { oldNameOf, type oldSettings, replacedBy } from '~/platform/old-names'
import { describeSettings, readConfig } from '~/platform/settings/config.server'
import { maxConnectionsWithin, readOpenFilesLimit, storeFiles } from '~/platform/settings/open-files.server'
import { isReadableInTransit, mayReach, parseRanges } from '~/platform/settings/private-host.server'
import type { ConfigIo } from '~/platform/settings/setting-files.server'
import { settingNames } from '~/platform/settings/settings.server'
import { readOrCreateSecret } from '~/platform/settings/stored-secret.server'
import { hasProc, isPosix } from '../../support/platform'

const secret = 'a'.repeat(32)
const older = 'b'.repeat(32)

function reading(environment: Record<string, string>, files: Record<string, string> = {}) {
  const surroundings: ConfigIo = {
    readFile: (path) => {
      const text = files[path]
      if (text === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
      return text
    },
    readOrCreateSecret: (_folder, name) => `kept ${name}`,
  }
  return readConfig(environment, surroundings)
}

describe('docs/settings.md', () => {
  it('has valid examples of BANKS and PAYMENTS', () => {
    const [, part = ''] = readFileSync('docs/settings.md', 'utf8').split('## Banks and payment methods')
    const examples = [...part.matchAll(/```json\n(.*?)```/gs)].map(([, text = '']) => text)
    const [banks = '', payments = ''] = examples
    const files = { [resolve('banks.json')]: banks, [resolve('payments.json')]: payments }
    const { embedded } = reading({ BANKS: 'banks.json', PAYMENTS: 'payments.json' }, files)
    expect(embedded).toMatchObject({ banks: JSON.parse(banks), payments: JSON.parse(payments) })
  })
})

describe('settings', () => {
  it('are all optional for trying out the site', () => {
    const config = reading({})
    expect(config).toMatchObject({ port: 3000, money: 'play', publicOrigins: [], https: false, trustedProxies: 0 })
    expect(config.session.idleMs).toBe(7_200_000)
    expect(config.session.secrets.map((known) => known.reveal())).toEqual(['kept session-secret'])
    expect(config.embedded.backofficeToken?.reveal()).toBe('kept backoffice-token')
  })

  it('configure the alerts’ URL, secret and delay', () => {
    const alerts = { ALERT_URL: 'https://hook.example/a', ALERT_SECRET: secret, ALERT_WAIT_MINUTES: '0' }
    expect(reading(alerts).alerts).toMatchObject({ url: new URL(alerts.ALERT_URL), waitMinutes: 0, tellsSum: false })
    expect(reading({}).alerts).toBeUndefined()
  })

  it.each('10.0.0.1 100.64.0.1 [::1] [64:ff9b:1::1] [100:0:0:1::1] [3fff::1] [5f00::1]'.split(' '))(
    'reject %s, which is private, as the host of alerts unless its range is listed',
    (host) => {
      const alerts = { ALERT_URL: `https://${host}/a`, ALERT_SECRET: secret }
      expect(() => reading(alerts)).toThrow(/^ALERT_URL: is a private address/)
      expect(reading({ ...alerts, ALERT_PRIVATE_RANGES: '0.0.0.0/0,::/0' }).alerts).toBeDefined()
    },
  )

  it.each(
    `SESION_SECRET SESSION_SECERT SESSIONS_SECRET session_secret SESION_SECRET_FILE SESSION_SECRET_FIEL
    TRUST_PROXY TRUSTED_PROXY TRUSTED_PROXY_COUNT TRUSTED_PROXIES_FILE DESK_2FA
    BACKOFFICE_SECOND_PERSON_FRM DESK_SECOND_PERSON_FRM WITHDRAW_DAILY_LIMIT WITHDRAWAL_DAILY_MAX
    DAILY_WITHDRAW_LIMIT MONY COUNTRY_HEADERS SEEDDEMO`.split(/\s+/),
  )('reject %s, which resembles a protective setting', (name) => {
    expect(() => reading({ [name]: 'x' })).toThrow(new RegExp(`^${name}: no such setting; rename it to [A-Z_]+,`))
    expect(reading({ [name]: ' ' }).warnings).toEqual([])
  })

  it.each(
    `DATABASE_POLL LOG_LEVL LICENSE KEEPALIVE_MS BACKOFFICE_TOKEN_FIEL REDIS_URI DATADIR RATE_LIMITS_FILE`.split(/\s+/),
  )('warn about %s', (name) =>
    expect(reading({ [name]: '1' }).warnings).toEqual([expect.stringContaining(`${name}: no such setting`)]),
  )

  it('accept variables of platforms and other programs, and names similar to a setting that is set', () => {
    const foreign =
      `HOSTNAME HOSTS PORTS PATH HOME NODE_OPTIONS NODE_VERSION TZ LANG HTTP_PROXY NO_PROXY KUBERNETES_SERVICE_HOST
      KUBERNETES_PORT_443_TCP REDIS_PORT REDIS_HOST REDIS_SSL REDIS_TLS DATABASE_HOST DATABASE_SSL DATABASE_URL_UNPOOLED
      DATABASE_POOL_SIZE POSTGRES_URL MADANG_PORT UPSTREAM_PORT npm_config_cache OTEL_EXPORTER_OTLP_ENDPOINTS FLY_REGION DYNO
      WEBSITE_HOSTNAME RENDER AWS_REGION METRICS_PORT SESSION_MANAGER SESSION_KEY SESSION_TOKEN DATA_HOME XDG_DATA_DIRS
      DESKTOP_SESSION BRANDING LOG_FORMAT TEST_TOKEN TASK_TOKEN RATE_LIMIT RATE_LIMIT_MAX PUBLIC_URL ORIGIN SECRET_KEY MONGO_URL
      TRUST_PROXY_HEADERS HOST_FILE BRAND_FILE`.split(/\s+/)
    expect(() => reading(Object.fromEntries(foreign.map((name) => [name, 'x'])))).not.toThrow()
    expect(reading({ SESSION_SECRET: secret, SESSION_SECRETS: 'x' }).warnings).toEqual([])
    const known = Object.fromEntries(settingNames.map((name) => [name, '']))
    expect(
      reading({ ...known, BACKOFFICE_SECOND_PERSON_FROM: '1', BACKOFFICE_SECOND_PERSON_FOR: 'none' }).warnings,
    ).toEqual([])
  })

  it.each([
    ['https://shop.example', 'https://backoffice.example, https://shop.example'],
    ['http://shop.example', 'https://shop.example'],
    ['https://shop.example:8443', 'https://shop.example:8443'],
    ['https://shop.example.', 'https://shop.example'],
  ])('reject %s as the back office’s origin with the site’s %s', (backoffice, site) => {
    const both = { BACKOFFICE_ORIGIN: backoffice, PUBLIC_ORIGIN: site }
    expect(() => reading(both)).toThrow('BACKOFFICE_ORIGIN: must have another host than PUBLIC_ORIGIN')
    const { backoffice: read, warnings } = reading({ ...both, BACKOFFICE_ORIGIN: 'https://office.example' })
    expect([read.origin, warnings]).toEqual([
      'https://office.example',
      [expect.stringContaining('BACKOFFICE_WEB is not set')],
    ])
  })

  it('reject the site’s own origin as its upstream, but accept a path on it', () => {
    const own = { PUBLIC_ORIGIN: 'https://shop.example', SESSION_SECRET: secret }
    const upstream = (url: string) => reading({ ...own, UPSTREAM_URL: url }).upstream.url
    expect(() => upstream('https://shop.example/')).toThrow('UPSTREAM_URL: must have another host or path')
    expect(upstream('https://shop.example/upstream')).toBe('https://shop.example/upstream')
  })

  it('accept their names from 1.0.0 with a warning, but not with a second value', () => {
    const values: Record<keyof typeof oldSettings, [value: string, another: string]> = {
      BACKOFFICE_TOKEN: [secret, older],
      BACKOFFICE_SECOND_PERSON_FROM: ['1', '2'],
      BACKOFFICE_SECOND_PERSON_FOR: ['erase', 'none'],
      BACKOFFICE_SECOND_FACTOR: ['required', 'optional'],
      BACKOFFICE_WEB: ['on', 'off'],
      BACKOFFICE_ORIGIN: ['https://a.example', 'https://b.example'],
    }
    const shownBy = ({ embedded, backoffice }: ReturnType<typeof reading>) =>
      inspect([embedded, embedded.backofficeToken?.reveal(), backoffice])
    for (const [name, [value, another]] of Object.entries(values)) {
      const old = oldNameOf(name) ?? ''
      const read = reading({ [old]: value })
      expect(read.warnings.slice(0, 1)).toEqual([replacedBy(old, name)])
      expect(shownBy(read)).toBe(shownBy(reading({ [name]: value })))
      expect(shownBy(read)).not.toBe(shownBy(reading({})))
      expect(shownBy(reading({ [old]: value, [name]: value }))).toBe(shownBy(read))
      const message = `${name}: ${old}, its old name, has another value; remove ${old}`
      expect(() => reading({ [old]: value, [name]: another })).toThrow(message)
    }
    const files = { [resolve('token')]: secret }
    const fromFile = { DESK_TOKEN_FILE: 'token' }
    expect(reading(fromFile, files).embedded.backofficeToken?.reveal()).toBe(secret)
    expect(() => reading({ ...fromFile, BACKOFFICE_TOKEN: older }, files)).toThrow('DESK_TOKEN, its old name')
    expect(() => reading({ DESK_TOKEN: 'short' })).toThrow(/^DESK_TOKEN: /)
    expect(describeSettings(fromFile).BACKOFFICE_TOKEN).toBe('[set by a file]')

    const retention = reading({ RETENTION_DAYS: '{"deskTexts":7}' })
    expect(retention.embedded.retentionDays).toMatchObject({ backofficeTexts: 7, messages: 1_095 })
    expect(retention.warnings).toContain(replacedBy('deskTexts in RETENTION_DAYS', 'backofficeTexts'))
    expect(() => reading({ RETENTION_DAYS: '{"deskTexts":7,"backofficeTexts":8}' })).toThrow(/^RETENTION_DAYS: /)
  })

  it('treat an empty value as unset', () => {
    expect(reading({ PORT: '', PUBLIC_ORIGIN: ' ', MONEY: '' })).toMatchObject({ port: 3000, publicOrigins: [] })
  })

  it('accept several origins, of which the first is canonical', () => {
    const config = reading({ PUBLIC_ORIGIN: 'https://a.example, https://b.example/' })
    expect(config.publicOrigins).toEqual(['https://a.example', 'https://b.example'])
    expect(config.https).toBe(true)
  })

  it('override individual rate limits', () => {
    const { rateLimits } = reading({ RATE_LIMITS: '{"help":[5,10]}' })
    expect(rateLimits.help).toEqual({ count: 5, seconds: 10 })
    expect(rateLimits.all).toEqual({ count: 3000, seconds: 60 })
  })

  it.each([
    ...`PORT=eighty PORT=65536 PUBLIC_ORIGIN=a.example PUBLIC_ORIGIN=ftp://a.example TRUSTED_PROXIES=one
    SESSION_IDLE_MINUTES=0 SESSION_MAX_HOURS=long UPSTREAM_URL=upstream.example
    UPSTREAM_URL=https://user:word@upstream.example UPSTREAM_URL=https://upstream.example/?
    UPSTREAM_PATHS=/no/such/file.json UPSTREAM_TIMEOUT_MS=5s LAUNCH_ORIGINS=*
    IMAGE_ORIGINS=http://pictures.example GAME_WINDOW=800 GAME_WINDOW=800x100 GAME_WINDOW=9000x800
    DATABASE_URL=mysql://localhost DATABASE_POOL=0 REDIS_URL=localhost:6379 MONEY=fun
    SERVED_COUNTRIES=KOR MINIMUM_AGE=0 DEPOSITS_WAITING_MAX=-1 BANKS=/no/such/banks.json
    PAYMENTS=/no/such/payments.json PROVIDERS=/no/such/providers.json SEED_DEMO=maybe BACKOFFICE_SECOND_PERSON_FROM=0
    WITHDRAW_DAILY_MAX=9007199254740992 METRICS_TOKEN_FILE=/no/such/token PAYMENT_SECRET=,
    DRAIN_DEADLINE_MS=soon RATE_LIMITS={"login":[1,2]} RETENTION_DAYS={"messages":-1} LOG_LEVEL=loud
    OTEL_TRACES_EXPORTER=zipkin OTEL_EXPORTER_OTLP_ENDPOINT=collector:4317
    OTEL_EXPORTER_OTLP_PROTOCOL=grpc`
      .split(/\s+/)
      .map((pair) => [pair.replace(/=.*/, ''), pair.replace(/^\w+=/, '')]),
    ['HOST', 'bad host'],
    ['SESSION_SECRET', `${secret},short`],
    ['COUNTRY_HEADER', 'bad header'],
    ['METRICS_TOKEN', '가'.repeat(32)],
    ['PROVIDER_SECRET', `${secret},x`],
    ['ALERT_URL', 'http://hook.example'],
    ['ALERT_SECRET', 'short'],
    ['ALERT_PRIVATE_RANGES', '10.0.0.0/33'],
    ['ALERT_PRIVATE_RANGES', '10.0.0.0/8/8'],
  ])('are rejected with the name %s for the value %s', (name, value) => {
    expect(() => reading({ [name]: value })).toThrow(new RegExp(`^${name}: [^\\n]+$`))
  })

  it.each([
    ['BANKS', '{"names":[]}'],
    ['PAYMENTS', '{"idx":1}'],
    ['UPSTREAM_PATHS', '["/login"]'],
    ['UPSTREAM_PATHS', '{"user-do-login":"/../login"}'],
    ['UPSTREAM_PATHS', '{"user-do-login":"/login#part"}'],
  ])('are rejected with the name %s if its file contains %s', (name, text) => {
    expect(() => reading({ [name]: 'file.json' }, { [resolve('file.json')]: text })).toThrow(
      new RegExp(`^${name}: [^\\n]+$`),
    )
  })

  it('report each mistake in PROVIDERS on a separate line, and accept a correct file', () => {
    const right = {
      ...{ code: 'reels', kind: 'slot', nameKo: '릴', nameEn: 'Reels', launchUrl: 'https://g.test/{game}?s={session}' },
      games: [{ code: 'a', nameKo: '가', nameEn: 'A' }],
    }
    const readingFile = (file: unknown, more = {}) =>
      reading({ PROVIDERS: 'file.json', ...more }, { [resolve('file.json')]: JSON.stringify(file) })
    const listing = (...providers: object[]) => ({ providers })
    expect(readingFile(listing(right)).launchOrigins).toEqual(['https://g.test'])
    expect(readingFile(listing(right), { LAUNCH_ORIGINS: 'https://h.test' })).toMatchObject({
      ...{ launchOrigins: [], embedded: { providers: [{ open: false }] } },
      warnings: [expect.stringContaining('https://g.test')],
    })
    expect(() => readingFile(listing(right), { UPSTREAM_URL: 'https://up.test', SESSION_SECRET: secret })).toThrow(
      /^PROVIDERS: /,
    )
    const shipped = readFileSync('deploy/overlays/embedded-postgresql/providers.json', 'utf8')
    expect(readingFile(JSON.parse(shipped)).launchOrigins).toEqual(['https://games.example.com'])
    const onHttp = { ...right, launchUrl: 'http://127.0.0.1:1/?s={session}' }
    expect(readingFile(listing(onHttp)).launchOrigins).toEqual(['http://127.0.0.1:1'])
    expect(() => readingFile(listing(onHttp), { PUBLIC_ORIGIN: 'https://a.test' })).toThrow(/must be https/)
    for (const [wrong, place] of [
      [{ code: '../x' }, '.code'],
      [{ code: 'Payments' }, '.code'],
      [{ kind: 'live' }, '.kind'],
      [{ nameKo: '‮' }, '.nameKo'],
      [{ launchUrl: 'https://g.test/?s={session}&x={other}' }, '.launchUrl'],
      [{ launchUrl: 'https://g.test/' }, '.launchUrl'],
      [{ launchUrl: 'http://g.test/?s={session}' }, '.launchUrl'],
      [{ launchUrl: 'https://{game}.g.test/?s={session}' }, '.launchUrl'],
      [{ launchUrl: 'https://{game}@g.test/?s={session}' }, '.launchUrl'],
      [{ launchUrl: 'javascript:{session}' }, '.launchUrl'],
      [{ games: undefined, gamesUrl: 'http://g.test/' }, '.gamesUrl'],
      [{ games: undefined, gamesUrl: 'https://a:b@g.test/' }, '.gamesUrl'],
      [{ games: [] }, '.games'],
      [{ games: [{ ...right.games[0], code: '..' }] }, '.games[0].code'],
      [{ games: [{ ...right.games[0], minStake: 2, maxStake: 1 }] }, '.games[0]'],
      [{ games: [right.games[0], right.games[0]] }, '.games[1].code'],
      [{ games: undefined }, ' must have games or gamesUrl, one'],
      [{ gamesUrl: 'https://g.test/' }, ' must have games or gamesUrl, one'],
      [{ lanchUrl: 'x' }, ' has no field'],
    ] as const) {
      const file = listing(right, { ...right, code: 'other', ...wrong })
      expect(() => readingFile(file), JSON.stringify(wrong)).toThrow(`PROVIDERS: file.json: providers[1]${place} `)
    }
    expect(() => readingFile(listing(right, { ...right, code: 'REELS' }))).toThrow(
      'providers[1].code comes twice (REELS)',
    )
    expect(() => readingFile(listing({ ...right, code: '', kind: '' }, {}))).toThrow(
      /^(PROVIDERS: [^\n]+\n){6,}PROVIDERS: [^\n]+$/,
    )
    expect(() => readingFile(listing(...Array.from({ length: 9 }, () => ({}))))).toThrow(/ 25 more mistakes$/)
  })

  it('accept payment services in PAYMENTS, whose origins are added to those of PROVIDERS', () => {
    const gift = {
      idx: 'gift',
      name: '선물',
      deposit: { min: 10_000, max: 50_000, fee: 0 },
      payUrl: 'https://p.test/{deposit}',
    }
    const reels = {
      ...{ code: 'Reels', kind: 'slot', nameKo: '릴', nameEn: 'Reels', launchUrl: 'https://g.test/?s={session}' },
      games: [{ code: 'a', nameKo: '가', nameEn: 'A' }],
    }
    const readingMethod = (changed: object = {}, more = {}) => {
      const files = { payments: [{ ...gift, ...changed }], providers: { providers: [reels] } }
      const texts = Object.entries(files).map(([name, file]) => [resolve(name), JSON.stringify(file)])
      return reading({ PAYMENTS: 'payments', PROVIDERS: 'providers', ...more }, Object.fromEntries(texts))
    }
    expect(readingMethod().launchOrigins).toEqual(['https://g.test', 'https://p.test'])
    expect(readingMethod({}, { LAUNCH_ORIGINS: 'https://g.test, https://h.test' })).toMatchObject({
      ...{ launchOrigins: ['https://g.test'], embedded: { payments: [{ open: false }] } },
      warnings: [expect.stringContaining('https://p.test')],
    })
    const local = { payUrl: 'http://127.0.0.1:1/?d={deposit}' }
    expect(readingMethod(local).launchOrigins).toContain('http://127.0.0.1:1')
    expect(() => readingMethod(local, { PUBLIC_ORIGIN: 'https://a.test' })).toThrow(/^PAYMENTS: [^\n]*must be https/)
    for (const wrong of [
      { payUrl: 'https://p.test/' },
      { payUrl: 'https://{deposit}.p.test/' },
      { payUrl: 'https://p.test/{deposit}?s={session}' },
      { payUrl: 'http://p.test/{deposit}' },
      ...[' ', '\n', '\u202e', '\\'].map((sign) => ({ payUrl: `https://p.test/${sign}{deposit}` })),
      { idx: 'payments' },
      { idx: '선물' },
      { idx: 'reels' },
      { deposit: undefined },
      { withdrawal: { min: 10_000, max: 50_000, fee: 0 } },
      { open: 'no' },
    ])
      expect(() => readingMethod(wrong), JSON.stringify(wrong)).toThrow(/^PAYMENTS: [^\n]+$/)
  })

  it('enable tracing with the standard variables', () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
    expect(reading({}).tracing).toBeUndefined()
    expect(reading({ OTEL_SERVICE_NAME: 'madang' }).tracing).toBeUndefined()
    expect(reading(endpoint).tracing).toEqual({ protocol: 'http/protobuf' })
    expect(reading({ OTEL_TRACES_EXPORTER: 'otlp' }).tracing).toEqual({ protocol: 'http/protobuf' })
    const json = { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json', OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' }
    expect(reading({ ...endpoint, ...json }).tracing).toEqual({ protocol: 'http/json' })
    expect(reading({ ...endpoint, OTEL_SDK_DISABLED: 'True' }).tracing).toBeUndefined()
    expect(reading({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }).tracing).toBeUndefined()
    expect(reading({ OTEL_TRACES_EXPORTER: 'otlp', OTEL_SDK_DISABLED: 'true' }).tracing).toBeUndefined()
  })

  it('require a session secret with a real upstream or a shared database', () => {
    expect(() => reading({ UPSTREAM_URL: 'https://upstream.example' })).toThrow(/^SESSION_SECRET: /)
    expect(() => reading({ DATABASE_URL: 'postgres://localhost/madang' })).toThrow(/^SESSION_SECRET: /)
    const config = reading({ UPSTREAM_URL: 'https://upstream.example/api/', SESSION_SECRET: `${secret},${older}` })
    expect(config.upstream.url).toBe('https://upstream.example/api')
    expect(config.session.secrets.map((known) => known.reveal())).toEqual([secret, older])
    expect(config.embedded.backofficeToken).toBeUndefined()
  })

  const forRealMoney = {
    MONEY: 'real',
    LICENCE: 'No. 1',
    SERVED_COUNTRIES: 'KR, jp',
    COUNTRY_HEADER: 'X-Country',
    PUBLIC_ORIGIN: 'https://a.example',
    DATABASE_URL: 'postgres://localhost/madang',
    SESSION_SECRET: secret,
  }
  const besideUpstream = { ...forRealMoney, UPSTREAM_URL: 'https://upstream.example', DATABASE_URL: '' }

  it('allow real money if all required ones are set', () => {
    expect(reading(forRealMoney)).toMatchObject({
      money: 'real',
      licence: 'No. 1',
      servedCountries: ['KR', 'JP'],
      countryHeader: 'x-country',
    })
    expect(reading({ ...besideUpstream, REDIS_URL: 'redis://localhost' }).money).toBe('real')
  })

  it.each(['LICENCE', 'SERVED_COUNTRIES', 'COUNTRY_HEADER', 'PUBLIC_ORIGIN', 'DATABASE_URL'])(
    'reject real money without %s',
    (name) => {
      expect(() => reading({ ...forRealMoney, [name]: '' })).toThrow(new RegExp(`^${name}: [^\\n]+ MONEY is real$`))
    },
  )

  it('reject real money over plain http, or with an upstream but no Redis', () => {
    expect(() => reading({ ...forRealMoney, PUBLIC_ORIGIN: 'http://a.example' })).toThrow(/^PUBLIC_ORIGIN: /)
    expect(() => reading(besideUpstream)).toThrow(/^REDIS_URL: /)
  })

  it.each(
    `http://127.0.0.1:8080 http://[::1]/api http://10.1.2.3 http://172.31.0.1 http://192.168.7.1
    http://169.254.1.1 http://[fe80::1] http://[fd12:3456::1] http://[::ffff:10.0.0.1] http://0x7f.1
    http://localhost:3001 http://upstream:3001 http://upstream. http://api.internal http://nas.local
    http://upstream.casino.svc http://upstream.casino.svc.cluster.local https://upstream.example`.split(/\s+/),
  )('allow real money with the upstream %s, which outsiders can’t intercept', (url) => {
    expect(reading({ ...besideUpstream, REDIS_URL: 'redis://localhost', UPSTREAM_URL: url }).money).toBe('real')
    expect(isReadableInTransit(url)).toBe(false)
  })

  it.each(
    `http://upstream.example http://203.0.113.7 http://172.32.0.1 http://11.0.0.1 http://[2001:db8::1]
    http://[::ffff:203.0.113.7] http://localhost.example http://internal.example
    http://upstream.example. http://10.0.0.1.example http://192.168.1.1.nip.io http://local.com
    http://xinternal.net`.split(/\s+/),
  )('reject real money with the upstream %s, which others can intercept', (url) => {
    const wanted = { ...besideUpstream, REDIS_URL: 'redis://localhost', UPSTREAM_URL: url }
    expect(() => reading(wanted)).toThrow(/^UPSTREAM_URL: must be https outside private networks when MONEY is real$/)
    expect(reading({ ...wanted, MONEY: 'play' }).upstream.url).toBe(url)
    expect(isReadableInTransit(url)).toBe(true)
  })

  it('accept a secret from a file', () => {
    const config = reading({ SESSION_SECRET_FILE: '/run/secret' }, { '/run/secret': `${secret}\n` })
    expect(config.session.secrets[0]?.reveal()).toBe(secret)
    expect(() => reading({ SESSION_SECRET_FILE: '/run/secret' }, { '/run/secret': '\n' })).toThrow(
      /SESSION_SECRET_FILE/,
    )
  })

  it('require 32 characters in every secret and token, including those from files, and name a shorter one', () => {
    for (const name of ['SESSION_SECRET', 'PROVIDER_SECRET', 'PAYMENT_SECRET', 'BACKOFFICE_TOKEN', 'METRICS_TOKEN']) {
      const file = { [`${name}_FILE`]: '/run/secret' }
      expect(() => reading({ [name]: 'x'.repeat(31) })).toThrow(
        new RegExp(`^${name}: must [^\\n]*32 characters or more[^\\n]*$`),
      )
      expect(() => reading(file, { '/run/secret': 'x' })).toThrow(
        new RegExp(`^${name}_FILE: [^\\n]*32 characters or more`),
      )
      expect(() => reading({ [name]: 'x'.repeat(32) })).not.toThrow()
      expect(() => reading(file, { '/run/secret': `${'x'.repeat(32)}\n` })).not.toThrow()
    }
  })

  it('list the callback secrets newest first', () => {
    const { embedded } = reading({ PROVIDER_SECRET: `${secret}, ${older}`, PAYMENT_SECRET: older })
    expect(embedded.providerSecrets?.map((known) => known.reveal())).toEqual([secret, older])
    expect(embedded.paymentSecrets?.map((known) => known.reveal())).toEqual([older])
    expect(reading({}).embedded).toMatchObject({ providerSecrets: undefined, paymentSecrets: undefined })
  })

  it('never print a secret', () => {
    const token = 'a token of thirty-two characters or more'
    const config = reading({ SESSION_SECRET: secret, METRICS_TOKEN: token, PAYMENT_SECRET: token })
    const shown = `${inspect(config, { depth: 9 })} ${JSON.stringify(config)} ${config.metricsToken}`
    expect(shown).not.toContain(secret)
    expect(shown).not.toContain(token)
    expect(() => reading({ SESSION_SECRET: 'my-short-word' })).toThrow(/^(?!.*my-short-word)/)
  })

  it('have a test of their effect each', () => {
    const tests = readFileSync('tests/http/platform/settings.test.ts', 'utf8')
    const shown = [...tests.matchAll(/^ {2}([A-Z_]+): (?:async|'\w+\/)/gm)].map(([, name]) => name)
    expect(shown.sort()).toEqual([...settingNames].sort())
  })

  it('are all listed in .env.example', () => {
    const listed = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z_]+)=/gm)].map((found) => found[1])
    expect(listed.sort()).toEqual([...settingNames].sort())
  })
})

describe.skipIf(!isPosix)('a stored secret', () => {
  it('is created once, and readable only by this user', () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'settings-')), 'new', 'data')
    const first = readOrCreateSecret(folder, 'session-secret')
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect(readOrCreateSecret(folder, 'session-secret')).toBe(first)
    expect(statSync(join(folder, 'session-secret')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['session-secret'])
  })

  it('stops startup if its file is damaged or DATA_DIR isn’t a folder', () => {
    const folder = mkdtempSync(join(tmpdir(), 'settings-'))
    writeFileSync(join(folder, 'session-secret'), 'short')
    expect(() => readOrCreateSecret(folder, 'session-secret')).toThrow(/^DATA_DIR: /)
    expect(() => readOrCreateSecret(join(folder, 'session-secret'), 'backoffice-token')).toThrow(/^DATA_DIR: /)
    if (hasProc) expect(() => readOrCreateSecret('/proc/none/of/these', 'backoffice-token')).toThrow(/^DATA_DIR: /)
  })
})

describe('the open-file limit', () => {
  it('reserves files for the store and the process, and allows at most ten thousand connections', () => {
    const connections = [320, 1_024, 20_000, Number.POSITIVE_INFINITY].map((limit) =>
      maxConnectionsWithin(limit, storeFiles),
    )
    expect(connections).toEqual([64, 768, 10_000, 10_000])
  })

  it('stops startup if it leaves too few connections', () => {
    expect(() => maxConnectionsWithin(319, storeFiles)).toThrow(/^Open files: the hard limit is 319, .* 320 or more; /)
  })

  it.skipIf(!isPosix)('is read from the system', () => {
    // The shell inherits this process's limit.
    const shell = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim()
    expect(readOpenFilesLimit()).toBe(shell === 'unlimited' ? Number.POSITIVE_INFINITY : Number(shell))
  })
})

it.each(
  `127.0.0.1 10.1.2.3 172.31.0.1 192.168.0.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 ::1 :: fd00::1
  fe80::1 ::ffff:127.0.0.1 ::ffff:a00:1 64:ff9b::7f00:1 2002:7f00:1:: ff02::1
  ::ffff:0:127.0.0.1 192.88.99.1`.split(/\s+/),
)('alerts reach %s only if it is listed', (ip) => {
  expect(mayReach(ip, new BlockList())).toBe(false)
  expect(mayReach(ip, parseRanges([ip]) ?? new BlockList())).toBe(true)
  expect(['8.8.8.8', '2606:4700::1111'].every((open) => mayReach(open, new BlockList()))).toBe(true)
})
