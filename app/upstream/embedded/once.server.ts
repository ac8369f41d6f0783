import { createHash } from 'node:crypto'
import type { Segment } from '../contract'
import type { MemberContext } from './context.server'
import { refuse } from './context.server'
import type { Purse } from './ledger.server'
import { lockPurse } from './ledger.server'
import type { Sql } from './store/store.server'

/**
 * Moves a member's money at most once by the request's code, in one transaction that holds the member's purse, so that
 * a member's requests come one after another. The same request again gives the first answer; a refusal that `work`
 * throws undoes everything and leaves the code free.
 *
 * @param request.payload what tells one request from another; never a password.
 * @throws Refused `code_reused` when the code came with another payload before.
 */
export function once<Answer extends object>(
  ctx: MemberContext,
  request: { segment: Segment; code: string | undefined; payload: Record<string, string | number> },
  work: (sql: Sql, purse: Purse) => Promise<Answer>,
): Promise<Answer> {
  const { code, segment } = request
  const hash = createHash('sha256').update(JSON.stringify(request.payload)).digest('hex')
  return ctx.store.tx(async (sql) => {
    const purse = await lockPurse(sql, ctx.member.id)
    if (code === undefined) return work(sql, purse)
    const [seen] = await sql.query<{ segment: string; payload_hash: string; answer: Answer }>(
      'select segment, payload_hash, answer from codes where member_id = $1 and code = $2',
      [ctx.member.id, code],
    )
    if (seen) {
      if (seen.segment !== segment || seen.payload_hash !== hash) throw refuse('code_reused')
      return seen.answer
    }
    const answer = await work(sql, purse)
    await sql.query(
      'insert into codes (member_id, code, segment, payload_hash, answer, made_at) values ($1, $2, $3, $4, $5::jsonb, $6)',
      [ctx.member.id, code, segment, hash, JSON.stringify(answer), ctx.now()],
    )
    return answer
  })
}
