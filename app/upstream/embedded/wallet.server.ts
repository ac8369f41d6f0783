import type { Handlers, HouseContext } from './context.server'
import { refuse } from './context.server'
import type { MemberId } from './ledger'
import { exchangeEntries, reversed, toCashEntries, toGameEntries } from './ledger'
import { lockPurse, NotEnough, type Purse, post, TooMuch } from './ledger.server'
import { once } from './once.server'
import type { Sql } from './store/store.server'

/** Moves a member's money between cash (deposits, withdrawals), in-game money (bets) and comp money. */
export const handlers = {
  'transfer-in': (ctx) => ctx.store.tx(async (sql) => told(await toGame(sql, ctx))),

  'transfer-out': (ctx) => ctx.store.tx(async (sql) => told(await toCash(sql, ctx))),

  /** Exchanges cash for comp money, one to one. */
  'money-to-point': (ctx, { points, code }) =>
    once(ctx, { segment: 'money-to-point', code, payload: { points } }, async (sql) => {
      const entries = reversed(exchangeEntries({ member: ctx.member.id, points: BigInt(points) }))
      await post(sql, { cause: 'exchange', causeId: code, at: ctx.now(), entries }).catch((error: unknown) => {
        if (error instanceof NotEnough) throw refuse('balance')
        if (error instanceof TooMuch) throw refuse('limit')
        throw error
      })
      return { status: 'success' }
    }),
} satisfies Pick<Handlers, 'transfer-in' | 'transfer-out' | 'money-to-point'>

/** Context with a member's id only: a game page has no bearer token of the member. */
type ForMember = HouseContext & { member: { id: MemberId } }

/**
 * Moves all cash to in-game money and returns the balances afterwards, in won. Only inside a transaction, which then
 * has the member's balances locked.
 *
 * @throws Refused `limit` when in-game money would pass its maximum.
 */
export async function toGame(sql: Sql, ctx: ForMember): Promise<Purse> {
  const member = ctx.member.id
  const purse = await lockPurse(sql, member)
  if (purse.cash === 0n) return purse
  await post(sql, { cause: 'to_game', at: ctx.now(), entries: toGameEntries({ member, won: purse.cash }) }).catch(full)
  return { ...purse, cash: 0n, game: purse.game + purse.cash }
}

/** Moves all in-game money to cash, otherwise like `transferToGame`. @throws Refused `limit` */
export async function toCash(sql: Sql, ctx: ForMember): Promise<Purse> {
  const member = ctx.member.id
  const purse = await lockPurse(sql, member)
  if (purse.game === 0n) return purse
  await post(sql, { cause: 'to_cash', at: ctx.now(), entries: toCashEntries({ member, won: purse.game }) }).catch(full)
  return { ...purse, cash: purse.cash + purse.game, game: 0n }
}

function full(error: unknown): never {
  throw error instanceof TooMuch ? refuse('limit') : error
}

function told({ cash, game }: Purse) {
  return { status: 'success', gameMoney: Number(game), balance: Number(cash) }
}
