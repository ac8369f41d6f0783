import { createHash } from 'node:crypto'
import { z } from 'zod'
import { sealerFor } from '~/platform/sealer.server'
import { minutes } from '~/values/durations'

/** What a press asks for: who, which command, for which rows, under which request id. */
type Press = { operator: string; command: string; payloads: readonly object[]; requestId: string }

/**
 * What an operator was shown before the press that does it comes back with the press, sealed: the press, and how each row
 * came out. The door then does what was shown, or nothing.
 */
const sealSchema = z.object({ press: z.string(), results: z.array(z.string().nullable()), endsAtMs: z.int() })

const lifetimeMs = minutes(30)
const sealer = () => sealerFor('desk rehearsal')

/** Seals what was shown. @param results the door's digest of each row; null: it was refused. */
export function sealRehearsal(press: Press, results: readonly (string | null)[], now: number): Promise<string> {
  const sealed: z.output<typeof sealSchema> = {
    press: digestOf(press),
    results: [...results],
    endsAtMs: now + lifetimeMs,
  }
  return sealer().seal(sealed)
}

/** How the rows came out that were shown for exactly this press; undefined without such a seal. */
export async function openRehearsal(
  seal: string | null,
  press: Press,
  now: number,
): Promise<readonly (string | null)[] | undefined> {
  const { data } = sealSchema.safeParse(seal === null ? undefined : await sealer().open(seal))
  return data && data.endsAtMs > now && data.press === digestOf(press) ? data.results : undefined
}

const digestOf = (press: Press) => createHash('sha256').update(JSON.stringify(press)).digest('base64url')
