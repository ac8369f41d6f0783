import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { toNewAddress } from '~/platform/old-names'
import { sealerFor } from '~/platform/settings/config.server'
import { createFormStore } from '~/server/session/sealed-forms.server'
import { minutes } from '~/values/durations'
import type { BackofficeRequest } from '../screen'
import { codeField } from './form'

function createTimedSealer<Schema extends z.ZodType>(purpose: string, value: Schema) {
  const sealed = z.object({ value: z.unknown(), endsAtMs: z.int() })
  return {
    seal: (content: z.input<Schema>, endsAtMs: number): Promise<string> =>
      sealerFor(purpose).seal({ value: content, endsAtMs }),
    async open(text: string | null | undefined, now: number): Promise<z.output<Schema> | undefined> {
      const { data } = sealed.safeParse(text ? await sealerFor(purpose).open(text) : undefined)
      return data && data.endsAtMs > now ? value.safeParse(data.value).data : undefined
    },
  }
}

const shownOutcome = z.union([
  z.object({ result: z.record(z.string(), z.unknown()), isUnchanged: z.boolean() }),
  z.object({ refusal: z.looseObject({ status: z.string() }) }),
])
const storedForm = z.object({
  path: z.string().transform(toNewAddress),
  fields: z.array(z.tuple([z.string(), z.string()])).transform((fields) => new URLSearchParams(fields)),
  outcomes: z.array(shownOutcome).optional(),
  /** The session in which the form was sent, or undefined if the form is stored for the next login. */
  session: z.string().optional(),
})
export type ShownOutcome = z.output<typeof shownOutcome>
export type StoredForm = z.output<typeof storedForm>
type Sealed = Awaited<ReturnType<typeof forms.get>>

const storedForMs = minutes(30)
const maxSealedCharacters = 48 * 1024

/** Sealed forms, keyed by request id, for half an hour. They are never sent automatically and contain no 2FA codes. */
const forms = createFormStore('madang:desk-form:', storedForMs)
const formSealer = createTimedSealer('back-office form', storedForm)

const seal = ({ fields, ...form }: StoredForm, now: number): Promise<string> => {
  const typed = [...fields].filter(([name]) => name !== 'confirm' && name !== codeField)
  return formSealer.seal({ ...form, fields: typed }, now + storedForMs)
}

export async function sealForm(path: string, fields: URLSearchParams, now: number): Promise<string | undefined> {
  const sealed = await seal({ path, fields }, now)
  return sealed.length <= maxSealedCharacters ? sealed : undefined
}

export async function openForm(sealed: string | null | undefined, now: number, session?: string) {
  const form = await formSealer.open(sealed, now)
  return form?.session === session ? form : undefined
}

export function requestIdOf(fields: URLSearchParams): string {
  const given = fields.get('requestId') ?? ''
  return /^[A-Za-z0-9_-]{8,36}$/.test(given) ? given : randomUUID()
}

type Asked = Pick<BackofficeRequest, 'now' | 'session'>

export async function readStoredForm({ now, session }: Asked, id: string) {
  const sealed = await forms.get(id)
  return { ...(await openForm(sealed, now, session)), sealed }
}

/** Stores a session's form unless it already has a result. @returns the URL of the preview or the result */
export async function storeForm(asked: Asked, path: string, sent: URLSearchParams): Promise<string> {
  const id = requestIdOf(sent)
  const fields = new URLSearchParams(sent)
  fields.set('requestId', id)
  const known = await readStoredForm(asked, id)
  if (!known.outcomes) await replaceForm(asked, id, known.sealed, { path, fields })
  return `${path}?form=${id}`
}

/** Stores a form's result. @param secret the name of a field that is shown only once @returns the URL of the result */
export async function storeResult(asked: Asked, id: string, done: StoredForm, secret = ''): Promise<string> {
  const { now, session } = asked
  const isGiven = done.outcomes?.some((outcome) => 'result' in outcome && secret in outcome.result)
  const known = await readStoredForm(asked, id)
  // A second submission gets no secret, and must not overwrite the first result, which may not have been read yet.
  if (!secret || isGiven) await forms.set(id, await seal({ ...done, session }, now))
  else if (!known.outcomes) await replaceForm(asked, id, known.sealed, done)
  return `${done.path}?form=${id}&done`
}

/** Replaces a form that was read before. @returns false if another request replaced it first */
export const replaceForm = async ({ now, session }: Asked, id: string, read: Sealed, form: StoredForm) =>
  forms.replace(id, read, await seal({ ...form, session }, now))

type Submission = { operator: string; command: string; payload: object; requestId: string }

const shownRows = z.array(z.object({ key: z.string(), digest: z.string().nullable(), first: z.string().optional() }))

/** The sealed preview is sent back on confirmation. The API executes exactly what the preview shows, or nothing. */
const previewSealer = createTimedSealer('desk rehearsal', z.object({ press: z.string(), rows: shownRows }))

export const sealPreview = (submission: Submission, rows: z.output<typeof shownRows>, now: number): Promise<string> =>
  previewSealer.seal({ press: digestOf(submission), rows }, now + storedForMs)

export async function openPreview(seal: string | null, submission: Submission, now: number) {
  const shown = await previewSealer.open(seal, now)
  return shown?.press === digestOf(submission) ? shown.rows : undefined
}

const digestOf = ({ operator, command, payload, requestId }: Submission) =>
  createHash('sha256')
    .update(JSON.stringify([operator, command, payload, requestId]))
    .digest('base64url')
