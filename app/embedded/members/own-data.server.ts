import { hours } from '~/values/durations'
import { createRefusal, type Handlers } from '../context.server'
import { memberAsJson } from '../privacy/member-json.server'
import { checkPassword } from './passwords.server'

const againAfterMs = hours(1)

export const handlers = {
  /** Returns everything stored of the member, like the back office's export. */
  'get-member-data': async (ctx, { pw }) => {
    const { member, store, now } = ctx
    if ((await checkPassword(ctx, member.id, 'login', pw)) === undefined) throw createRefusal('pass')
    const since = new Date(now().getTime() - againAfterMs)
    // One statement, so that only one of concurrent requests gets them.
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
