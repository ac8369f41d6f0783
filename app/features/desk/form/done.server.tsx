import { z } from 'zod'
import { createTimedSealer } from '~/platform/timed-sealer.server'
import { createFormStore } from '~/server/session/form-store.server'
import { minutes } from '~/values/durations'
import { A } from '../parts'
import { type DeskRequest, type Page, placeOf } from '../screen'
import { memberHref } from '../values'
import { changedOf, Outcomes, SeveralSum } from './outcomes'

/** What was done, for the page that says so for half an hour. What is secret in it is nowhere else, and goes when it was read. */
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
  session: z.string(),
})
type Done = z.output<typeof doneSchema>

const keptMs = minutes(30)
const sealer = createTimedSealer('desk done', doneSchema)
const kept = createFormStore('madang:desk-done:', keptMs)

type Asked = Pick<DeskRequest, 'now' | 'session'>
const keep = async (id: string, done: Done, now: number) => kept.set(id, await sealer.seal(done, now + keptMs))

/** Keeps what was done under the number of its form. @returns the address that shows it to this session */
export async function keepDone(id: string, done: Omit<Done, 'session'>, { now, session }: Asked): Promise<string> {
  const { secret = '', outcomes } = done
  const isGiven = outcomes.some((outcome) => 'result' in outcome && secret in outcome.result)
  // The second of two presses is given no secret, and must not take the place of the first, which nobody may have read.
  if (!secret || isGiven || !(await kept.get(id))) await keep(id, { ...done, session }, now)
  return doneHref(id)
}

/** The address of what the form of an id did. */
export const doneHref = (id: string) => `/desk/done?form=${id}`

/** What the form of an id did in this session; undefined where nothing was done, or long ago. */
export async function findDone({ now, session }: Asked, id: string): Promise<Done | undefined> {
  const done = await sealer.open(await kept.get(id), now)
  return done?.session === session ? done : undefined
}

/** The page that says what was done to the session that did it, a secret once; undefined where nothing was, or long ago. */
export async function donePage(desk: DeskRequest): Promise<Page | undefined> {
  const { texts, now, url } = desk
  const id = url.searchParams.get('form') ?? ''
  const data = await findDone(desk, id)
  if (!data) return undefined
  const { t } = texts
  const { title: command, back, outcomes, secret } = data
  const [done, count] = [changedOf(outcomes).length, outcomes.length]
  const isSecond = outcomes.map((outcome) => 'refusal' in outcome && outcome.refusal.status === 'second_person')
  const asked = isSecond.filter(Boolean).length
  const refused = outcomes.filter((outcome) => 'refusal' in outcome).length - asked
  const title = [
    t(done === count ? 'done.title' : done === 0 ? 'done.not' : 'done.some', { command, done, count }),
    ...(refused > 0 ? [t('done.refused', { count: refused })] : []),
    ...(asked > 0 && count > 1 ? [t('done.asked', { count: asked })] : []),
  ].join(', ')
  const [first] = outcomes
  const member = outcomes.length === 1 && first && 'result' in first ? first.result.member : undefined
  const place = placeOf(back)
  const ofMember = typeof member === 'string' && t('done.member', { member })
  if (secret && first && 'result' in first && secret in first.result) {
    const { [secret]: _, ...result } = first.result
    await keep(id, { ...data, outcomes: [{ ...first, result }] }, now)
  }
  return {
    title,
    from: back,
    body: (
      <section className={outcomes.length > 1 ? undefined : 'narrow'}>
        <h1 className={done === count ? 'done' : undefined}>{title}</h1>
        {count > 1 && <SeveralSum texts={texts} outcomes={outcomes} />}
        <Outcomes texts={texts} outcomes={outcomes} secret={secret} />
        <p className="row acts">
          <A
            className="button primary"
            to={back}
            text={
              place === 'member' && ofMember
                ? ofMember
                : place
                  ? t('done.to', { place: t(`nav.${place}`) })
                  : t('done.back')
            }
          />
          {ofMember && place !== 'member' && <A className="button" to={memberHref(String(member))} text={ofMember} />}
        </p>
      </section>
    ),
  }
}
