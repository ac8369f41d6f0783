import { z } from 'zod'
import { parseRanges } from './private-host.server'
import { rateLimitDefaults, rateLimitsSetting } from './rate-limit-settings.server'
import { Secret } from './secret.server'
import {
  bearerToken,
  changesOf,
  databaseUrl,
  oneOf,
  originList,
  positiveNumber,
  secretList,
  splitList,
  upstreamUrl,
  urlWith,
  wholeNumber,
  widthByHeight,
} from './setting-kinds.server'

/** How many days each kind of personal data is stored. 0 means forever. Source: Korean law (docs/data-care.md). */
export const retentionDefaults = { logins: 90, messages: 1_095, backofficeTexts: 1_825, members: 1_825 }
export type RetentionDays = Readonly<typeof retentionDefaults>

const retentionSetting = changesOf(retentionDefaults, z.int().min(0).max(36_500), '{"messages":365}')

/** Variables for secrets. NAME_FILE can be set instead, to the path of a file that contains the value. */
export const secretNames = [
  'SESSION_SECRET',
  'DATABASE_URL',
  'REDIS_URL',
  'PROVIDER_SECRET',
  'PAYMENT_SECRET',
  'BACKOFFICE_TOKEN',
  'METRICS_TOKEN',
  'ALERT_URL',
  'ALERT_SECRET',
] as const

export const forTwo = ['change-member', 'make-token', 'export-member', 'erase', 'backup', 'add-pay-account'] as const

/** Headers that the site sets itself or that HTTP clients can't set. */
const reservedHeader =
  /^(?:accept|connection|content|cookie|expect|host|keep-alive|origin|trace|transfer|upgrade|x-(?:browser|device|forwarded|request))/i

const lowerCased = <Words extends z.ZodType<string, string>>(words: Words) => z.string().toLowerCase().pipe(words)
const otlpUrl = urlWith(['http:', 'https:']).optional()
const otlpProtocol = oneOf('http/protobuf', 'http/json').optional()

/** All settings. `npm run docs` generates the table in docs/settings.md from their descriptions. */
export const settings = z.object({
  NODE_ENV: z.string().optional(),
  PORT: wholeNumber(1, 65_535).default(3000).describe('the port on which the site listens'),
  HOST: z
    .string()
    .regex(/^[\w.:%-]+$/, 'must be a host name or an address without a port')
    .optional()
    .describe('the address on which the site listens; if unset, all addresses'),
  PUBLIC_ORIGIN: originList(['https:', 'http:'])
    .default([])
    .describe('the site’s origins, the canonical one first; see [origins](#origins)'),
  TRUSTED_PROXIES: wholeNumber(0, 32)
    .default(0)
    .describe('how many entries of X-Forwarded-For to trust, counted from the right'),
  SESSION_SECRET: secretList
    .optional()
    .describe(
      'seals the session cookie; if unset, generated in DATA_DIR; required with UPSTREAM_URL or DATABASE_URL; see ' +
        '[secret rotation](operations.md#secret-rotation)',
    ),
  SESSION_IDLE_MINUTES: positiveNumber(10_080)
    .default(120)
    .describe('a session ends this long after the last page view'),
  SESSION_MAX_HOURS: positiveNumber(720).default(12).describe('a session ends this long after the login'),
  UPSTREAM_URL: upstreamUrl
    .optional()
    .describe('the operator’s upstream; if unset, the site uses the embedded upstream'),
  UPSTREAM_PATHS: z
    .string()
    .optional()
    .describe('a JSON file `{ "<call>": "/path" }` for an upstream that uses other paths'),
  UPSTREAM_BODIES: oneOf('text', 'html')
    .default('text')
    .describe('the format of notes, notices, events, home notices and answers; see [bodies](upstream.md#bodies)'),
  UPSTREAM_GAME_BALANCE: oneOf('gameMoney', 'balance')
    .default('gameMoney')
    .describe('the field in responses to get-in-game-balance that contains the money in games'),
  UPSTREAM_TOKEN_HEADER: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'must be the name of a header')
    .refine((name) => !reservedHeader.test(name), 'must be a header of its own')
    .optional()
    .describe('a header that carries the token unchanged in member calls, instead of `Authorization: Bearer`'),
  UPSTREAM_TIMEOUT_MS: wholeNumber(1, 60_000).default(5000).describe('time limit for one upstream call'),
  LAUNCH_ORIGINS: originList(['https:', 'http:'])
    .optional()
    .describe(
      'the allowed origins for games and payment pages, including those in PROVIDERS and PAYMENTS; see [origins](#origins)',
    ),
  IMAGE_ORIGINS: originList(['https:'])
    .default([])
    .describe('origins that game and provider pictures may come from; see [pictures](#pictures)'),
  GAME_WINDOW: widthByHeight(200, 8000)
    .default('800x1400')
    .describe('width and height of the window in which a game opens; see [games](product.md#games)'),
  DATABASE_URL: databaseUrl
    .transform((value) => new Secret(value))
    .optional()
    .describe('puts the embedded upstream on PostgreSQL instead of PGlite; required for [real money](#real-money)'),
  DATABASE_POOL: wholeNumber(1, 1000).default(10).describe('the maximum number of PostgreSQL connections per process'),
  DATA_DIR: z
    .string()
    .default('./data')
    .describe('folder for PGlite’s files, generated secrets and, without REDIS_URL, the list of ended sessions'),
  REDIS_URL: urlWith(['redis:', 'rediss:'])
    .transform((value) => new Secret(value))
    .optional()
    .describe(
      'stores rate limits, request codes, ended sessions and [play limits](#play-limits); required for several replicas',
    ),
  MONEY: oneOf('play', 'real')
    .default('play')
    .describe('`play` marks every page as play money; for `real` see [real money](#real-money)'),
  LICENCE: z
    .string()
    .max(500, 'must be at most 500 characters')
    .optional()
    .describe('your licence’s number, shown in the footer after “License number”'),
  SERVED_COUNTRIES: z
    .string()
    .transform((raw) => splitList(raw.toUpperCase()))
    .refine(
      (codes) => codes.length > 0 && codes.every((code) => /^[A-Z]{2}$/.test(code)),
      'must be a comma-separated list of two-letter country codes',
    )
    .default([])
    .describe(
      'countries where registration, deposits and games are offered; see [served countries](#served-countries)',
    ),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the name of a header')
    .transform((name) => name.toLowerCase())
    .optional()
    .describe('the header in which the proxy sends the visitor’s country; see [served countries](#served-countries)'),
  MINIMUM_AGE: wholeNumber(1, 99).default(19).describe('shown in the footer and confirmed at registration'),
  DEPOSITS_WAITING_MAX: wholeNumber(0, 1_000_000)
    .default(0)
    .describe('how many pending deposits a member can have; see [limits of each member](#limits-of-each-member)'),
  WITHDRAW_PAUSE_MS: wholeNumber(0, 31_536_000_000)
    .default(0)
    .describe('the minimum time between a member’s withdrawals; see [limits of each member](#limits-of-each-member)'),
  WITHDRAW_DAILY_MAX: wholeNumber(0, Number.MAX_SAFE_INTEGER)
    .default(0)
    .describe(
      'the most that a member can withdraw per day, in won; see [limits of each member](#limits-of-each-member)',
    ),
  PLAY_APPROVAL_MS: wholeNumber(0, 31_536_000_000)
    .default(3000)
    .describe(
      'with play money, deposits, withdrawals and inquiries are handled automatically after this time; 0: only by the back office',
    ),
  BRAND: z
    .string()
    .optional()
    .describe(
      'a JSON file with your name, colours, pictures, contact and documents: [brand.md](brand.md); for [real money]' +
        '(#real-money) it must have `funds`',
    ),
  BANKS: z
    .string()
    .optional()
    .describe('a JSON file with the list of [banks](#banks-and-payment-methods); if unset, the shipped list'),
  PAYMENTS: z
    .string()
    .optional()
    .describe(
      'a JSON file with the list of [payment methods](#banks-and-payment-methods); if unset, the play-money methods',
    ),
  PROVIDERS: z
    .string()
    .optional()
    .describe('a JSON file with the embedded upstream’s game providers: [providers.md](providers.md)'),
  PROVIDER_SECRET: secretList
    .optional()
    .describe(
      'game providers’ secrets derive from it; if unset, generated in the database; [rotation](operations.md#a-secret-must-change)',
    ),
  PAYMENT_SECRET: secretList
    .optional()
    .describe(
      'payment services’ secrets derive from it; if unset, generated in the database; [rotation](operations.md#a-secret-must-change)',
    ),
  SEED_DEMO: oneOf('yes', 'no')
    .default('yes')
    .describe('whether the members demo and demo2 are created in an empty play-money store'),
  RETENTION_DAYS: retentionSetting
    .default(retentionDefaults)
    .describe(
      'overrides how many days personal data are stored, as in `{"messages":365}`; see [data-care.md](data-care.md)',
    ),
  BACKOFFICE_TOKEN: bearerToken
    .optional()
    .describe(
      'the back-office owner’s token; if unset, generated in DATA_DIR, or with DATABASE_URL the back office stays closed',
    ),
  BACKOFFICE_SECOND_PERSON_FROM: wholeNumber(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe(
      'the amount in won from which a back-office command that moves money needs two people; if unset, one is enough; ' +
        'see [backoffice.md](backoffice.md#a-second-persons-approval)',
    ),
  BACKOFFICE_SECOND_PERSON_FOR: z
    .string()
    .transform((text) => (text === 'none' ? [] : text.split(',').map((word) => word.trim())))
    .pipe(z.array(z.enum(forTwo, `must be none, or a comma-separated list of ${forTwo.join(', ')}`)))
    .optional()
    .describe(
      'back-office commands that need two people whatever the amount; if unset, all six with real money; ' +
        'see [backoffice.md](backoffice.md#a-second-persons-approval)',
    ),
  BACKOFFICE_SECOND_FACTOR: oneOf('optional', 'required')
    .optional()
    .describe(
      '`required`: every back-office token needs a second factor, and BACKOFFICE_TOKEN works only on the site’s machine; ' +
        'if unset, required with real money; see [backoffice.md](backoffice.md#a-second-factor)',
    ),
  BACKOFFICE_WEB: oneOf('on', 'off')
    .optional()
    .describe(
      'whether the back office is available at /backoffice; if unset, only with play money and on this machine; see ' +
        '[backoffice.md](backoffice.md#in-a-browser)',
    ),
  BACKOFFICE_ORIGIN: originList(['https:', 'http:'])
    .refine((origins) => origins.length === 1, 'must be one origin')
    .optional()
    .describe(
      'the one origin with /backoffice; this origin serves nothing else; see [backoffice.md](backoffice.md#in-a-browser)',
    ),
  METRICS_TOKEN: bearerToken
    .optional()
    .describe(
      'the token that /metrics requires; if unset, only this machine can read /metrics, and not through a proxy',
    ),
  ALERT_URL: urlWith(['https:'])
    .refine((raw) => new URL(raw).username === '', 'must be an address without a user name')
    .transform((value) => new Secret(value))
    .optional()
    .describe('the URL of the operator’s webhook; see [alerts by webhook](operations.md#alerts-by-webhook)'),
  ALERT_SECRET: secretList.optional().describe('signs alerts, with the first secret; required with ALERT_URL'),
  ALERT_PRIVATE_RANGES: z
    .string()
    .transform((raw, check) => {
      const ranges = parseRanges(splitList(raw))
      if (!ranges) check.addIssue({ code: 'custom', message: 'must be a comma-separated list such as 10.1.0.0/16' })
      return ranges ?? z.NEVER
    })
    .optional()
    .describe('private addresses and networks that ALERT_URL may point to; if unset, ALERT_URL must be public'),
  ALERT_WAIT_MINUTES: wholeNumber(0, 10_080)
    .default(15)
    .describe('after this time a second alert is sent for a deposit or withdrawal that is still waiting; 0: never'),
  ALERT_DETAILS: oneOf('none', 'sum')
    .default('none')
    .describe(
      'what alerts say about a deposit or withdrawal; `none`: only its kind; `sum`: also its number and amount',
    ),
  KEEP_ALIVE_MS: wholeNumber(1_000, 3_600_000)
    .default(65_000)
    .describe('how long an idle connection stays open; set it longer than the idle time-out of the proxy in front'),
  DRAIN_DELAY_MS: wholeNumber(0, 600_000)
    .default(0)
    .describe(
      'how long /readyz returns 503 after SIGTERM, before connections are refused; see [draining](deployment.md#draining)',
    ),
  DRAIN_DEADLINE_MS: wholeNumber(0, 600_000)
    .default(9000)
    .describe('how long requests in progress then have to finish; see [draining](deployment.md#draining)'),
  RATE_LIMITS: rateLimitsSetting
    .default(rateLimitDefaults)
    .describe('overrides [rate limits](limits.md#rate-limits): count and seconds, as in `{"loginId":[10,600]}`'),
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')
    .default('info')
    .describe('the lowest level that is logged, as JSON lines on stdout'),
  // OpenTelemetry's standard variables that decide whether traces are sent. The SDK reads the others.
  OTEL_SDK_DISABLED: lowerCased(oneOf('true', 'false')).optional(),
  OTEL_TRACES_EXPORTER: lowerCased(oneOf('otlp', 'none')).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: otlpUrl,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: otlpUrl,
  OTEL_EXPORTER_OTLP_PROTOCOL: otlpProtocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: otlpProtocol,
})

/** The site's own settings, which docs/settings.md describes. */
export const settingNames = Object.entries(settings.shape).flatMap(([name, schema]) =>
  schema.description === undefined ? [] : [name],
)
