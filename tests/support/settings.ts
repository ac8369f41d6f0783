/** Settings for sharing a site between tests: fast approvals, and rate limits that tests never reach. */
const testDefaults = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
  PLAY_APPROVAL_MS: '200',
  RATE_LIMITS: JSON.stringify({
    loginAddress: [100_000, 60],
    time: [60_000, 60],
    register: [100_000, 60],
    checks: [100_000, 60],
    help: [100_000, 60],
    forgot: [100_000, 60],
    forgotId: [100_000, 60],
    money: [100_000, 60],
    all: [1_000_000, 60],
  }),
}

/** UPSTREAM_TIMEOUT_MS for a site whose upstream hangs: short for the tests, but long enough for a busy machine. */
export const shortUpstreamTimeoutMs = 1_500

/** Settings that a site must not inherit from the tests' shell. Playwright sets FORCE_COLOR. */
const siteSettingNames =
  /^(FORCE_COLOR|PORT|HOST|PUBLIC_ORIGIN|DATABASE_URL|REDIS_URL|UPSTREAM_.*|SESSION_.*|OTEL_.*|DATA_DIR|MONEY|SEED_DEMO|BRAND)$/

/** The environment of a site under test: the shell's variables except site settings, the test defaults, `settings`. */
export function settingsForTests(settings: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !siteSettingNames.test(entry[0]),
  )
  return { ...Object.fromEntries(inherited), ...testDefaults, ...settings }
}

export const publicOrigin = 'https://www.madang.example'
export const behindHttps = { Host: 'www.madang.example', Origin: publicOrigin }

export const realMoney = {
  MONEY: 'real',
  LICENCE: 'MDG-0815',
  PUBLIC_ORIGIN: publicOrigin,
  TRUSTED_PROXIES: '1',
  SERVED_COUNTRIES: 'KR',
  COUNTRY_HEADER: 'X-Country',
}

/** A brand with the statement about customers' funds, which real money requires. */
export const fundsBrand = { funds: { level: 'high', text: { en: 'Customers’ funds are held in trust.' } } }
