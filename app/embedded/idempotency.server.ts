import { createHash } from 'node:crypto'
import type { CallName } from '~/upstream/contract'
import { createRefusal, type MemberContext } from './context.server'
import { lockBalances, type MemberBalances } from './ledger/ledger.server'
import type { Sql } from './store/store.server'

export function hashPayload(payload: object): string {
  return createHash('sha256').update(JSON.stringify(payload)).digest('hex')
}

/**
 * Runs a member's call once per request code, in one transaction that locks the member's balances. A repeated code gets
 * the first result. After a refusal, the code can be used again. Without a code, `work` runs each time.
 * @param request.payload identifies the request; it must never contain a password
 * @throws Refused with `code_reused` if the code was used for another call or payload
 */
export function runIdempotently<Result extends object>(
  ctx: MemberContext,
  request: { callName: CallName; code: string | undefined; payload: Record<string, string | number> },
  work: (sql: Sql, balances: MemberBalances) => Promise<Result>,
): Promise<Result> {
  const { code, callName } = request
  const hash = hashPayload(request.payload)
  return ctx.store.tx(async (sql) => {
    const balances = await lockBalances(sql, ctx.member.id)
    if (code === undefined) return work(sql, balances)
    const [first] = await sql.query<{ callName: string; payload_hash: string; answer: Result }>(
      'select segment as "callName", payload_hash, answer from codes where member_id = $1 and code = $2',
      [ctx.member.id, code],
    )
    if (first && (first.callName !== callName || first.payload_hash !== hash)) throw createRefusal('code_reused')
    if (first) return first.answer
    const result = await work(sql, balances)
    const insertCode =
      'insert into codes (member_id, code, segment, payload_hash, answer, made_at) values ($1, $2, $3, $4, $5::jsonb, $6)'
    await sql.query(insertCode, [ctx.member.id, code, callName, hash, JSON.stringify(result), ctx.now()])
    return result
  })
}
