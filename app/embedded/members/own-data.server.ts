import { hours } from '~/values/durations'
import { createRefusal, type Handlers } from '../context.server'
import { memberAsJson } from '../privacy/member-json.server'
import { checkPassword } from './passwords.server'

/** How long after a member's data were given they are not given again. */
const againAfterMs = hours(1)

/** What is stored of a member, for the member. */
export const handlers = {
  /**
   * All that is stored of the member, as the back office's export has it.
   *
   * @throws Refused `pass`; `wait` with `ms` within an hour.
   */
  'get-member-data': async (ctx, { pw }) => {
    const { member, store, now } = ctx
    if ((await checkPassword(ctx, member.id, 'login', pw)) === undefined) throw createRefusal('pass')
    const since = new Date(now().getTime() - againAfterMs)
    // One statement, so that of many requests at once a single one gets them.
    const claimed = await store.query(
      'update members set exported_at = $2 where id = $1 and coalesce(exported_at <= $3, true) returning id',
      [member.id, now(), since],
    )
    if (claimed.length === 0) {
      const [given] = await store.query<{ at: Date }>('select exported_at as at from members where id = $1', [
        member.id,
      ])
      throw createRefusal('wait', { ms: Math.max(1, (given?.at.getTime() ?? 0) - since.getTime()) })
    }
    const texts = memberAsJson(ctx, { id: member.id, member: member.userId }, 'success')
    return { status: 'success', chunks: toBytes(texts) }
  },
} satisfies Partial<Handlers>

async function* toBytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array, void> {
  for await (const text of texts) yield Buffer.from(text)
}
