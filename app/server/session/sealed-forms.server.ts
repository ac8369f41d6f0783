import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { ignoreRedisUnavailable, sharedStore } from '~/platform/redis.server'
import { sealerFor } from '~/platform/settings/config.server'
import { pathOnSite } from '~/values/addresses'
import { minutes, toSeconds } from '~/values/durations'
import { foldMemberId, isNotRedisplayed } from '~/values/form-owner'
import { formatSetCookie, sendCookie } from '../cookies/cookie.server'
import { readRememberedId } from '../cookies/preferences.server'
import type { Context } from '../http/incoming.server'
import { bodyContext } from '../middleware/body.server'
import { pageUrlOf, routeContext } from '../middleware/route.server'
import { readQuery } from '../request-info/query.server'
import { requestInfoContext } from '../request-info/request-info.server'
import { sessionContext } from './session.server'

const maxStoredCharacters = 16 * 1024 * 1024

/** Stores sealed forms by id in memory, and in Redis if REDIS_URL is set. @param lifetimeMs how long they are stored */
export function createFormStore(keyPrefix: string, lifetimeMs: number) {
  const forms = new LRUCache<string, string>({
    ttl: lifetimeMs,
    maxSize: maxStoredCharacters,
    sizeCalculation: (sealed) => sealed.length,
  })
  const inRedis = <T>(command: (redis: Redis) => Promise<T>) => sharedStore?.run(command).catch(ignoreRedisUnavailable)
  return {
    async set(id: string, sealed: string): Promise<void> {
      forms.set(id, sealed)
      await inRedis((redis) => redis.set(keyPrefix + id, sealed, 'PX', lifetimeMs))
    },
    async replace(id: string, read: string | null | undefined, sealed: string): Promise<boolean> {
      const values = [read ?? '', sealed, lifetimeMs]
      const isReplaced = await inRedis((redis) => redis.eval(replaceScript, 1, keyPrefix + id, ...values))
      if (isReplaced === 0 || (isReplaced === undefined && (forms.get(id) ?? read) !== read)) return false
      forms.set(id, sealed)
      return true
    },
    get: async (id: string): Promise<string | null | undefined> =>
      (await inRedis((redis) => redis.get(keyPrefix + id))) ?? forms.get(id),
  }
}

/** Replaces the form, or stores it if Redis has none. A form from a Redis outage is only in memory. */
const replaceScript = `local now = redis.call('get', KEYS[1])
if now and now ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[2], 'PX', ARGV[3]) return 1`

const maxSealedCharacters = 48 * 1024
const sealedForMs = minutes(15)
const visitorCookieName = 'form'
const maxCookieCharacters = 4096

/** A form that is redisplayed to its member or visitor, but never submitted automatically. Source: docs/product.md. */
const sealedFormSchema = z.object({
  userId: z.string(),
  path: z.string(),
  fields: z.record(z.string(), z.string()),
  /** The request code. Money moves only once per code, even if the form is submitted again. */
  code: z.string().optional(),
})
type SealedForm = z.output<typeof sealedFormSchema>

const formSealer = () => sealerFor('typed form')

/** Returns the data of the signed-out page: the sealed form and the id of the last login. */
export async function signedOutProblem(request: Request, context: Context) {
  const { member, endedSession } = context.get(sessionContext)
  const typed = await sealForm(request, context)
  // Stored only for the session's member, because the id in the plain cookie proves nothing about the visitor.
  const formHref = await saveSealedForm(typed ?? null, (member ?? endedSession)?.userId ?? '')
  return { problem: 'signed-out', typed, formHref, id: readRememberedId(request) } as const
}

/**
 * Seals a form that was submitted without a session, so that only its owner can restore it. Returns undefined if the
 * form is too large or there is nothing to restore.
 */
async function sealForm(request: Request, context: Context): Promise<string | undefined> {
  const form = context.get(bodyContext)?.form
  const { endedSession } = context.get(sessionContext)
  // After a logout in another tab, the owner and the session may be unknown. Falls back to the last login's id.
  const userId = context.get(bodyContext)?.owner ?? endedSession?.userId ?? readRememberedId(request)
  if (!userId || !(form instanceof FormData) || !context.get(routeContext).handle.restoresForm) return undefined
  const { path } = pageUrlOf(request)
  const fields = typedFieldsOf(form, context)
  const code = form.get('code')
  const saved = { userId: foldMemberId(userId), path, fields, ...(typeof code === 'string' ? { code } : {}) }
  const sealed = await formSealer().seal(saved satisfies SealedForm)
  return sealed.length <= maxSealedCharacters ? sealed : undefined
}

function typedFieldsOf(form: FormData, context: Context): Record<string, string> {
  const owner = context.get(bodyContext)?.owner
  const isTyped = (field: [string, FormDataEntryValue]): field is [string, string] =>
    typeof field[1] === 'string' && !isNotRedisplayed(field[0], owner) && field[0] !== 'intent'
  return Object.fromEntries([...form].filter(isTyped))
}

/** Saves a request's form, except `ownFields`, for the page `next`. @returns the URL that restores a member's form */
export async function sealOtherForm(context: Context, next: string, form: FormData, ownFields: readonly string[]) {
  const { member } = context.get(sessionContext)
  const typed = Object.entries(typedFieldsOf(form, context)).filter(([name]) => !ownFields.includes(name))
  if (typed.length === 0) return undefined
  const path = next.replace(/[?#].*/, '')
  const saved = { userId: foldMemberId(member?.userId ?? ''), path, fields: Object.fromEntries(typed) }
  const sealed = await formSealer().seal(saved satisfies SealedForm)
  if (member) return saveSealedForm(sealed, member.userId)
  const line = formatSetCookie(visitorCookieName, sealed, toSeconds(sealedForMs))
  if (line.length <= maxCookieCharacters) sendCookie(context, line)
  return undefined
}

const sealedForms = createFormStore('madang:kept:', sealedForMs)

/**
 * Stores a member's sealed form and returns the URL that restores it. Returns undefined if the form belongs to another
 * member or was not sealed by this site.
 */
export async function saveSealedForm(sealed: FormDataEntryValue | null, userId: string): Promise<string | undefined> {
  if (typeof sealed !== 'string') return undefined
  const form = await openSealedForm(sealed)
  if (form?.userId !== foldMemberId(userId)) return undefined
  const id = randomUUID()
  await sealedForms.set(id, sealed)
  return `${form.path}?kept=${id}`
}

/** Returns the form that is stored for this page and this member or visitor, or undefined if there is none. */
export async function readSealedForm(request: Request, context: Context) {
  const { member } = context.get(sessionContext)
  const sealed = member ? await findMemberForm(request) : takeVisitorForm(context)
  const form = sealed ? await openSealedForm(sealed) : undefined
  if (form?.userId !== foldMemberId(member?.userId ?? '') || form.path !== pageUrlOf(request).path) return undefined
  return { submitted: form.fields, fields: {}, code: form.code }
}

async function findMemberForm(request: Request): Promise<string | null | undefined> {
  const id = readQuery(request.url).kept
  return id !== undefined && idPattern.test(id) ? sealedForms.get(id) : undefined
}

/** Returns a visitor's sealed form. It is shown only once, because someone else may use the browser next. */
function takeVisitorForm(context: Context): string | undefined {
  const sealed = context.get(requestInfoContext).cookies.get(visitorCookieName)
  if (sealed !== undefined) sendCookie(context, formatSetCookie(visitorCookieName, '', 0))
  return sealed
}

const idPattern = /^[0-9a-f-]{36}$/

async function openSealedForm(sealed: string): Promise<SealedForm | undefined> {
  if (sealed.length > maxSealedCharacters) return undefined
  const { data } = sealedFormSchema.safeParse(await formSealer().open(sealed))
  return data && pathOnSite(data.path) === data.path ? data : undefined
}
