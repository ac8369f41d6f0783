import { createHash } from 'node:crypto'
import type { Segment } from '~/upstream/contract'
import type { MemberContext } from './context.server'
import { refuse } from './context.server'
import type { MemberBalances } from './ledger/ledger.server'
import { lockBalances } from './ledger/ledger.server'
import type { Sql } from './store/store.server'

/**
 * Runs `work` once per request code, in one transaction that locks the member's balances, so that one member's requests
 * run one after another. A repeated request gets the first answer. A refusal that `work` throws rolls everything back
 * and leaves the code unused. Without a code, `work` runs each time.
 *
 * @param request.payload the fields that identify the request; never a password.
 * @throws Refused `code_reused` when the code came with another call or payload before.
 */
export function runIdempotently<Answer extends object>(
  ctx: MemberContext,
  request: { segment: Segment; code: string | undefined; payload: Record<string, string | number> },
  work: (sql: Sql, balances: MemberBalances) => Promise<Answer>,
): Promise<Answer> {
  const { code, segment } = request
  const hash = createHash('sha256').update(JSON.stringify(request.payload)).digest('hex')
  return ctx.store.tx(async (sql) => {
    const balances = await lockBalances(sql, ctx.member.id)
    if (code === undefined) return work(sql, balances)
    const [stored] = await sql.query<{ segment: string; payload_hash: string; answer: Answer }>(
      'select segment, payload_hash, answer from codes where member_id = $1 and code = $2',
      [ctx.member.id, code],
    )
    if (stored) {
      if (stored.segment !== segment || stored.payload_hash !== hash) throw refuse('code_reused')
      return stored.answer
    }
    const answer = await work(sql, balances)
    await sql.query(
      'insert into codes (member_id, code, segment, payload_hash, answer, made_at) values ($1, $2, $3, $4, $5::jsonb, $6)',
      [ctx.member.id, code, segment, hash, JSON.stringify(answer), ctx.now()],
    )
    return answer
  })
}
