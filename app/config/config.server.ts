import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { hours, minutes } from '~/time/durations'

/**
 * The settings. This is the only module that reads the environment; all others use `config`.
 * Source: docs/operations.md, settings; `.env.example` lists them all.
 */

/** A value that is never printed by accident: string conversion, JSON and inspection all give `[secret]`. */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  reveal(): string {
    return this.#value
  }

  toString(): string {
    return '[secret]'
  }

  toJSON(): string {
    return '[secret]'
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[secret]'
  }
}

/** A bad setting. Its message is one line that names the variable. */
export class SettingError extends Error {
  override name = 'SettingError'
}

const rateLimitNames = ['loginId', 'loginAddress', 'register', 'checks', 'help', 'money', 'all'] as const
export type RateLimitName = (typeof rateLimitNames)[number]
export type RateLimit = { count: number; seconds: number }

const rateLimitDefaults: Record<RateLimitName, RateLimit> = {
  loginId: { count: 10, seconds: 600 },
  loginAddress: { count: 100, seconds: 600 },
  register: { count: 30, seconds: 3600 },
  checks: { count: 60, seconds: 60 },
  help: { count: 30, seconds: 60 },
  money: { count: 600, seconds: 60 },
  all: { count: 3000, seconds: 60 },
}

/** Variables that hold secrets. Each may be given as NAME_FILE instead, the path of a file with the value. */
const secretNames = [
  'SESSION_SECRET',
  'DATABASE_URL',
  'REDIS_URL',
  'PROVIDER_SECRET',
  'PAYMENT_SECRET',
  'DESK_TOKEN',
  'METRICS_TOKEN',
] as const

function wholeNumber(from: number, to: number) {
  const words = `must be a whole number from ${from} to ${to}`
  return z
    .string()
    .regex(/^\d{1,15}$/, words)
    .transform(Number)
    .pipe(z.number().min(from, words).max(to, words))
}

function positiveNumber(to: number) {
  const words = `must be a number above 0 and at most ${to}`
  return z
    .string()
    .regex(/^\d{1,9}(\.\d{1,6})?$/, words)
    .transform(Number)
    .pipe(z.number().gt(0, words).max(to, words))
}

function splitList(raw: string): string[] {
  return raw
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** A list of origins. Refuses paths, queries and user names, because such an entry would never match. */
function originList(protocols: readonly string[]) {
  const words = `must be a comma-separated list of origins such as ${protocols[0]}//www.example.com`
  return z.string().transform((raw, check) => {
    const found: string[] = []
    for (const part of splitList(raw)) {
      const url = URL.canParse(part) ? new URL(part) : undefined
      if (!url || !protocols.includes(url.protocol) || url.href !== `${url.origin}/` || url.hostname.includes('*')) {
        check.addIssue({ code: 'custom', message: words })
        return z.NEVER
      }
      found.push(url.origin)
    }
    if (found.length === 0) check.addIssue({ code: 'custom', message: words })
    return [...new Set(found)]
  })
}

function urlWith(protocols: readonly string[]) {
  const words = `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`
  return z
    .string()
    .refine((raw) => URL.canParse(raw) && protocols.includes(new URL(raw).protocol), words)
    .transform((raw) => raw)
}

const upstreamUrl = urlWith(['http:', 'https:'])
  .refine((raw) => {
    const url = new URL(raw)
    return url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  }, 'must be an address without a query, a fragment or a user name')
  .transform((raw) => raw.replace(/\/+$/, ''))

/** Shorter secrets could be guessed. */
const minSecretCharacters = 32

/** Rotating secrets, newest first. What an older one signed or sealed stays valid until that one is removed. */
const secretList = z
  .string()
  .transform(splitList)
  .refine(
    (secrets) => secrets.length > 0 && secrets.every((secret) => secret.length >= minSecretCharacters),
    `must hold secrets of ${minSecretCharacters} characters or more, comma-separated, newest first`,
  )
  .transform((secrets) => secrets.map((secret) => new Secret(secret)))

const rateLimitsSetting = z.string().transform((raw, check) => {
  const words = `must be a JSON object such as {"loginId":[10,600]} with names among ${rateLimitNames.join(', ')}`
  const pair = z.tuple([z.int().min(1).max(1_000_000_000), z.int().min(1).max(2_000_000)])
  const parsed = z.partialRecord(z.enum(rateLimitNames), pair).safeParse(parseJson(raw))
  if (!parsed.success) {
    check.addIssue({ code: 'custom', message: words })
    return z.NEVER
  }
  const limits = { ...rateLimitDefaults }
  for (const name of rateLimitNames) {
    const changed = parsed.data[name]
    if (changed) limits[name] = { count: changed[0], seconds: changed[1] }
  }
  return limits
})

/** A token that callers send in a header, therefore ASCII. */
const bearerToken = z
  .string()
  .min(minSecretCharacters, `must be ${minSecretCharacters} characters or more`)
  .regex(/^[\x20-\x7e]+$/, 'must be of ASCII letters, digits and signs')
  .transform((value) => new Secret(value))

const settings = z.object({
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
  BRAND: z.undefined('is not available in this version: the site has the shipped brand alone').optional(),
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

export type Config = {
  production: boolean
  port: number
  host: string | undefined
  /** The first is canonical. Empty when unset: each request's Host decides. */
  publicOrigins: readonly string[]
  /** Whether the canonical origin is https: cookies are Secure, HSTS is sent. */
  https: boolean
  /** Hops of X-Forwarded-For to trust, from the right. */
  trustedProxies: number
  /** Newest secret first. Without SESSION_SECRET, created in DATA_DIR at first use. */
  session: { readonly secrets: readonly Secret[]; idleMs: number; maxMs: number }
  /** `paths`: the operator's own paths by segment. */
  upstream: { url: string | undefined; paths: Readonly<Record<string, string>>; timeoutMs: number }
  launchOrigins: readonly string[] | undefined
  imageOrigins: readonly string[]
  database: { url: Secret | undefined; pool: number }
  /** An absolute path. */
  dataDir: string
  redisUrl: Secret | undefined
  money: 'play' | 'real'
  licence: string | undefined
  servedCountries: readonly string[]
  /** In lower case. */
  countryHeader: string | undefined
  minimumAge: number
  embedded: {
    depositsWaitingMax: number
    withdrawPauseMs: number
    /** In won per day in Seoul; 0: no limit. */
    withdrawDailyMax: number
    playApprovalMs: number
    seedDemo: boolean
    /** Absolute paths; undefined for the shipped lists. */
    banksFile: string | undefined
    paymentsFile: string | undefined
    /** Newest first. Undefined: the embedded upstream creates them in its database. */
    providerSecrets: readonly Secret[] | undefined
    paymentSecrets: readonly Secret[] | undefined
    /**
     * Without DESK_TOKEN: created in DATA_DIR at first use, or undefined with DATABASE_URL or UPSTREAM_URL (desk
     * closed).
     */
    readonly deskToken: Secret | undefined
  }
  metricsToken: Secret | undefined
  drainDelayMs: number
  drainDeadlineMs: number
  rateLimits: Readonly<Record<RateLimitName, RateLimit>>
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
}

/** The file access that reading settings needs; tests pass their own. */
export type ConfigIo = {
  /** The text of a file. Throws when it cannot be read. */
  readFile: (path: string) => string
  /** The secret stored under a name in the data folder, created when missing. */
  readOrCreateSecret: (dataDir: string, name: string) => string
}

/**
 * Reads and checks the settings of an environment. An empty string counts as unset.
 *
 * @throws SettingError with one line that names the variable.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  io: ConfigIo = processIo,
): Config {
  const raw: Record<string, string | undefined> = {}
  for (const name of Object.keys(settings.shape)) raw[name] = nonEmpty(environment[name])
  const fromFile = new Set<string>()
  for (const name of secretNames) {
    if (raw[name] !== undefined) continue
    raw[name] = secretFromFile(name, environment, io)
    if (raw[name] !== undefined) fromFile.add(name)
  }

  const parsed = settings.safeParse(raw)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const name = String(issue?.path[0] ?? 'A setting')
    const source = fromFile.has(name) ? `${name}_FILE names a file whose text` : name
    throw new SettingError(`${source} ${issue?.message ?? 'is wrong'}.`)
  }
  const values = parsed.data

  if (!values.SESSION_SECRET && (values.UPSTREAM_URL || values.DATABASE_URL)) {
    const because = values.UPSTREAM_URL ? 'UPSTREAM_URL' : 'DATABASE_URL'
    throw new SettingError(`SESSION_SECRET must be set when ${because} is set.`)
  }
  if (values.MONEY === 'real') assertRealMoneySettings(values)

  const dataDir = resolve(values.DATA_DIR)
  const storedSecrets = new Map<string, Secret>()
  const storedSecret = (name: string): Secret => {
    const known = storedSecrets.get(name) ?? new Secret(io.readOrCreateSecret(dataDir, name))
    storedSecrets.set(name, known)
    return known
  }

  return deepFreeze({
    production: values.NODE_ENV === 'production',
    port: values.PORT,
    host: values.HOST,
    publicOrigins: values.PUBLIC_ORIGIN,
    https: values.PUBLIC_ORIGIN[0]?.startsWith('https:') ?? false,
    trustedProxies: values.TRUSTED_PROXIES,
    session: {
      get secrets() {
        return values.SESSION_SECRET ?? [storedSecret('session-secret')]
      },
      idleMs: Math.round(minutes(values.SESSION_IDLE_MINUTES)),
      maxMs: Math.round(hours(values.SESSION_MAX_HOURS)),
    },
    upstream: {
      url: values.UPSTREAM_URL,
      paths: readUpstreamPaths(values.UPSTREAM_PATHS, io),
      timeoutMs: values.UPSTREAM_TIMEOUT_MS,
    },
    launchOrigins: values.LAUNCH_ORIGINS,
    imageOrigins: values.IMAGE_ORIGINS,
    database: { url: values.DATABASE_URL, pool: values.DATABASE_POOL },
    dataDir,
    redisUrl: values.REDIS_URL,
    money: values.MONEY,
    licence: values.LICENCE,
    servedCountries: values.SERVED_COUNTRIES,
    countryHeader: values.COUNTRY_HEADER,
    minimumAge: values.MINIMUM_AGE,
    embedded: {
      depositsWaitingMax: values.DEPOSITS_WAITING_MAX,
      withdrawPauseMs: values.WITHDRAW_PAUSE_MS,
      withdrawDailyMax: values.WITHDRAW_DAILY_MAX,
      playApprovalMs: values.PLAY_APPROVAL_MS,
      seedDemo: values.SEED_DEMO === 'yes',
      banksFile: jsonFilePath('BANKS', values.BANKS, io),
      paymentsFile: jsonFilePath('PAYMENTS', values.PAYMENTS, io),
      providerSecrets: values.PROVIDER_SECRET,
      paymentSecrets: values.PAYMENT_SECRET,
      get deskToken() {
        if (values.DESK_TOKEN) return values.DESK_TOKEN
        return values.DATABASE_URL || values.UPSTREAM_URL ? undefined : storedSecret('desk-token')
      },
    },
    metricsToken: values.METRICS_TOKEN,
    drainDelayMs: values.DRAIN_DELAY_MS,
    drainDeadlineMs: values.DRAIN_DEADLINE_MS,
    rateLimits: values.RATE_LIMITS,
    logLevel: values.LOG_LEVEL,
  })
}

function nonEmpty(raw: string | undefined): string | undefined {
  const value = raw?.trim()
  return value === '' ? undefined : value
}

function secretFromFile(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
  { readFile }: ConfigIo,
): string | undefined {
  const path = nonEmpty(environment[`${name}_FILE`])
  if (path === undefined) return undefined
  let text: string
  try {
    text = readFile(resolve(path))
  } catch (cause) {
    throw new SettingError(`${name}_FILE names a file that can't be read (${fileErrorReason(cause)}).`)
  }
  const value = nonEmpty(text)
  if (value === undefined) throw new SettingError(`${name}_FILE names an empty file.`)
  return value
}

/** Requires the settings that real money needs. @throws SettingError that names the first missing one. */
function assertRealMoneySettings(values: z.output<typeof settings>): void {
  const missing = (name: string, detail = '') => new SettingError(`${name} must be set${detail} when MONEY is real.`)
  if (!values.LICENCE) throw missing('LICENCE')
  if (values.SERVED_COUNTRIES.length === 0) throw missing('SERVED_COUNTRIES')
  if (!values.COUNTRY_HEADER) throw missing('COUNTRY_HEADER')
  if (values.PUBLIC_ORIGIN.length === 0 || values.PUBLIC_ORIGIN.some((origin) => !origin.startsWith('https:')))
    throw missing('PUBLIC_ORIGIN', ' to an https origin')
  if (values.UPSTREAM_URL && !values.REDIS_URL) throw missing('REDIS_URL', ' beside UPSTREAM_URL')
}

function readUpstreamPaths(path: string | undefined, { readFile }: ConfigIo): Record<string, string> {
  if (path === undefined) return {}
  const words = 'UPSTREAM_PATHS must name a JSON file such as {"user-do-login":"/public/user/do_login"}'
  let text: string
  try {
    text = readFile(resolve(path))
  } catch (cause) {
    throw new SettingError(`${words} (${fileErrorReason(cause)}).`)
  }
  const paths = z
    .record(z.string().regex(/^[a-z0-9-]+$/), z.string().regex(/^\/[\x21-\x7e]*$/))
    .safeParse(parseJson(text))
  if (!paths.success) throw new SettingError(`${words}.`)
  return paths.data
}

function jsonFilePath(name: string, path: string | undefined, { readFile }: ConfigIo): string | undefined {
  if (path === undefined) return undefined
  const absolute = resolve(path)
  let text: string
  try {
    text = readFile(absolute)
  } catch (cause) {
    throw new SettingError(`${name} must name a JSON file (${fileErrorReason(cause)}).`)
  }
  if (parseJson(text) === undefined) throw new SettingError(`${name} must name a JSON file.`)
  return absolute
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fileErrorReason(cause: unknown): string {
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return 'unreadable'
}

/** Freezes an object deeply, except secrets. Getters are not called, so that secrets are created at first use. */
function deepFreeze<T extends object>(value: T): T {
  for (const { value: part } of Object.values(Object.getOwnPropertyDescriptors(value))) {
    if (typeof part === 'object' && part !== null && !(part instanceof Secret)) deepFreeze(part)
  }
  return Object.freeze(value)
}

const processIo: ConfigIo = { readFile: (path) => readFileSync(path, 'utf8'), readOrCreateSecret }

/**
 * Reads the secret in `DATA_DIR/<name>`, or creates it: 64 hexadecimal characters, readable by this user only. The file
 * is created atomically: of two processes that start at once, both use the first one's.
 *
 * @throws SettingError when the folder cannot be written or the file holds no secret.
 */
export function readOrCreateSecret(dataDir: string, name: string): string {
  const path = join(dataDir, name)
  try {
    return readSecret(path)
  } catch (cause) {
    if (fileErrorReason(cause) !== 'ENOENT') throw dataDirError(path, cause)
  }
  const draft = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`
  try {
    makeDirectory(dataDir)
    accessSync(dataDir, constants.W_OK)
    const file = openSync(draft, 'wx', 0o600)
    try {
      writeSync(file, `${randomBytes(32).toString('hex')}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    chmodSync(draft, 0o600)
    publishFile(draft, path)
    return readSecret(path)
  } catch (cause) {
    throw dataDirError(path, cause)
  }
}

/**
 * Without mkdir's `recursive`, with which Node loops forever if a file system answers ENOENT below an existing folder.
 */
function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (cause) {
    if (fileErrorReason(cause) === 'EEXIST') return
    if (fileErrorReason(cause) !== 'ENOENT' || existsSync(dirname(path))) throw cause
    makeDirectory(dirname(path))
    mkdirSync(path, { mode: 0o700 })
  }
}

/** Moves a finished file to its final name unless another process was first. */
function publishFile(draft: string, path: string): void {
  try {
    linkSync(draft, path)
  } catch (cause) {
    // Without hard links, rename is atomic too, but does not detect another process. That race is unlikely.
    if (fileErrorReason(cause) !== 'EEXIST') {
      renameSync(draft, path)
      return
    }
  }
  unlinkSync(draft)
}

function readSecret(path: string): string {
  const value = readFileSync(path, 'utf8').trim()
  if (value.length < 32) throw new SettingError(`DATA_DIR holds a damaged file: ${path}. Remove it to have a new one.`)
  return value
}

function dataDirError(path: string, cause: unknown): SettingError {
  if (cause instanceof SettingError) return cause
  return new SettingError(`DATA_DIR must be a folder that can be written: ${path} (${fileErrorReason(cause)}).`)
}

function readConfigOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (cause) {
    if (!(cause instanceof SettingError)) throw cause
    process.stderr.write(`${cause.message}\n`)
    process.exit(1)
  }
}

/** The settings of this process. */
export const config: Config = readConfigOrExit()
