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
 * What a member typed into a form whose session was over: it rides along, sealed, in the log-in form that answers it,
 * and is shown again after the same member logged in. Nothing is sent by itself. Source: docs/product.md, sessions.
 */

const sealedCharactersMax = 48 * 1024
const shownWithinMs = 15 * 60_000
const heldCharactersMax = 16 * 1024 * 1024

const typedForm = z.object({ userId: z.string(), path: z.string(), fields: z.record(z.string(), z.string()) })
type TypedForm = z.output<typeof typedForm>

const sealer = () => sealerFor('typed form')

/** Seals the form of this request for the member whose session is over, or may turn out to be; undefined when there is none, or too much. */
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
 * Forms that wait to be shown, by a word in the address: sealed, in memory and in Redis where replicas share it. A restart
 * without Redis forgets them.
 */
const waiting = new Map<string, { sealed: string; untilMs: number }>()

/**
 * Takes up a sealed form after its member logged in.
 *
 * @returns the address that shows it; undefined when it is not of this member, or not of our making.
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

/** The form to show filled on this page, for the member who typed it; undefined when there is none. */
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
