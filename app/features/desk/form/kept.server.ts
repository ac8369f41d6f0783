import { createHash, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { ignoreRedisUnavailable, sharedStore } from '~/platform/redis.server'
import { sealerFor } from '~/platform/sealer.server'
import { minutes } from '~/values/durations'
import { codeField, type DeskRequest } from '../screen'

/**
 * Forms that were sent and are not done yet, sealed. One is kept under the request id of its form, so that what would come of
 * it has an address to go back to and to load again; one that came without a session goes with the login page. None is
 * ever sent by itself, and no code of a second factor is in one.
 */
const formSchema = z.object({
  path: z.string(),
  fields: z.array(z.tuple([z.string(), z.string()])),
  endsAtMs: z.int(),
  /** Whose it is; undefined: of whoever logs in with it. */
  session: z.string().optional(),
})
export type SentForm = { path: string; fields: URLSearchParams }

const keptMs = minutes(30)
const maxSealedCharacters = 48 * 1024
const sealer = () => sealerFor('desk form')

/** Kept in this process, and for other replicas in Redis where there is one. */
const forms = new LRUCache<string, string>({
  ttl: keptMs,
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (sealed) => sealed.length,
})
const redisKeyOf = (id: string) => `madang:desk-form:${id}`

/** Seals a form; undefined where it is too large. */
export async function sealForm({ path, fields }: SentForm, now: number, session?: string): Promise<string | undefined> {
  const typed = [...fields].filter(([name]) => name !== 'confirm' && name !== codeField)
  const form = { path, fields: typed, endsAtMs: now + keptMs, session } satisfies z.output<typeof formSchema>
  const sealed = await sealer().seal(form)
  return sealed.length <= maxSealedCharacters ? sealed : undefined
}

/** The form that was sealed for this session, or for none. */
export async function openForm(sealed: string | null | undefined, now: number, session?: string) {
  const { data } = formSchema.safeParse(sealed ? await sealer().open(sealed) : undefined)
  if (!data || data.endsAtMs <= now || data.session !== session) return undefined
  return { path: data.path, fields: new URLSearchParams(data.fields) } satisfies SentForm
}

const idPattern = /^[A-Za-z0-9_-]{8,36}$/

/** The request id of a form: its own, or a new one. */
export function requestIdOf(fields: URLSearchParams): string {
  const given = fields.get('requestId') ?? ''
  return idPattern.test(given) ? given : randomUUID()
}

/** Keeps a form of a session for half an hour. @returns the address that shows what would come of it; with `&edit`, itself */
export async function keepForm(
  { now, session }: Pick<DeskRequest, 'now' | 'session'>,
  { path, fields: sent }: SentForm,
): Promise<string> {
  const fields = new URLSearchParams(sent)
  const id = requestIdOf(fields)
  fields.set('requestId', id)
  const sealed = await sealForm({ path, fields }, now, session)
  if (sealed !== undefined) {
    forms.set(id, sealed)
    await sharedStore?.run((redis) => redis.set(redisKeyOf(id), sealed, 'PX', keptMs)).catch(ignoreRedisUnavailable)
  }
  return `${path}?form=${id}`
}

/** The form that this session keeps under an id. */
export async function readKeptForm(
  { now, session }: Pick<DeskRequest, 'now' | 'session'>,
  id: string,
): Promise<SentForm | undefined> {
  const sealed =
    forms.get(id) ?? (await sharedStore?.run((redis) => redis.get(redisKeyOf(id))).catch(ignoreRedisUnavailable))
  return openForm(sealed, now, session)
}

/** Forgets a form, because it is done. */
export async function forgetForm(id: string): Promise<void> {
  forms.delete(id)
  await sharedStore?.run((redis) => redis.del(redisKeyOf(id))).catch(ignoreRedisUnavailable)
}

/** What a press asks for: who, which command, for which rows, under which request id. */
type Press = { operator: string; command: string; payloads: readonly object[]; requestId: string }

/**
 * What an operator was shown before the press that does it comes back with the press, sealed: the press, and how each row
 * came out. The door then does what was shown, or nothing.
 */
const sealSchema = z.object({ press: z.string(), results: z.array(z.string().nullable()), endsAtMs: z.int() })

const rehearsalSealer = () => sealerFor('desk rehearsal')

/** Seals what was shown. @param results the door's digest of each row; null: it was refused. */
export function sealRehearsal(press: Press, results: readonly (string | null)[], now: number): Promise<string> {
  const sealed: z.output<typeof sealSchema> = {
    press: digestOf(press),
    results: [...results],
    endsAtMs: now + keptMs,
  }
  return rehearsalSealer().seal(sealed)
}

/** How the rows came out that were shown for exactly this press; undefined without such a seal. */
export async function openRehearsal(
  seal: string | null,
  press: Press,
  now: number,
): Promise<readonly (string | null)[] | undefined> {
  const { data } = sealSchema.safeParse(seal === null ? undefined : await rehearsalSealer().open(seal))
  return data && data.endsAtMs > now && data.press === digestOf(press) ? data.results : undefined
}

const digestOf = (press: Press) => createHash('sha256').update(JSON.stringify(press)).digest('base64url')
