/** Settings that let a whole suite share one site: quick approvals, and rate limits that no suite reaches. */
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

/** UPSTREAM_TIMEOUT_MS of a site whose upstream hangs in a test: short to wait for, long enough for a machine that other work fills. */
export const shortUpstreamTimeoutMs = 1_500

/** Settings that a site must not inherit from the shell that runs the tests. Playwright sets FORCE_COLOR in its workers. */
const siteSettingNames =
  /^(FORCE_COLOR|PORT|HOST|PUBLIC_ORIGIN|DATABASE_URL|REDIS_URL|UPSTREAM_.*|SESSION_.*|OTEL_.*|DATA_DIR|MONEY|SEED_DEMO|BRAND)$/

/** The environment of a site under test: the shell's without site settings, the test defaults, then `settings`. */
export function settingsForTests(settings: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !siteSettingNames.test(entry[0]),
  )
  return { ...Object.fromEntries(inherited), ...testDefaults, ...settings }
}
