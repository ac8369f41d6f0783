import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { createTimedSealer } from '~/platform/timed-sealer.server'
import { createFormStore } from '~/server/session/form-store.server'
import { minutes } from '~/values/durations'
import { codeField, type DeskRequest } from '../screen'

export type SentForm = { path: string; fields: URLSearchParams }

const keptMs = minutes(30)
const maxSealedCharacters = 48 * 1024

/**
 * Forms that were sent and are not done yet, sealed. One is kept under the request id of its form, so that what would come of
 * it has an address to go back to and to load again; one that came without a session goes with the login page. None is
 * ever sent by itself, and no code of a second factor is in one.
 */
const formSealer = createTimedSealer(
  'desk form',
  z.object({
    path: z.string(),
    fields: z.array(z.tuple([z.string(), z.string()])),
    /** Whose it is; undefined: of whoever logs in with it. */
    session: z.string().optional(),
  }),
)
const forms = createFormStore('madang:desk-form:', keptMs)

/** Seals a form; undefined where it is too large. */
export async function sealForm({ path, fields }: SentForm, now: number, session?: string): Promise<string | undefined> {
  const typed = [...fields].filter(([name]) => name !== 'confirm' && name !== codeField)
  const sealed = await formSealer.seal({ path, fields: typed, session }, now + keptMs)
  return sealed.length <= maxSealedCharacters ? sealed : undefined
}

/** The form that was sealed for this session, or for none. */
export async function openForm(sealed: string | null | undefined, now: number, session?: string) {
  const form = await formSealer.open(sealed, now)
  if (!form || form.session !== session) return undefined
  return { path: form.path, fields: new URLSearchParams(form.fields) } satisfies SentForm
}

const idPattern = /^[A-Za-z0-9_-]{8,36}$/

/** The request id of a form: its own, or a new one. */
export function requestIdOf(fields: URLSearchParams): string {
  const given = fields.get('requestId') ?? ''
  return idPattern.test(given) ? given : randomUUID()
}

type Asked = Pick<DeskRequest, 'now' | 'session'>

/** Keeps a form of a session for half an hour. @returns the address that shows what would come of it; with `&edit`, itself */
export async function keepForm({ now, session }: Asked, { path, fields: sent }: SentForm): Promise<string> {
  const fields = new URLSearchParams(sent)
  const id = requestIdOf(fields)
  fields.set('requestId', id)
  const sealed = await sealForm({ path, fields }, now, session)
  if (sealed !== undefined) await forms.set(id, sealed)
  return `${path}?form=${id}`
}

/** The form that this session keeps under an id. */
export const readKeptForm = async ({ now, session }: Asked, id: string): Promise<SentForm | undefined> =>
  openForm(await forms.get(id), now, session)

/** Forgets a form, because it is done. */
export const forgetForm = (id: string): Promise<void> => forms.delete(id)

/** What a press asks for: who, which command, for which rows, under which request id. */
type Press = { operator: string; command: string; payloads: readonly object[]; requestId: string }

/**
 * What an operator was shown before the press that does it comes back with the press, sealed: the press, and how each row
 * came out, null where it was refused. The door then does what was shown, or nothing.
 */
const rehearsalSealer = createTimedSealer(
  'desk rehearsal',
  z.object({ press: z.string(), results: z.array(z.string().nullable()).readonly() }),
)

/** Seals what was shown. @param results the door's digest of each row; null: it was refused. */
export const sealRehearsal = (press: Press, results: readonly (string | null)[], now: number): Promise<string> =>
  rehearsalSealer.seal({ press: digestOf(press), results }, now + keptMs)

/** How the rows came out that were shown for exactly this press; undefined without such a seal. */
export async function openRehearsal(seal: string | null, press: Press, now: number) {
  const shown = await rehearsalSealer.open(seal, now)
  return shown?.press === digestOf(press) ? shown.results : undefined
}

const digestOf = (press: Press) => createHash('sha256').update(JSON.stringify(press)).digest('base64url')
