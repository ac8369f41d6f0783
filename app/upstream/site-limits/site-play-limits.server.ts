import { createHash, randomBytes, scrypt } from 'node:crypto'
import { isDeepStrictEqual, promisify } from 'node:util'
import { z } from 'zod'
import type { Exclusion, LimitPeriod } from '~/limits/names'
import * as rules from '~/limits/rules'
import { type PlayLimitsChange, storedLimits } from '~/limits/schemas'
import { type SharedStore, sharedStore } from '~/platform/redis.server'
import { maxWon, type Won } from '~/values/amount'
import { foldMemberId } from '~/values/form-owner'
import { type Day, isCalendarDay, toSeoulDay } from '~/values/seoul'
import { cleanDigits } from '~/values/typed-text'
import type { PlayLimits } from '../contract/play-limits'

const storedRecord = z.strictObject({
  limits: storedLimits,
  /** The deposits sent to the upstream, in won per calendar day in Seoul. */
  deposited: z.record(z.string().refine(isCalendarDay), z.int().min(0)),
  /** The end of the self-exclusion for which the member's phone and bank account are stored. */
  identifiedUntil: z.iso.datetime().nullable(),
})
type StoredRecord = z.output<typeof storedRecord>

const emptyRecord: StoredRecord = { limits: rules.defaultLimits, deposited: {}, identifiedUntil: null }

/** Returns whether a member has limits that differ from the defaults, or a break or exclusion that has not ended. */
function isKept({ limits }: StoredRecord, now: Date): boolean {
  const { endsOnRequest: _, ...own } = limits
  const settings = { ...own, pending: rules.currentRaises(limits.pending, now), breakUntil: null, excludedUntil: null }
  return !isDeepStrictEqual(settings, rules.defaultLimits) || rules.runningExclusion(limits, now) !== undefined
}

function toPlayLimits(record: StoredRecord, now: Date): PlayLimits {
  const pending = rules.currentRaises(record.limits.pending, now)
  return { ...record.limits, pending, used: usedIn(record, now) }
}

function usedIn({ deposited }: StoredRecord, now: Date): Record<LimitPeriod, Won> {
  return rules.sumInPeriods(Object.entries(deposited), now)
}

function addDeposit(record: StoredRecord, day: Day, won: Won): StoredRecord {
  const total = Math.min(Math.max(0, (record.deposited[day] ?? 0) + won), maxWon)
  return { ...record, deposited: { ...record.deposited, [day]: total } }
}

function dropPastDays(record: StoredRecord, now: Date): StoredRecord {
  const first = rules.firstCountedDay(now)
  return { ...record, deposited: Object.fromEntries(Object.entries(record.deposited).filter(([day]) => day >= first)) }
}

const deriveHash = promisify<string, Buffer, number, Buffer>(scrypt)

/** Contact details that an exclusion also blocks for the person's other accounts. */
export type Identity = { phone?: string | undefined; bankAccount?: string | undefined }

export type Reservation =
  | { kind: 'reserved'; giveBack(): Promise<void> }
  | { kind: 'excluded'; until?: string }
  | { kind: 'over-limit'; period: LimitPeriod; left: Won }

/** The time comes from Redis, so that a replica with a wrong clock can't end a break early. */
const readScript = `return { redis.call('time'), redis.call('get', KEYS[1]) }`

/** Writes a record unless another process has changed it. If ARGV[1] is '', no record is expected. */
const replaceScript = `
  if (redis.call('get', KEYS[1]) or '') ~= ARGV[1] then return 0 end
  redis.call('set', KEYS[1], ARGV[2])
  return 1`

/** Stores a mark until a given end. Never shortens an existing mark. */
const extendScript = `
  if redis.call('pttl', KEYS[1]) < tonumber(ARGV[1]) then redis.call('set', KEYS[1], '1', 'px', ARGV[1]) end
  return 1`

/** Maximum compare-and-set attempts. One member can't have this many money calls running at once. */
const maxTries = 100

const keyPrefix = 'madang:play-limits'
const saltKey = `${keyPrefix}:salt`
const saltBytes = 32
const hashBytes = 32

/**
 * Stores play limits in Redis, for upstreams that lack these calls. Each member has one record, which is updated by
 * compare-and-set and never expires. Source: docs/settings.md, play limits. All methods throw RedisUnavailable, and
 * throw ZodError or SyntaxError if a record is damaged.
 */
export class SitePlayLimits {
  /** @param clock replaces the time in Redis */
  constructor(
    private readonly store: SharedStore,
    private readonly clock?: () => Date,
  ) {}

  /**
   * Returns a member's limits. `isKept` means that they differ from a new member's. `isUnidentified` means that a
   * current exclusion has no stored phone and bank account.
   */
  async read(member: string): Promise<{ limits: PlayLimits; isKept: boolean; isUnidentified: boolean }> {
    const { record, now } = await this.#read(member)
    const exclusion = rules.runningExclusion(record.limits, now)
    return {
      limits: toPlayLimits(record, now),
      isKept: isKept(record, now),
      isUnidentified: exclusion !== undefined && !exclusion.isOver && record.identifiedUntil !== exclusion.until,
    }
  }

  async change(member: string, change: PlayLimitsChange): Promise<PlayLimits> {
    return this.#update(member, (record, now) => {
      const next = { ...record, limits: rules.changeLimits(record.limits, change, now) }
      return { next, result: toPlayLimits(next, now) }
    })
  }

  async exclusionOf(member: string): Promise<Exclusion | undefined> {
    const { record, now } = await this.#read(member)
    return rules.runningExclusion(record.limits, now)
  }

  /**
   * Reserves a deposit before it is sent, if the limits allow it.
   * @param counts false if the upstream has limits; deposits then count only for members whose limits the site stores
   */
  async reserveDeposit(member: string, won: Won, { counts }: { counts: boolean }): Promise<Reservation> {
    return this.#update<Reservation>(member, (record, now) => {
      const exclusion = rules.runningExclusion(record.limits, now)
      if (exclusion) return { result: { kind: 'excluded', ...rules.knownEnd(exclusion) } }
      const exceeded = rules.refuseDeposit(won, record.limits, usedIn(record, now))
      if (exceeded) return { result: { kind: 'over-limit', ...exceeded } }
      if (!counts && !isKept(record, now)) return { result: { kind: 'reserved', giveBack: async () => undefined } }
      const day = toSeoulDay(now.getTime())
      const before = dropPastDays(record, now)
      const next = addDeposit(before, day, won)
      // A day's sum is capped, so less than the deposit may have been counted.
      const counted = (next.deposited[day] ?? 0) - (before.deposited[day] ?? 0)
      const giveBack = () =>
        this.#update(member, (current) => ({ next: addDeposit(current, day, -counted), result: undefined }))
      return { next, result: { kind: 'reserved', giveBack } }
    })
  }

  async excludeIdentity(member: string, identity: Identity): Promise<void> {
    const { record, now } = await this.#read(member)
    const { until, isOver } = rules.runningExclusion(record.limits, now) ?? {}
    if (until === undefined || isOver) return
    const remainingMs = Math.ceil(Date.parse(until) - now.getTime())
    await this.store.run((redis) => redis.set(saltKey, randomBytes(saltBytes).toString('base64url'), 'NX'))
    for (const key of await this.#identityKeys(identity))
      await this.store.run((redis) => redis.eval(extendScript, 1, key, remainingMs))
    await this.#update(member, (current) => ({ next: { ...current, identifiedUntil: until }, result: undefined }))
  }

  async isIdentityExcluded(identity: Identity): Promise<boolean> {
    const keys = await this.#identityKeys(identity)
    return keys.length > 0 && (await this.store.run((redis) => redis.exists(keys))) > 0
  }

  /** Returns slow hashes of a phone and bank account, so that the Redis keys can't be used to guess phone numbers. */
  async #identityKeys({ phone, bankAccount }: Identity): Promise<string[]> {
    const salt = await this.store.run((redis) => redis.get(saltKey))
    if (salt === null) return []
    const named = { phone: normalizePhone(phone), bank: normalizeDigits(bankAccount) }
    const known = Object.entries(named).filter(([, digits]) => digits !== undefined)
    return Promise.all(
      known.map(async ([kind, digits]) => {
        const hash = await deriveHash(`${kind} ${digits}`, Buffer.from(salt, 'base64url'), hashBytes)
        return `${keyPrefix}:excluded:${hash.toString('base64url')}`
      }),
    )
  }

  async #read(member: string): Promise<{ record: StoredRecord; text: string | null; now: Date }> {
    const stored = await this.store.run((redis) => redis.eval(readScript, 1, memberKey(member)))
    const [[seconds, micros], text] = readResult.parse(stored)
    const now = this.clock?.() ?? new Date(seconds * 1_000 + Math.floor(micros / 1_000))
    return { record: text === null ? emptyRecord : storedRecord.parse(JSON.parse(text)), text, now }
  }

  async #update<Result>(
    member: string,
    change: (record: StoredRecord, now: Date) => { next?: StoredRecord; result: Result },
  ): Promise<Result> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const { record, text, now } = await this.#read(member)
      const { next, result } = change(record, now)
      if (next === undefined) return result
      const written = await this.store.run((redis) =>
        redis.eval(replaceScript, 1, memberKey(member), text ?? '', JSON.stringify(next)),
      )
      if (written === 1) return result
    }
    throw new Error('play limits: too many changes of one member at once')
  }
}

const readResult = z.tuple([z.tuple([z.coerce.number(), z.coerce.number()]), z.string().nullable()])

/** Hashes the member's id, so that the keys don't reveal who is a member. */
function memberKey(member: string): string {
  return `${keyPrefix}:member:${createHash('sha256').update(foldMemberId(member)).digest('base64url')}`
}

/** Returns a formatted number's digits, or undefined if it is masked or not a number. */
function normalizeDigits(text: string | undefined): string | undefined {
  const digits = text && cleanDigits(text).replace('+', '')
  return digits !== undefined && /^\d+$/.test(digits) ? digits : undefined
}

/** Returns a phone number as dialled in Korea. Upstreams that store phone numbers as integers lose the leading 0. */
function normalizePhone(text: string | undefined): string | undefined {
  return normalizeDigits(text)?.replace(/^(?:(?:00)?820?)?(?=1)/, '0')
}

/** The store of this site's play limits, or undefined without REDIS_URL. */
export const sitePlayLimits: SitePlayLimits | undefined = sharedStore && new SitePlayLimits(sharedStore)
