import { randomUUID } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { pageOf } from '~/session/page-path.server'
import { sealerFor } from '~/session/seal.server'
import { sessionContext } from '~/session/session.server'
import { unshownFields } from '~/upstream/contract/unshown'
import { bodyContext } from './body.server'
import { pathOnSite } from './next.server'

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

/** Forms that wait to be shown, by a word in the address. In memory: a restart or another replica forgets them. */
const waiting = new Map<string, TypedForm & { untilMs: number; size: number }>()

/**
 * Takes up a sealed form after its member logged in.
 *
 * @returns the address that shows it; undefined when it is not of this member, or not of our making.
 */
export async function takeUpTyped(sealed: FormDataEntryValue | null, userId: string): Promise<string | undefined> {
  if (typeof sealed !== 'string' || sealed.length > sealedCharactersMax) return undefined
  const read = typedForm.safeParse(await sealer().open(sealed))
  if (!read.success || read.data.userId !== userId || pathOnSite(read.data.path) !== read.data.path) return undefined
  const word = randomUUID()
  waiting.set(word, { ...read.data, untilMs: Date.now() + shownWithinMs, size: sealed.length })
  forgetOldest()
  return `${read.data.path}?kept=${word}`
}

function forgetOldest(): void {
  let held = 0
  for (const { size } of waiting.values()) held += size
  for (const [word, { untilMs, size }] of waiting) {
    if (untilMs > Date.now() && held <= heldCharactersMax) return
    waiting.delete(word)
    held -= size
  }
}

/** The form to show filled on this page, for the member who typed it; undefined when there is none. */
export function keptForm(
  request: Request,
  context: Readonly<RouterContextProvider>,
): { typed: Record<string, string>; fields: Record<string, string[]> } | undefined {
  const word = new URL(request.url).searchParams.get('kept')
  const form = word === null ? undefined : waiting.get(word)
  if (!form || form.untilMs <= Date.now()) return undefined
  if (form.userId !== context.get(sessionContext).member?.userId || form.path !== pageOf(request).path) return undefined
  return { typed: form.fields, fields: {} }
}
