import type { Handlers, HouseContext } from './context.server'
import { refuse } from './context.server'
import type { MemberId } from './ledger'
import { exchangeEntries, reversed, toCashEntries, toGameEntries } from './ledger'
import { lockPurse, NotEnough, type Purse, post, TooMuch } from './ledger.server'
import { once } from './once.server'
import type { Sql } from './store/store.server'

/** A member's money moved between cash, which is paid in and out, and in-game money, which is played with. */
export const handlers = {
  'transfer-in': (ctx) => ctx.store.tx(async (sql) => told(await toGame(sql, ctx))),

  'transfer-out': (ctx) => ctx.store.tx(async (sql) => told(await toCash(sql, ctx))),

  /** Cash into comp money, one to one. */
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

/** Whose money moves; on the house's own pages no token of theirs is at hand. */
type ForMember = HouseContext & { member: { id: MemberId } }

/**
 * Moves all cash to in-game money. Only inside a transaction, which then holds the member's purse.
 *
 * @throws Refused `limit` when in-game money can't hold it.
 */
export async function toGame(sql: Sql, ctx: ForMember): Promise<Purse> {
  const member = ctx.member.id
  const purse = await lockPurse(sql, member)
  if (purse.cash === 0n) return purse
  await post(sql, { cause: 'to_game', at: ctx.now(), entries: toGameEntries({ member, won: purse.cash }) }).catch(full)
  return { ...purse, cash: 0n, game: purse.game + purse.cash }
}

/** Moves all in-game money to cash. As `toGame`. */
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
