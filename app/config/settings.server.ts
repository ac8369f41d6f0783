import { z } from 'zod'
import { rateLimitDefaults, rateLimitsSetting } from './rate-limits.server'
import { Secret } from './secret.server'
import {
  bearerToken,
  originList,
  positiveNumber,
  secretList,
  splitList,
  upstreamUrl,
  urlWith,
  wholeNumber,
} from './setting-kinds.server'

/** Variables that hold secrets. Each may be given as NAME_FILE instead, the path of a file with the value. */
export const secretNames = [
  'SESSION_SECRET',
  'DATABASE_URL',
  'REDIS_URL',
  'PROVIDER_SECRET',
  'PAYMENT_SECRET',
  'DESK_TOKEN',
  'METRICS_TOKEN',
] as const

/** Every variable that the site reads, with its default. Source: docs/operations.md, settings. */
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
  UPSTREAM_TIMEOUT_MS: wholeNumber(1, 60_000).default(5000),
  LAUNCH_ORIGINS: originList(['https:', 'http:']).optional(),
  IMAGE_ORIGINS: originList(['https:']).default([]),
  DATABASE_URL: urlWith(['postgres:', 'postgresql:'])
    .transform((value) => new Secret(value))
    .optional(),
  DATABASE_POOL: wholeNumber(1, 1000).default(10),
  DATA_DIR: z.string().default('./data'),
  REDIS_URL: urlWith(['redis:', 'rediss:'])
    .transform((value) => new Secret(value))
    .optional(),
  MONEY: z.enum(['play', 'real'], 'must be play or real').default('play'),
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
  PROVIDER_SECRET: secretList.optional(),
  PAYMENT_SECRET: secretList.optional(),
  SEED_DEMO: z.enum(['yes', 'no'], 'must be yes or no').default('yes'),
  DESK_TOKEN: bearerToken.optional(),
  METRICS_TOKEN: bearerToken.optional(),
  DRAIN_DELAY_MS: wholeNumber(0, 600_000).default(0),
  DRAIN_DEADLINE_MS: wholeNumber(0, 600_000).default(9000),
  RATE_LIMITS: rateLimitsSetting.default(rateLimitDefaults),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be trace, debug, info, warn, error, fatal or silent',
    )
    .default('info'),
})

/** The names of all variables that the site reads, for the check that `.env.example` lists them. */
export const settingNames = Object.keys(settings.shape).filter((name) => name !== 'NODE_ENV')
