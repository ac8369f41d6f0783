import { createRefusal, type Handlers, type MemberContext, type MemberIdContext, Refused } from '../context.server'
import { runIdempotently } from '../idempotency.server'
import { assertNotExcluded } from '../limits/stored-limits.server'
import { isClosed } from '../members/logins.server'
import type { Sql } from '../store/store.server'
import { type Entry, exchangeEntries, reverseEntries, toGameEntries, toWalletEntries } from './entries'
import { BalanceTooLarge, InsufficientFunds, lockBalances, type MemberBalances, postTransfer } from './ledger.server'

export const handlers = {
  'transfer-in': (ctx) => ctx.store.tx(async (sql) => toResponse(await transferToGame(sql, ctx))),

  'transfer-out': (ctx) => ctx.store.tx(async (sql) => toResponse(await transferToCash(sql, ctx))),

  'money-to-point': (ctx, request) =>
    exchangeComp(ctx, { ...request, callName: 'money-to-point' }, (entries) => reverseEntries(entries)),

  'roll-to-balance': (ctx, request) =>
    exchangeComp(ctx, { ...request, callName: 'roll-to-balance' }, (entries) => entries),
} satisfies Partial<Handlers>

/** @throws Refused with `low_point`, `balance` (too little cash), `limit` (above the maximum) or `excluded` */
function exchangeComp(
  ctx: MemberContext,
  { callName, code, points }: { callName: 'money-to-point' | 'roll-to-balance'; code?: string; points: number },
  direct: (entries: Entry[]) => Entry[],
) {
  return runIdempotently(ctx, { callName, code, payload: { points } }, async (sql) => {
    await assertNotExcluded(sql, ctx)
    const entries = direct(exchangeEntries({ member: ctx.member.id, points: BigInt(points) }))
    await postTransfer(sql, { cause: 'exchange', causeId: code, at: ctx.now(), entries }).catch((error: unknown) => {
      if (error instanceof InsufficientFunds)
        throw createRefusal(callName === 'roll-to-balance' ? 'low_point' : 'balance')
      return refuseAboveMaximum(error)
    })
    return { status: 'success' as const }
  })
}

/**
 * Moves all cash to in-game money and returns the balances in won. Call only inside a transaction. The balances stay
 * locked until it ends.
 * @throws Refused with `limit` if in-game money would exceed its maximum, `excluded`, or 401 if the account is closed
 */
export async function transferToGame(sql: Sql, ctx: MemberIdContext): Promise<MemberBalances> {
  const member = ctx.member.id
  const balances = await lockBalances(sql, member)
  if (await isClosed(sql, member)) throw new Refused({ status: 'unauthenticated' }, 401)
  await assertNotExcluded(sql, ctx)
  if (balances.cash === 0n) return balances
  const entries = toGameEntries({ member, won: balances.cash })
  await postTransfer(sql, { cause: 'to_game', at: ctx.now(), entries }).catch(refuseAboveMaximum)
  return { ...balances, cash: 0n, game: balances.game + balances.cash }
}

/** Moves all in-game money to cash. Also works for excluded members. @throws Refused with `limit` */
async function transferToCash(sql: Sql, ctx: MemberIdContext): Promise<MemberBalances> {
  const member = ctx.member.id
  const balances = await lockBalances(sql, member)
  if (balances.game === 0n) return balances
  const entries = toWalletEntries({ member, won: balances.game })
  await postTransfer(sql, { cause: 'to_cash', at: ctx.now(), entries }).catch(refuseAboveMaximum)
  return { ...balances, cash: balances.cash + balances.game, game: 0n }
}

/** Moves all in-game money to cash after play, unless cash would exceed its maximum. Call only inside a transaction. */
export async function returnToCash(sql: Sql, ctx: MemberIdContext): Promise<void> {
  await transferToCash(sql, ctx).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error
  })
}

function refuseAboveMaximum(error: unknown): never {
  throw error instanceof BalanceTooLarge ? createRefusal('limit') : error
}

function toResponse({ cash, game }: MemberBalances) {
  return { status: 'success', gameMoney: Number(game), balance: Number(cash) }
}
