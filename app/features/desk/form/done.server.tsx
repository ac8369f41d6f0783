import { z } from 'zod'
import { createTimedSealer } from '~/platform/timed-sealer.server'
import type { RequestInfo } from '~/server/request-info/request-info.server'
import { minutes, toSeconds } from '~/values/durations'
import { A, Note } from '../parts'
import { type DeskRequest, type Page, placeOf } from '../screen'
import { deskCookie } from '../session/session.server'
import { memberHref } from '../values'
import { Outcomes, type ShownOutcome } from './outcomes'

/** What was done, for the page that says so for some minutes. What is secret in it is nowhere else. */
const doneSchema = z.object({
  title: z.string(),
  /** The field of what is given once. */
  secret: z.string().optional(),
  back: z.string(),
  outcomes: z.array(
    z.union([
      z.object({ result: z.record(z.string(), z.unknown()), isUnchanged: z.boolean() }),
      z.object({ refusal: z.looseObject({ status: z.string() }) }),
    ]),
  ),
  /** How many more were done than are shown. */
  more: z.int(),
  session: z.string(),
})
type Done = z.output<typeof doneSchema>

const cookieName = 'deskDone'
const lifetimeMs = minutes(5)
/** Browsers keep cookies of some 4 kB. */
const maxSealedCharacters = 3_600
const sealer = createTimedSealer('desk done', doneSchema)

/** The Set-Cookie line that takes what was done to the next page. What does not fit is counted alone. */
export async function doneCookie(
  { outcomes, ...done }: Pick<Done, 'title' | 'back' | 'secret'> & { outcomes: readonly ShownOutcome[] },
  { now, session }: Pick<DeskRequest, 'now' | 'session'>,
): Promise<string> {
  for (let count = outcomes.length; ; count = Math.floor(count / 2)) {
    const shown = { ...done, outcomes: outcomes.slice(0, count), more: outcomes.length - count }
    const sealed = await sealer.seal({ ...shown, session }, now + lifetimeMs)
    if (sealed.length <= maxSealedCharacters || count === 0)
      return deskCookie(cookieName, sealed, toSeconds(lifetimeMs))
  }
}

/** The Set-Cookie line that takes it away. */
export const endedDoneCookie = () => deskCookie(cookieName, '', 0)

/** The page that says what was done to the session that did it; undefined where nothing was, or it was some time ago. */
export async function donePage(
  { texts, now, session }: DeskRequest,
  { cookies }: RequestInfo,
): Promise<Page | undefined> {
  const data = await sealer.open(cookies.get(cookieName), now)
  if (data?.session !== session) return undefined
  const { t } = texts
  const { title: command, back, outcomes, more, secret } = data
  const isDone = outcomes.some((outcome) => 'result' in outcome && !outcome.isUnchanged)
  const title = t(isDone ? 'done.title' : 'done.not', { command })
  const [first] = outcomes
  const member = outcomes.length === 1 && first && 'result' in first ? first.result.member : undefined
  const place = placeOf(back)
  return {
    title,
    from: back,
    body: (
      <section className={outcomes.length > 1 ? undefined : 'narrow'}>
        <h1 className={isDone ? 'done' : undefined}>{title}</h1>
        <Outcomes texts={texts} outcomes={outcomes} secret={secret} />
        {more > 0 && <Note text={t('done.more', { count: more })} />}
        <p className="row acts">
          <A
            className="button primary"
            to={back}
            text={place ? t('done.to', { place: t(`nav.${place}`) }) : t('done.back')}
          />
          {typeof member === 'string' && place !== 'member' && (
            <A className="button" to={memberHref(member)} text={t('done.member', { member })} />
          )}
        </p>
      </section>
    ),
  }
}
