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

/** All settings. `npm run docs` generates the table in docs/settings.md, with the texts of bin/docs/settings.json. */
export const settings = z.object({
  NODE_ENV: z.string().optional(),
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:%-]+$/, 'must be a host name or an address without a port')
    .optional(),
  PUBLIC_ORIGIN: originList(['https:', 'http:']).default([]),
  TRUSTED_PROXIES: wholeNumber(0, 32).default(0),
  SESSION_SECRET: secretList.optional(),
  SESSION_IDLE_MINUTES: positiveNumber(10_080).default(120),
  SESSION_MAX_HOURS: positiveNumber(720).default(12),
  UPSTREAM_URL: upstreamUrl.optional(),
  UPSTREAM_PATHS: z.string().optional(),
  UPSTREAM_BODIES: oneOf('text', 'html').default('text'),
  UPSTREAM_GAME_BALANCE: oneOf('gameMoney', 'balance').default('gameMoney'),
  UPSTREAM_TOKEN_HEADER: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'must be the name of a header')
    .refine((name) => !reservedHeader.test(name), 'must be a header of its own')
    .optional(),
  UPSTREAM_TIMEOUT_MS: wholeNumber(1, 60_000).default(5000),
  LAUNCH_ORIGINS: originList(['https:', 'http:']).optional(),
  IMAGE_ORIGINS: originList(['https:']).default([]),
  GAME_WINDOW: widthByHeight(200, 8000).default('800x1400'),
  DATABASE_URL: databaseUrl.transform((value) => new Secret(value)).optional(),
  DATABASE_POOL: wholeNumber(1, 1000).default(10),
  DATA_DIR: z.string().default('./data'),
  REDIS_URL: urlWith(['redis:', 'rediss:'])
    .transform((value) => new Secret(value))
    .optional(),
  MONEY: oneOf('play', 'real').default('play'),
  LICENCE: z.string().max(500, 'must be at most 500 characters').optional(),
  SERVED_COUNTRIES: z
    .string()
    .transform((raw) => splitList(raw.toUpperCase()))
    .refine(
      (codes) => codes.length > 0 && codes.every((code) => /^[A-Z]{2}$/.test(code)),
      'must be a comma-separated list of two-letter country codes',
    )
    .default([]),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the name of a header')
    .transform((name) => name.toLowerCase())
    .optional(),
  MINIMUM_AGE: wholeNumber(1, 99).default(19),
  DEPOSITS_WAITING_MAX: wholeNumber(0, 1_000_000).default(0),
  WITHDRAW_PAUSE_MS: wholeNumber(0, 31_536_000_000).default(0),
  WITHDRAW_DAILY_MAX: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
  PLAY_APPROVAL_MS: wholeNumber(0, 31_536_000_000).default(3000),
  BRAND: z.string().optional(),
  BANKS: z.string().optional(),
  PAYMENTS: z.string().optional(),
  PROVIDERS: z.string().optional(),
  PROVIDER_SECRET: secretList.optional(),
  PAYMENT_SECRET: secretList.optional(),
  SEED_DEMO: oneOf('yes', 'no').default('yes'),
  RETENTION_DAYS: retentionSetting.default(retentionDefaults),
  BACKOFFICE_TOKEN: bearerToken.optional(),
  BACKOFFICE_SECOND_PERSON_FROM: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
  BACKOFFICE_SECOND_PERSON_FOR: z
    .string()
    .transform((text) => (text === 'none' ? [] : text.split(',').map((word) => word.trim())))
    .pipe(z.array(z.enum(forTwo, `must be none, or a comma-separated list of ${forTwo.join(', ')}`)))
    .optional(),
  BACKOFFICE_SECOND_FACTOR: oneOf('optional', 'required').optional(),
  BACKOFFICE_WEB: oneOf('on', 'off').optional(),
  BACKOFFICE_ORIGIN: originList(['https:', 'http:'])
    .refine((origins) => origins.length === 1, 'must be one origin')
    .optional(),
  METRICS_TOKEN: bearerToken.optional(),
  ALERT_URL: urlWith(['https:'])
    .refine((raw) => new URL(raw).username === '', 'must be an address without a user name')
    .transform((value) => new Secret(value))
    .optional(),
  ALERT_SECRET: secretList.optional(),
  ALERT_PRIVATE_RANGES: z
    .string()
    .transform((raw, check) => {
      const ranges = parseRanges(splitList(raw))
      if (!ranges) check.addIssue({ code: 'custom', message: 'must be a comma-separated list such as 10.1.0.0/16' })
      return ranges ?? z.NEVER
    })
    .optional(),
  ALERT_WAIT_MINUTES: wholeNumber(0, 10_080).default(15),
  ALERT_DETAILS: oneOf('none', 'sum').default('none'),
  KEEP_ALIVE_MS: wholeNumber(1_000, 3_600_000).default(65_000),
  DRAIN_DELAY_MS: wholeNumber(0, 600_000).default(0),
  DRAIN_DEADLINE_MS: wholeNumber(0, 600_000).default(9000),
  RATE_LIMITS: rateLimitsSetting.default(rateLimitDefaults),
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
  // OpenTelemetry's standard variables that decide whether traces are sent. The SDK reads the others.
  OTEL_SDK_DISABLED: lowerCased(oneOf('true', 'false')).optional(),
  OTEL_TRACES_EXPORTER: lowerCased(oneOf('otlp', 'none')).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: otlpUrl,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: otlpUrl,
  OTEL_EXPORTER_OTLP_PROTOCOL: otlpProtocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: otlpProtocol,
})

export type SettingName = Exclude<keyof typeof settings.shape, 'NODE_ENV' | `OTEL_${string}`>

/** The site's own settings. The others are standard variables of Node.js and OpenTelemetry. */
export const settingNames = settings
  .keyof()
  .options.filter((name): name is SettingName => !/^(NODE_ENV$|OTEL_)/.test(name))
