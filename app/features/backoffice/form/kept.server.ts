import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { newAddressOf } from '~/platform/old-names'
import { sealerFor } from '~/platform/sealer.server'
import { createFormStore } from '~/server/session/form-store.server'
import { minutes } from '~/values/durations'
import { type BackofficeRequest, codeField } from '../screen'

/** Seals values of one purpose and shape until a time, after which nobody opens them. Times are milliseconds since 1970. */
function createTimedSealer<Schema extends z.ZodType>(purpose: string, value: Schema) {
  const sealed = z.object({ value: z.unknown(), endsAtMs: z.int() })
  return {
    seal: (content: z.input<Schema>, endsAtMs: number): Promise<string> =>
      sealerFor(purpose).seal({ value: content, endsAtMs }),
    /** The value; undefined of a text that was not sealed for this purpose, or whose time is over. */
    async open(text: string | null | undefined, now: number): Promise<z.output<Schema> | undefined> {
      const { data } = sealed.safeParse(text ? await sealerFor(purpose).open(text) : undefined)
      return data && data.endsAtMs > now ? value.safeParse(data.value).data : undefined
    },
  }
}

/** How a row came out as it is shown: what came of it, or why it was refused. */
const shownOutcome = z.union([
  z.object({ result: z.record(z.string(), z.unknown()), isUnchanged: z.boolean() }),
  z.object({ refusal: z.looseObject({ status: z.string() }) }),
])
/** A form that was sent, and once it is done what came of it. */
const keptForm = z.object({
  path: z.string().transform(newAddressOf),
  fields: z.array(z.tuple([z.string(), z.string()])).transform((fields) => new URLSearchParams(fields)),
  outcomes: z.array(shownOutcome).optional(),
  /** Whose it is; undefined: of whoever logs in with it. */
  session: z.string().optional(),
})
export type ShownOutcome = z.output<typeof shownOutcome>
export type KeptForm = z.output<typeof keptForm>
type Sealed = Awaited<ReturnType<typeof forms.get>>

const keptMs = minutes(30)
const maxSealedCharacters = 48 * 1024

/**
 * One is kept, sealed, under the request id of its form for half an hour, so that what would come of it and what came of it
 * have an address to go back to and to load again. None is ever sent by itself, and no code of a second factor is in one.
 */
const forms = createFormStore('madang:desk-form:', keptMs)
const formSealer = createTimedSealer('back-office form', keptForm)

const seal = ({ fields, ...form }: KeptForm, now: number): Promise<string> => {
  const typed = [...fields].filter(([name]) => name !== 'confirm' && name !== codeField)
  return formSealer.seal({ ...form, fields: typed }, now + keptMs)
}

/** Seals a form that came without a session, for the login page; undefined where it is too large. */
export async function sealForm(path: string, fields: URLSearchParams, now: number): Promise<string | undefined> {
  const sealed = await seal({ path, fields }, now)
  return sealed.length <= maxSealedCharacters ? sealed : undefined
}

/** The form that was sealed for this session, or for none. */
export async function openForm(sealed: string | null | undefined, now: number, session?: string) {
  const form = await formSealer.open(sealed, now)
  return form?.session === session ? form : undefined
}

const idPattern = /^[A-Za-z0-9_-]{8,36}$/

/** The request id of a form: its own, or a new one. */
export function requestIdOf(fields: URLSearchParams): string {
  const given = fields.get('requestId') ?? ''
  return idPattern.test(given) ? given : randomUUID()
}

type Asked = Pick<BackofficeRequest, 'now' | 'session'>

/** The form that this session keeps under an id, with its seal. */
export async function readKeptForm({ now, session }: Asked, id: string) {
  const sealed = await forms.get(id)
  const form = await openForm(sealed, now, session)
  return form && { ...form, sealed }
}

/** Keeps a form of a session, unless it is done. @returns the address that shows what would come of it, or what came of it */
export async function keepForm(asked: Asked, path: string, sent: URLSearchParams): Promise<string> {
  const id = requestIdOf(sent)
  const fields = new URLSearchParams(sent)
  fields.set('requestId', id)
  const sealed = await forms.get(id)
  const known = await openForm(sealed, asked.now, asked.session)
  if (!known?.outcomes) await replaceForm(asked, id, sealed, { path, fields })
  return `${path}?form=${id}`
}

/** Keeps what came of a form. @param secret the field of what is given once @returns the address that shows it */
export async function keepDone(asked: Asked, id: string, done: KeptForm, secret = ''): Promise<string> {
  const { now, session } = asked
  const isGiven = done.outcomes?.some((outcome) => 'result' in outcome && secret in outcome.result)
  const sealed = await forms.get(id)
  const known = await openForm(sealed, now, session)
  // The second of two presses is given no secret, and must not take the place of the first, which nobody may have read.
  if (!secret || isGiven) await forms.set(id, await seal({ ...done, session }, now))
  else if (!known?.outcomes) await replaceForm(asked, id, sealed, done)
  return `${done.path}?form=${id}&done`
}

/** Keeps a form in the place of the one that was read under its id. @returns false when another request was first */
export const replaceForm = async ({ now, session }: Asked, id: string, read: Sealed, form: KeptForm) =>
  forms.replace(id, read, await seal({ ...form, session }, now))

type Press = { operator: string; command: string; payload: object; requestId: string }

/** A row that was shown: what it is of, the door's digest of it (null: refused), and the first approval that it follows. */
const shownRow = z.object({ key: z.string(), digest: z.string().nullable(), first: z.string().optional() })
type ShownRow = z.output<typeof shownRow>

/** What was shown comes back with the press, sealed, how each row came out: the door then does that, or nothing. */
const rehearsalSealer = createTimedSealer(
  'desk rehearsal',
  z.object({ press: z.string(), rows: z.array(shownRow).readonly() }),
)

/** Seals what was shown. */
export const sealRehearsal = (press: Press, rows: readonly ShownRow[], now: number): Promise<string> =>
  rehearsalSealer.seal({ press: digestOf(press), rows }, now + keptMs)

/** How the rows came out that were shown for this press, of which it may leave some out; undefined without such a seal. */
export async function openRehearsal(seal: string | null, press: Press, now: number) {
  const shown = await rehearsalSealer.open(seal, now)
  return shown?.press === digestOf(press) ? shown.rows : undefined
}

const digestOf = ({ operator, command, payload, requestId }: Press) =>
  createHash('sha256')
    .update(JSON.stringify([operator, command, payload, requestId]))
    .digest('base64url')
