import { z } from 'zod'
import { sealerFor } from '~/platform/sealer.server'
import { minutes } from '~/values/durations'
import { codeField } from '../screen'

/** A form that was sent after its session had ended: it comes back after the login, and is not sent by itself. */
const typedSchema = z.object({
  path: z.string(),
  fields: z.array(z.tuple([z.string(), z.string()])),
  endsAtMs: z.int(),
})

const keptMs = minutes(15)
const maxSealedCharacters = 48 * 1024
const sealer = () => sealerFor('desk typed form')

/** Seals a form for the login page; undefined where it is too large. What was shown before a press is shown again. */
export async function sealTypedForm(path: string, form: URLSearchParams, now: number): Promise<string | undefined> {
  const fields = [...form].filter(([name]) => name !== 'confirm' && name !== codeField)
  const sealed = await sealer().seal({ path, fields, endsAtMs: now + keptMs } satisfies z.output<typeof typedSchema>)
  return sealed.length <= maxSealedCharacters ? sealed : undefined
}

/** The form that a login page carried. */
export async function openTypedForm(
  sealed: string | null,
  now: number,
): Promise<{ path: string; fields: URLSearchParams } | undefined> {
  const { data } = typedSchema.safeParse(sealed === null ? undefined : await sealer().open(sealed))
  return data && data.endsAtMs > now ? { path: data.path, fields: new URLSearchParams(data.fields) } : undefined
}
