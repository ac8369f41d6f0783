import { streamText } from '~/platform/stream-body.server'
import { Refused } from '../../context.server'
import { lockBalances } from '../../ledger/ledger.server'
import { returnToCash } from '../../ledger/wallet.server'
import { endLogins } from '../../members/logins.server'
import { eraseMember } from '../../privacy/erasure.server'
import { memberAsJson } from '../../privacy/own-data.server'
import { deleteExpired } from '../../privacy/retention.server'
import { joinedBeforeRealMoney } from '../../seed/store-money.server'
import type { CommandResult } from '../commands/table'
import type { BackofficeHandlers } from '../handler'
import { findMember } from '../member-queries'
import { toJson } from '../queries'

export const handlers = {
  close: async (ctx, { member, closed }, sql) => {
    const { id } = await findMember(sql, member)
    // All changes to a member lock balances before the member's row. This lock keeps games and bets from starting.
    await lockBalances(sql, id)
    const [before] = await sql.query<{ closed_at: Date | null; erased_at: Date | null }>(
      'select closed_at, erased_at from members where id = $1 for no key update',
      [id],
    )
    if (before?.erased_at) throw new Refused({ status: 'erased' }, 409)
    if (!closed && (await joinedBeforeRealMoney(sql, id))) throw new Refused({ status: 'play_member' }, 409)
    const changed = (before?.closed_at != null) !== closed
    const closedAt = changed ? (closed ? ctx.now() : null) : (before?.closed_at ?? null)
    await sql.query('update members set closed_at = $2 where id = $1', [id, closedAt])
    if (closed) {
      await endLogins(sql, ctx, { members: [id] })
      await returnToCash(sql, { ...ctx, member: { id } })
    }
    const { cash, game, comp } = await lockBalances(sql, id)
    return toJson<CommandResult<'close'>>({ changed, member, closedAt, left: { cash, game, comp } })
  },

  erase: async (ctx, { member }, sql) => {
    const { id } = await findMember(sql, member)
    return toJson<CommandResult<'erase'>>(await eraseMember(sql, ctx, id))
  },

  'export-member': async (ctx, { member }) => {
    const { id } = await findMember(ctx.store, member)
    return streamText(memberAsJson(ctx, { id, member }), {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="member-${id}.json"`,
    })
  },

  retention: (ctx, _payload, sql) => deleteExpired(sql, ctx),
} satisfies BackofficeHandlers
