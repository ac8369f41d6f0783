import { randomUUID } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { pathOnSite } from '~/paths/path-on-site'
import { RedisAway, sharedStore } from '~/redis/redis.server'
import { pageOf } from '~/session/page-path.server'
import { sealerFor } from '~/session/seal.server'
import { sessionContext } from '~/session/session.server'
import { unshownFields } from '~/upstream/contract/unshown'
import { bodyContext } from './body.server'

/**
 * Saves a form that was submitted after the session ended: the login form carries its sealed fields, and after the same
 * member signs in, the form is redisplayed with them. It is never submitted automatically.
 * Source: docs/product.md, sessions.
 */

const sealedCharactersMax = 48 * 1024
const shownWithinMs = 15 * 60_000
const heldCharactersMax = 16 * 1024 * 1024

const typedForm = z.object({ userId: z.string(), path: z.string(), fields: z.record(z.string(), z.string()) })
type TypedForm = z.output<typeof typedForm>

const sealer = () => sealerFor('typed form')

/**
 * Seals the form of this request for the member of the current or ended session.
 *
 * @returns undefined without a member or form, or when the sealed form is too large.
 */
export async function sealTyped(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<string | undefined> {
  const form = context.get(bodyContext)?.form
  const { member, ended } = context.get(sessionContext)
  const owner = member ?? ended
  if (!owner || !(form instanceof FormData)) return undefined
  const { path } = pageOf(request)
  const fields = Object.fromEntries(
    [...form].filter(
      (field): field is [string, string] =>
        typeof field[1] === 'string' && !unshownFields.has(field[0]) && field[0] !== 'intent',
    ),
  )
  const sealed = await sealer().seal({ userId: owner.userId, path, fields } satisfies TypedForm)
  return sealed.length <= sealedCharactersMax ? sealed : undefined
}

/**
 * Sealed forms to redisplay, by the id in the URL. Also stored in Redis if configured; a restart without Redis loses
 * them.
 */
const waiting = new Map<string, { sealed: string; untilMs: number }>()

/**
 * Stores a sealed form after its member signed in.
 *
 * @returns the URL that redisplays it; undefined when it is another member's or was not sealed by this site.
 */
export async function takeUpTyped(sealed: FormDataEntryValue | null, userId: string): Promise<string | undefined> {
  if (typeof sealed !== 'string') return undefined
  const form = await opened(sealed)
  if (form?.userId !== userId) return undefined
  const word = randomUUID()
  waiting.set(word, { sealed, untilMs: Date.now() + shownWithinMs })
  forgetOldest()
  await sharedStore?.ask((redis) => redis.set(keyOf(word), sealed, 'PX', shownWithinMs)).catch(unlessAway)
  return `${form.path}?kept=${word}`
}

/** The saved form of this page and member, to be redisplayed; undefined when there is none. */
export async function keptForm(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<{ typed: Record<string, string>; fields: Record<string, string[]> } | undefined> {
  const word = new URL(request.url).searchParams.get('kept')
  const { member } = context.get(sessionContext)
  if (word === null || !wordShape.test(word) || !member) return undefined
  const held = waiting.get(word)
  const sealed = held
    ? held.untilMs > Date.now() && held.sealed
    : await sharedStore?.ask((redis) => redis.get(keyOf(word))).catch(unlessAway)
  const form = sealed ? await opened(sealed) : undefined
  if (form?.userId !== member.userId || form.path !== pageOf(request).path) return undefined
  return { typed: form.fields, fields: {} }
}

const wordShape = /^[0-9a-f-]{36}$/

function keyOf(word: string): string {
  return `madang:kept:${word}`
}

async function opened(sealed: string): Promise<TypedForm | undefined> {
  if (sealed.length > sealedCharactersMax) return undefined
  const { data } = typedForm.safeParse(await sealer().open(sealed))
  return data && pathOnSite(data.path) === data.path ? data : undefined
}

function forgetOldest(): void {
  let held = 0
  for (const { sealed } of waiting.values()) held += sealed.length
  for (const [word, { sealed, untilMs }] of waiting) {
    if (untilMs > Date.now() && held <= heldCharactersMax) return
    waiting.delete(word)
    held -= sealed.length
  }
}

function unlessAway(error: unknown): undefined {
  if (error instanceof RedisAway) return undefined
  throw error
}
