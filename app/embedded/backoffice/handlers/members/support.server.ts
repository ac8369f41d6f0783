import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { shippedBanks } from '~/platform/settings/banks.server'
import { stored } from '~/values/status'
import { type EmbeddedContext, Refused } from '../../../context.server'
import { exchangeEntries, type MemberId } from '../../../ledger/entries'
import { lockBalances, postTransfer } from '../../../ledger/ledger.server'
import { returnToCash } from '../../../ledger/wallet.server'
import { excludeIdentity, exclusionCheck, lockIdentity } from '../../../members/excluded-identities.server'
import { deleteFactor, lockMember } from '../../../members/factors.server'
import { endGames, endLogins } from '../../../members/logins.server'
import {
  endReset,
  findWithdrawalHold,
  holdWithdrawals,
  makeResetCode,
  voidResetCodes,
} from '../../../members/password-resets.server'
import type { Sql } from '../../../store/store.server'
import { applyWithdrawal } from '../../../transactions/apply.server'
import type { CommandName, CommandResult } from '../../commands'
import type { supportCommands } from '../../commands/support'
import type { BackofficeHandlers } from '../../handler'
import { assertKnownMember, bankAccountColumn, findMember, invalidField, selectPage } from '../../queries'
import { findTransactionRow } from '../daily/transactions.server'

/** Members whose hashes are made between two queries of others. */
const membersPerBatch = 1_000

/** Commands by which the back office helps a member whom it has made sure of. */
export const handlers: BackofficeHandlers<keyof typeof supportCommands & CommandName> = {
  'reset-requests': async ({ store }, { member, ...paging }) =>
    selectPage(store, {
      columns: `m.user_id as member, m.nick, r.asked_at as "askedAt", r.asked_again_at as "lastAskedAt", r.times, r.phone,
        r.phone = m.phone as "isTheirPhone"`,
      from: 'password_resets r join members m on m.id = r.member_id',
      where: 'r.asked_at is not null and ($1::text is null or m.user_id = $1)',
      values: [member ?? null],
      order: 'r.asked_at, r.id',
      ...paging,
    }),

  /** @throws Refused `not_found`; `closed` for a member who can't log in. */
  'reset-code': async (ctx, { member, kind }, sql) => {
    const { id, closedAt } = await findMember(sql, member)
    if (closedAt) throw new Refused({ status: 'closed' }, 409)
    const { code, endsAt } = await makeResetCode(sql, ctx, id, kind)
    const opens = kind === 'exchange' ? '/reset?kind=exchange' : '/reset'
    return { status: 'success', member, kind, opens, code, endsAt: endsAt.toISOString() }
  },

  /** @throws Refused `not_found` */
  'end-reset': async (ctx, { member }, sql) => {
    const { id } = await findMember(sql, member)
    return { status: 'success', changed: await endReset(sql, ctx, id), member }
  },

  /** @throws Refused `not_found` */
  'end-second-factor': async (ctx, { member }, sql) => {
    const { id } = await findMember(sql, member)
    await lockBalances(sql, id)
    await lockMember(sql, id)
    const changed = await deleteFactor(sql, id)
    const heldUntil = changed
      ? await holdWithdrawals(sql, ctx, id, 'second_factor')
      : (await findWithdrawalHold(sql, ctx, id))?.until
    return { status: 'success', changed, member, withdrawalsHeldUntil: heldUntil?.toISOString() ?? null }
  },

  logins: async ({ store, now }, { member, ...paging }) => {
    await assertKnownMember(store, member)
    return selectPage(store, {
      columns: `left(t.hash, 12) as session, t.revoked_at is null and t.ends_at > $2 as live, t.made_at as at, t.address,
        t.ends_at as "endsBy", t.revoked_at as "endedAt"`,
      from: 'tokens t join members m on m.id = t.member_id',
      where: 'm.user_id = $1 and $2::timestamptz is not null',
      values: [member, now()],
      order: 't.made_at desc, t.hash',
      ...paging,
    })
  },

  /** @throws Refused `not_found` */
  'end-session': async (ctx, { member, session }, sql) => {
    const { id } = await findMember(sql, member)
    const [token] = await sql.query<{ hash: string; isLive: boolean }>(
      'select hash, revoked_at is null and ends_at > $3 as "isLive" from tokens where member_id = $1 and left(hash, 12) = $2',
      [id, session, ctx.now()],
    )
    if (!token) throw new Refused({ status: 'not_found' }, 404)
    if (token.isLive) await endLogins(sql, ctx, { only: token.hash })
    return { status: 'success', changed: token.isLive, member, session }
  },

  /** @throws Refused `not_found` */
  'who-is': async ({ store, options }, { tag }) => {
    for (let last = 0n; options.memberTagsOf; ) {
      const rows = await store.query<{ id: bigint; user_id: string }>(
        'select id, user_id from members where id > $1 order by id limit $2',
        [last, membersPerBatch],
      )
      const found = rows.find(({ user_id }) => options.memberTagsOf?.(user_id).includes(tag))
      if (found) return { status: 'success', member: found.user_id }
      if (rows.length < membersPerBatch) break
      last = rows.at(-1)?.id ?? last
    }
    throw new Refused({ status: 'not_found' }, 404)
  },

  /**
   * @throws Refused `not_found`; `erased`; `waiting` for another bank account while a withdrawal waits, which is paid to it;
   * `excluded` for a phone or account of a member whose break or self-exclusion runs.
   */
  'change-member': async (ctx, { member, phone, bank }, sql) => {
    if (!phone && !bank) throw invalidField('', 'phone or bank')
    if (bank && !(ctx.options.banks ?? shippedBanks).includes(bank.name))
      throw invalidField('bank.name', 'a bank of the list')
    const { id } = await findMember(sql, member)
    await lockBalances(sql, id)
    const [row] = await sql.query<ContactRow>(
      `select phone, ${bankAccountColumn} as bank, erased_at, excluded_until, break_until,
              exists (select 1 from movements where member_id = m.id and kind = 'withdrawal' and state = '${stored.pending}') as waits
         from members m left join play_limits on member_id = m.id where m.id = $1 for no key update of m`,
      [id],
    )
    if (!row || row.erased_at) throw new Refused({ status: 'erased' }, 409)
    const before = { phone: row.phone, bank: row.bank }
    const after = { phone: phone ?? before.phone, bank: bank ?? before.bank }
    const changed = !isDeepStrictEqual(before, after)
    const result = { status: 'success', changed, member, before, after } as const
    if (!changed) {
      const running = await findWithdrawalHold(sql, ctx, id)
      return { ...result, withdrawalsHeldUntil: running?.until.toISOString() ?? null }
    }
    if (bank && row.waits) throw new Refused({ status: 'waiting' }, 409)
    await moveIdentity(sql, ctx, id, { before, after, excludedUntil: endOf(row) })
    await sql.query(
      `update members set phone = $2, bank_name = $3, bank_number = $4, bank_owner = $5,
              phone_changed_at = case when phone = $2 then phone_changed_at else $6 end,
              bank_changed_at = case when (bank_name, bank_number, bank_owner) = ($3, $4, $5) then bank_changed_at else $6 end
        where id = $1`,
      [id, after.phone, after.bank.name, after.bank.number, after.bank.owner, ctx.now()],
    )
    const parts = (['phone', 'bank'] as const).filter((part) => !isDeepStrictEqual(before[part], after[part]))
    const until = await holdWithdrawals(sql, ctx, id, parts)
    await voidResetCodes(sql, ctx, [id])
    return { ...result, withdrawalsHeldUntil: until.toISOString() }
  },

  /**
   * @throws Refused `not_found`; `erased`, because there is no account to pay to; `held` while withdrawals are held
   * back; `limit` when cash can't hold it all.
   */
  'pay-out': async (ctx, { member, close }, sql) => {
    const { id, closedAt, erasedAt } = await findMember(sql, member)
    if (erasedAt) throw new Refused({ status: 'erased' }, 409)
    const forMember = { ...ctx, member: { id } }
    const { comp } = await lockBalances(sql, id)
    // The check comes only now, because a change of the account that holds withdrawals back takes the same lock.
    const hold = await findWithdrawalHold(sql, ctx, id)
    if (hold) throw new Refused({ status: 'held', until: hold.until.toISOString() }, 409)
    const now = ctx.now()
    const isClosing = close && !closedAt
    if (isClosing) {
      await sql.query('update members set closed_at = $2 where id = $1', [id, now])
      await endLogins(sql, ctx, { members: [id] })
    } else await endGames(sql, ctx, [id])
    await returnToCash(sql, forMember)
    if (comp > 0n)
      await postTransfer(sql, { cause: 'exchange', at: now, entries: exchangeEntries({ member: id, points: comp }) })
    const { cash } = await lockBalances(sql, id)
    const made =
      cash > 0n ? await applyWithdrawal(sql, forMember, { won: cash, method: 'bank', dueAt: null }) : undefined
    const [open] = await sql.query<{ count: number }>(
      'select count(*)::integer as count from bets where member_id = $1 and settled_at is null and returned_at is null',
      [id],
    )
    return {
      status: 'success',
      member,
      closedAt: (isClosing ? now : closedAt)?.toISOString() ?? null,
      openBets: open?.count ?? 0,
      movement: made === undefined ? null : await findTransactionRow(sql, ctx, made),
    }
  },
}

type ContactRow = CommandResult<'change-member'>['before'] & {
  erased_at: Date | null
  excluded_until: Date | null
  break_until: Date | null
  waits: boolean
}
type Contact = { phone: string; bank: { number: string } }

function endOf({ excluded_until, break_until }: ContactRow): Date {
  return new Date(Math.max(excluded_until?.getTime() ?? 0, break_until?.getTime() ?? 0))
}

/**
 * Checks that phone and account are not those of another member who is excluded, and keeps the old ones out of registration
 * while the member's own break or self-exclusion runs.
 */
async function moveIdentity(
  sql: Sql,
  ctx: EmbeddedContext,
  id: MemberId,
  { before, after, excludedUntil }: { before: Contact; after: Contact; excludedUntil: Date },
): Promise<void> {
  // What stays as it is is neither checked nor kept: nobody has what stands for it.
  const changed = (contact: Contact, compared: Contact) => ({
    phone: contact.phone === compared.phone ? randomUUID() : contact.phone,
    bankNumber: contact.bank.number === compared.bank.number ? randomUUID() : contact.bank.number,
  })
  await lockIdentity(sql, changed(after, before))
  await exclusionCheck(
    ctx,
    changed(after, before),
    id,
  )(sql).catch((error: unknown) => {
    throw error instanceof Refused ? new Refused({ status: 'excluded' }, 409) : error
  })
  if (excludedUntil > ctx.now()) await excludeIdentity(sql, ctx, changed(before, after), excludedUntil)
}
