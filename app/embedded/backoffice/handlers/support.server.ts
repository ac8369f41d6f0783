import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { shippedBanks } from '~/platform/settings/payment-settings.server'
import { stored } from '~/values/status'
import { type MemberIdContext, Refused } from '../../context.server'
import { exchangeEntries } from '../../ledger/entries'
import { lockBalances, postTransfer } from '../../ledger/ledger.server'
import { returnToCash } from '../../ledger/wallet.server'
import { closedUntil } from '../../limits/stored-limits.server'
import { excludeIdentity, exclusionCheck, lockIdentity } from '../../members/excluded-identities.server'
import { endGames, endLogins } from '../../members/logins.server'
import { endReset, makeResetCode, voidResetCodes } from '../../members/password-resets.server'
import { deleteFactor, lockMember } from '../../members/second-factor.server'
import { hasRows, insertRow, type Sql } from '../../store/store.server'
import { applyWithdrawal } from '../../transactions/apply.server'
import { findWithdrawalHold, holdWithdrawals } from '../../transactions/withdrawal-holds.server'
import { holdTag } from '../commands/fields'
import { isAlike } from '../commands/results'
import type { CommandResult } from '../commands/table'
import type { BackofficeHandlers } from '../handler'
import { bankAccountColumn, findHold, findMemberIds, selectOfMember, tagsColumn } from '../member-queries'
import { signsOf } from '../payment-signs.server'
import { invalidField, selectPage, selectRow, selectRows } from '../queries'
import { findTransactionRow } from './transactions.server'

/** The number of members to hash before other queries can run. */
const membersPerBatch = 1_000

export const handlers = {
  'reset-requests': async ({ store }, { member, ...paging }) =>
    selectPage(store, paging, {
      columns: `m.user_id as member, m.nick, r.asked_at as "askedAt", r.asked_again_at as "lastAskedAt", r.times, r.phone,
        r.phone = m.phone as "isTheirPhone"`,
      from: 'password_resets r join members m on m.id = r.member_id',
      where: 'r.asked_at is not null and ($1::text is null or m.user_id = $1)',
      values: [member ?? null],
      order: 'r.asked_at, r.id',
    }),

  'reset-code': async (ctx, { member, kind }, sql) => {
    if (ctx.member.closedAt) throw new Refused({ status: 'closed' }, 409)
    const { code, endsAt } = await makeResetCode(sql, ctx, ctx.member.id, kind)
    const opens = kind === 'exchange' ? '/reset?kind=exchange' : '/reset'
    return { member, kind, opens, code, endsAt: endsAt.toISOString() }
  },

  'end-reset': async (ctx, { member }, sql) => ({ changed: await endReset(sql, ctx, ctx.member.id), member }),

  'end-second-factor': async (ctx, { member }, sql) => {
    const { id } = ctx.member
    await lockBalances(sql, id)
    await lockMember(sql, id)
    const changed = await deleteFactor(sql, id)
    const heldUntil = changed
      ? await holdWithdrawals(sql, ctx, id, 'second_factor')
      : (await findWithdrawalHold(sql, ctx, id))?.until
    return { changed, member, withdrawalsHeldUntil: heldUntil?.toISOString() ?? null }
  },

  logins: ({ store, now, member }, paging) =>
    selectPage(store, paging, {
      columns: `left(hash, 12) as session, revoked_at is null and ends_at > $2 as live, made_at as at, address,
        browser, ends_at as "endsBy", revoked_at as "endedAt"`,
      from: 'tokens',
      where: 'member_id = $1 and $2::timestamptz is not null',
      values: [member.id, now()],
      order: 'made_at desc, hash',
    }),

  'sign-out': async (ctx, { to }, sql) => {
    const members = to === 'all' ? 'all' : await findMemberIds(sql, to)
    await voidResetCodes(sql, ctx, members)
    return { ended: await endLogins(sql, ctx, { members }) }
  },

  'end-session': async (ctx, { member, session }, sql) => {
    const { id } = ctx.member
    const ofSession = `select hash, revoked_at is null and ends_at > $3 as "isLive" from tokens
      where member_id = $1 and left(hash, 12) = $2`
    const token = await selectRow<{ hash: string; isLive: boolean }>(sql, ofSession, [id, session, ctx.now()])
    if (token.isLive) await endLogins(sql, ctx, { only: token.hash })
    return { changed: token.isLive, member, session }
  },

  'who-is': async ({ store, options }, { tag }) => {
    for (let last = 0n; options.memberTagsOf; ) {
      const batch = 'select id, user_id from members where id > $1 order by id limit $2'
      const rows = await store.query<{ id: bigint; user_id: string }>(batch, [last, membersPerBatch])
      const found = rows.find(({ user_id }) => options.memberTagsOf?.(user_id).includes(tag))
      if (found) return { member: found.user_id }
      if (rows.length < membersPerBatch) break
      last = rows.at(-1)?.id ?? last
    }
    throw new Refused({ status: 'not_found' }, 404)
  },

  'change-member': async (ctx, { member, phone, bank }, sql) => {
    if (!phone && !bank) throw invalidField('', 'phone or bank')
    if (bank && !(ctx.options.banks ?? shippedBanks).includes(bank.name))
      throw invalidField('bank.name', 'a bank from the list')
    const { id } = ctx.member
    await lockBalances(sql, id)
    const lock = `select phone, ${bankAccountColumn} as bank, erased_at, ${closedUntil('$2')} as excluded_until,
           exists (select 1 from movements where member_id = m.id and kind = 'withdrawal' and state = '${stored.pending}') as waits
      from members m left join play_limits on member_id = m.id where m.id = $1 for no key update of m`
    const [row] = await sql.query<ContactRow>(lock, [id, ctx.now()])
    if (!row || row.erased_at) throw new Refused({ status: 'erased' }, 409)
    const before = { phone: row.phone, bank: row.bank }
    const after = { phone: phone ?? before.phone, bank: bank ?? before.bank }
    const changed = !isDeepStrictEqual(before, after)
    const result = { changed, member, before, after }
    if (!changed) {
      const running = await findWithdrawalHold(sql, ctx, id)
      return { ...result, sharedWith: [], withdrawalsHeldUntil: running?.until.toISOString() ?? null }
    }
    if (bank && row.waits) throw new Refused({ status: 'waiting' }, 409)
    await moveIdentity(sql, ctx, { before, after, excludedUntil: row.excluded_until })
    const update = `update members set phone = $2, bank_name = $3, bank_number = $4, bank_owner = $5,
            phone_changed_at = case when phone = $2 then phone_changed_at else $6 end,
            bank_changed_at = case when (bank_name, bank_number, bank_owner) = ($3, $4, $5) then bank_changed_at else $6 end
      where id = $1`
    await sql.query(update, [id, after.phone, after.bank.name, after.bank.number, after.bank.owner, ctx.now()])
    const parts = (['phone', 'bank'] as const).filter((part) => !isDeepStrictEqual(before[part], after[part]))
    const until = await holdWithdrawals(sql, ctx, id, parts)
    await voidResetCodes(sql, ctx, [id])
    const signs = (await signsOf({ ...ctx, store: sql }, [{ member }], [])).get(member)
    const sharedWith = signs?.sharedWith.filter(isAlike) ?? []
    return { ...result, sharedWith, withdrawalsHeldUntil: until.toISOString() }
  },

  'pay-out': async (ctx, { member, close }, sql) => {
    const { id, closedAt, erasedAt } = ctx.member
    if (erasedAt) throw new Refused({ status: 'erased' }, 409)
    const { comp } = await lockBalances(sql, id)
    // Account changes take the same lock, so the hold can't change during this transaction.
    const hold = await findWithdrawalHold(sql, ctx, id)
    if (hold) throw new Refused({ status: 'held', until: hold.until.toISOString() }, 409)
    const now = ctx.now()
    const isClosing = close && !closedAt
    if (isClosing) {
      await sql.query('update members set closed_at = $2 where id = $1', [id, now])
      await endLogins(sql, ctx, { members: [id] })
    } else await endGames(sql, ctx, [id])
    await returnToCash(sql, ctx)
    if (comp > 0n)
      await postTransfer(sql, { cause: 'exchange', at: now, entries: exchangeEntries({ member: id, points: comp }) })
    const { cash } = await lockBalances(sql, id)
    const made = cash > 0n ? await applyWithdrawal(sql, ctx, { won: cash, method: 'bank', dueAt: null }) : undefined
    const openBets = `select count(*)::integer as count from bets
      where member_id = $1 and settled_at is null and returned_at is null`
    const [open] = await sql.query<{ count: number }>(openBets, [id])
    const endedAt = (isClosing ? now : closedAt)?.toISOString() ?? null
    const transaction = made === undefined ? null : await findTransactionRow(sql, ctx, made)
    return { member, closedAt: endedAt, openBets: open?.count ?? 0, movement: transaction }
  },

  'limit-changes': (ctx, paging) =>
    selectOfMember(ctx, paging, 'play_limit_changes', 'id::text as id, made_at as at, made_by as by, change, limits'),

  'internal-notes': (ctx, paging) =>
    selectOfMember(ctx, paging, 'internal_notes', 'id::text as id, made_at as at, made_by as by, contents'),

  'add-internal-note': async ({ operator, now, member: { id } }, { member, contents }, sql) => {
    const note = { member_id: id, made_at: now(), made_by: operator.name, contents }
    return { ...(await insertRow<{ id: string }>(sql, 'internal_notes', note, 'id::text as id')), member }
  },

  tags: ({ store }) => {
    const all = 'select tag, count(*)::integer as members from member_tags group by tag order by members desc, tag'
    return selectRows(store, all)
  },

  'tag-member': async (ctx, { member, tags }, sql): Promise<CommandResult<'tag-member'>> => {
    const removeOthers = 'delete from member_tags where member_id = $1 and tag <> all($2::text[]) returning tag'
    const isRemoved = await hasRows(sql, removeOthers, [ctx.member.id, [...tags, holdTag]])
    const added = await handlers['add-tags'](ctx, { member, tags }, sql)
    return { ...added, changed: isRemoved || added.changed }
  },

  'add-tags': async ({ member: { id } }, { member, tags }, sql) => {
    const changed = await hasRows(sql, addTags, [id, tags])
    const all = await selectRow<{ tags: string[] }>(sql, `select ${tagsColumn('$1')} as tags`, [id])
    return { changed, member, ...all }
  },

  hold: async ({ member: { id } }, { member }, sql) => ({
    changed: await hasRows(sql, addTags, [id, [holdTag]]),
    member,
  }),

  'lift-hold': async ({ member: { id } }, { member }, sql) => {
    const hold = await findHold(sql, id)
    const lift = 'delete from member_tags where member_id = $1 and tag = $2 returning tag'
    return { changed: await hasRows(sql, lift, [id, holdTag]), member, hold }
  },
} satisfies BackofficeHandlers

const addTags =
  'insert into member_tags (member_id, tag) select $1, unnest($2::text[]) on conflict do nothing returning tag'

type Contact = CommandResult<'change-member'>['before']
type Move = { before: Contact; after: Contact; excludedUntil: Date | null }
type ContactRow = Contact & { erased_at: Date | null; excluded_until: Date | null; waits: boolean }

/** Refuses contacts of other excluded members. If this member is excluded, the old contacts stay blocked. */
async function moveIdentity(sql: Sql, ctx: MemberIdContext, { before, after, excludedUntil }: Move): Promise<void> {
  // Unchanged values are replaced by random ones that match nothing, so they are neither checked nor blocked.
  const changed = (contact: Contact, compared: Contact) => ({
    phone: contact.phone === compared.phone ? randomUUID() : contact.phone,
    bankNumber: contact.bank.number === compared.bank.number ? randomUUID() : contact.bank.number,
  })
  await lockIdentity(sql, changed(after, before))
  const check = exclusionCheck(ctx, changed(after, before), ctx.member.id)
  await check(sql).catch((error: unknown) => {
    throw error instanceof Refused ? new Refused({ status: 'excluded' }, 409) : error
  })
  if (excludedUntil && excludedUntil > ctx.now()) await excludeIdentity(sql, ctx, changed(before, after), excludedUntil)
}
