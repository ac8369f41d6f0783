import { createHash } from 'node:crypto'
import type { CallName } from '~/upstream/contract'
import type { MemberContext, Refused } from './context.server'
import { refuse } from './context.server'
import type { MemberBalances } from './ledger/ledger.server'
import { lockBalances } from './ledger/ledger.server'
import type { Sql } from './store/store.server'

/** Where the first result of a request is stored, by the request's id. */
export type FirstResults<Result> = {
  /** Finds the first result, and whether its request had the same payload; undefined for a new id. */
  find: () => Promise<{ isSame: boolean; result: Result } | undefined>
  store: (result: Result) => Promise<void>
  /** Refusal of an id that came with another payload before. */
  reused: () => Refused
}

/**
 * Runs `work` once for each id of a request; a repeated request gets the first result. Only inside the transaction of
 * `work`: a refusal rolls everything back and leaves the id unused.
 *
 * Request codes, callbacks and the desk's changes are stored in tables of their own, because each has other columns and
 * locks; the rule is this one.
 *
 * @throws Refused when the id came with another payload before.
 */
export async function runOncePerId<Result>(
  firstResults: FirstResults<Result>,
  work: () => Promise<Result>,
): Promise<Result> {
  const first = await firstResults.find()
  if (first && !first.isSame) throw firstResults.reused()
  if (first) return first.result
  const result = await work()
  await firstResults.store(result)
  return result
}

/** SHA-256 of a payload as JSON, in hexadecimal, to compare payloads by. */
export function hashPayload(payload: object): string {
  return createHash('sha256').update(JSON.stringify(payload)).digest('hex')
}

/**
 * Runs a member's call once per request code, in one transaction that locks the member's balances, so that one member's
 * requests run one after another. Without a code, `work` runs each time.
 *
 * @param request.payload the fields that identify the request; never a password.
 * @throws Refused `code_reused` when the code came with another call or payload before.
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
    const find = async () => {
      const [stored] = await sql.query<{ segment: string; payload_hash: string; answer: Result }>(
        'select segment, payload_hash, answer from codes where member_id = $1 and code = $2',
        [ctx.member.id, code],
      )
      return stored && { isSame: stored.segment === callName && stored.payload_hash === hash, result: stored.answer }
    }
    const store = async (result: Result) => {
      await sql.query(
        'insert into codes (member_id, code, segment, payload_hash, answer, made_at) values ($1, $2, $3, $4, $5::jsonb, $6)',
        [ctx.member.id, code, callName, hash, JSON.stringify(result), ctx.now()],
      )
    }
    return runOncePerId({ find, store, reused: () => refuse('code_reused') }, () => work(sql, balances))
  })
}
