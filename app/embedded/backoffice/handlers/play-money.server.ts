import { stored } from '~/values/status'
import { type EmbeddedContext, type MemberIdContext, Refused, usesPlayMoney } from '../../context.server'
import { rollBackBet } from '../../games/bets.server'
import { correctionEntries, jackpotFillEntries, mergeBalanced, reverseEntries } from '../../ledger/entries'
import { readJackpot } from '../../ledger/jackpot.server'
import { postTransfer } from '../../ledger/ledger.server'
import { endLogins } from '../../members/logins.server'
import { eraseMember } from '../../privacy/erasure.server'
import { hasPlayed, markSeeded, readSeeds } from '../../seed/store-money.server'
import type { Sql } from '../../store/store.server'
import { settleTransactionInTx } from '../../transactions/settle.server'
import type { BackofficeHandlers } from '../handler'

/** Limits the size of a transfer, because the sum check reads all its entries once per entry. */
const accountsPerTransfer = 100

export const handlers = {
  'end-play-money': async (ctx, _payload, sql) => {
    if (!usesPlayMoney(ctx) || !(await hasPlayed(sql))) throw new Refused({ status: 'real_money' }, 409)
    await markSeeded(sql, 'play-money', ctx.now())
    const { transactions, bets } = await lockEverything(sql)

    await sql.query('update members set referral_code = null where referral_code is not null')
    const codes = (await sql.query('delete from referral_codes returning code')).length
    const close = 'update members set closed_at = $1 where closed_at is null returning id'
    const closed = await sql.query(close, [ctx.now()])
    const logins = await endLogins(sql, ctx, { members: 'all' })
    for (const { id } of transactions)
      await settleTransactionInTx(sql, ctx, { id, to: 'cancelled', by: ctx.operator.name })
    for (const { provider, round } of bets) await rollBackBet(sql, ctx, { provider: { code: provider }, bet: round })
    await sql.query("update game_rounds set state = 'void' where state = 'open'")
    const balances = await emptyAccounts(sql, ctx)
    await sql.query('delete from help_requests where answered_at is null')
    await sql.query('update account_requests set answered_at = $1 where answered_at is null', [ctx.now()])
    const endNotices = 'update notices set ends_at = $1 where ends_at is null or ends_at > $1 returning idx'
    const notices = (await sql.query(endNotices, [ctx.now()])).length
    // With real money, two people add each account.
    await sql.query('update pay_accounts set ended_at = $1 where ended_at is null', [ctx.now()])
    const demoIds = (await readSeeds(sql)).has('demo') ? ['demo', 'demo2'] : []
    const demoMembers = 'select id from members where user_id = any($1::text[]) order by id'
    const demo = await sql.query<MemberIdContext['member']>(demoMembers, [demoIds])
    for (const { id } of demo) await eraseMember(sql, ctx, id)
    const counts = { members: closed.length, movements: transactions.length, bets: bets.length, accounts: balances }
    return { ...counts, erased: demo.length, logins, codes, notices }
  },
} satisfies BackofficeHandlers

/** Locks rows in the order that all transactions follow (docs/decisions/009-locks-not-levels.md). */
async function lockEverything(sql: Sql) {
  await sql.query('select code from referral_codes order by code for update')
  const waiting = `select id from movements where state = '${stored.pending}' order by id for no key update`
  const open =
    'select provider, round from bets where settled_at is null and returned_at is null order by id for no key update'
  await sql.query(waiting)
  await sql.query(open)
  const accounts = "select id from accounts where balance is not null order by kind = 'jackpot', id for no key update"
  await sql.longQuery(accounts)
  // Queried again, to include rows that were inserted before the balances were locked.
  return {
    transactions: await sql.query<{ id: bigint }>(waiting),
    bets: await sql.query<{ provider: string; round: string }>(open),
  }
}

/** Empties members' accounts, then the jackpot, then the operator's accounts, which then sum to zero. */
async function emptyAccounts(sql: Sql, ctx: EmbeddedContext): Promise<number> {
  const at = ctx.now()
  const balances = `select member_id as member, kind as account, balance from accounts
    where member_id is not null and balance <> 0 order by id`
  type Owned = Omit<Parameters<typeof correctionEntries>[0], 'won'> & { balance: bigint }
  const owned = await sql.longQuery<Owned>(balances)
  for (let from = 0; from < owned.length; from += accountsPerTransfer) {
    const corrections = owned
      .slice(from, from + accountsPerTransfer)
      .map(({ member, account, balance }) => correctionEntries({ member, account, won: -balance }))
    await postTransfer(sql, { cause: 'correction', at, entries: mergeBalanced(...corrections) })
  }
  const jackpot = await readJackpot(sql)
  if (jackpot > 0n)
    await postTransfer(sql, { cause: 'correction', at, entries: reverseEntries(jackpotFillEntries({ won: jackpot })) })
  type House = { kind: 'bank' | 'payments' | 'held' | 'comp_budget' | 'fees'; provider: string | null; won: bigint }
  const sums = `select kind, provider, sum(won)::bigint as won from accounts a join entries e on e.account_id = a.id
    where balance is null group by a.id having sum(won) <> 0 order by a.id`
  const house = await sql.longQuery<House>(sums)
  const entries = house.map(({ kind, provider, won }) => ({
    account: provider === null ? { kind } : { kind: 'provider' as const, provider },
    won: -won,
  }))
  if (entries.length > 0) await postTransfer(sql, { cause: 'correction', at, entries })
  return owned.length
}
