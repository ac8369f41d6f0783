import { z } from 'zod'
import { sealerFor } from '~/platform/sealer.server'
import type { RequestInfo } from '~/server/request-info/request-info.server'
import { minutes, toSeconds } from '~/values/durations'
import type { DeskRequest, Page } from '../screen'
import { deskCookie } from '../session/session.server'
import { Details } from '../values'
import { RefusalNote } from './refusal'

/** What was done, for the page that says so for some minutes. What is secret in it is nowhere else. */
const doneSchema = z.object({
  command: z.string(),
  back: z.string(),
  rows: z.array(
    z.union([
      z.object({ values: z.record(z.string(), z.unknown()) }),
      z.object({ refusal: z.looseObject({ status: z.string() }) }),
    ]),
  ),
  more: z.int().optional(),
})
export type Done = z.output<typeof doneSchema>

const cookieName = 'deskDone'
const lifetimeMs = minutes(5)
/** Browsers keep cookies of some 4 kB. */
const maxSealedCharacters = 3_600
const sealer = () => sealerFor('desk done')

/** The Set-Cookie line that takes what was done to the next page. What does not fit is counted alone. */
export async function doneCookie(done: Done, { now, session }: Pick<DeskRequest, 'now' | 'session'>): Promise<string> {
  for (let count = done.rows.length; ; count = Math.floor(count / 2)) {
    const rows = done.rows.slice(0, count)
    const sealed = await sealer().seal({
      done: { ...done, rows, more: done.rows.length - count },
      endsAtMs: now + lifetimeMs,
      session,
    })
    if (sealed.length <= maxSealedCharacters || count === 0)
      return deskCookie(cookieName, sealed, toSeconds(lifetimeMs))
  }
}

/** The Set-Cookie line that takes it away. */
export const endedDoneCookie = () => deskCookie(cookieName, '', 0)

/** The page that says what was done to the session that did it; undefined where nothing was, or it was said already. */
export async function donePage(
  { texts, now, session }: DeskRequest,
  { cookies }: RequestInfo,
): Promise<Page | undefined> {
  const sealed = cookies.get(cookieName)
  const shape = z.object({ done: doneSchema, endsAtMs: z.int(), session: z.string() })
  const { data } = shape.safeParse(sealed === undefined ? undefined : await sealer().open(sealed))
  if (!data || data.endsAtMs < now || data.session !== session) return undefined
  const { t, word } = texts
  const { command, back, rows, more = 0 } = data.done
  const title = t('done.title', { command: word(`command.${command}`, command) })
  return {
    title,
    body: (
      <section>
        <h1>{title}</h1>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was done is not changed.
          <div key={index} className="outcome">
            {'refusal' in row ? (
              <RefusalNote texts={texts} refusal={row.refusal} />
            ) : (
              <>
                {row.values.changed === false && <p className="note">{t('done.unchanged')}</p>}
                <Details texts={texts} values={row.values} />
              </>
            )}
          </div>
        ))}
        {more > 0 && <p>{t('done.more', { count: more })}</p>}
        <p>
          <a className="button primary" href={back}>
            {t('done.back')}
          </a>
        </p>
      </section>
    ),
  }
}
