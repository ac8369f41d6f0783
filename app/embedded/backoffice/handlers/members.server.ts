import { findRaise } from '~/limits/rules'
import { streamText } from '~/platform/stream-body.server'
import { days } from '~/values/durations'
import { seoulDayBounds, startOfSeoulDay } from '~/values/seoul'
import { type State, stored } from '~/values/status'
import { type EmbeddedContext, Refused } from '../../context.server'
import type { MemberId } from '../../ledger/entries'
import { lockBalances } from '../../ledger/ledger.server'
import { returnToCash } from '../../ledger/wallet.server'
import { changeMemberLimits, describeLimits } from '../../limits/limits.server'
import { exclusionEndOrInfinity, lastExclusionEnd, readLimits } from '../../limits/stored-limits.server'
import { endLogins } from '../../members/logins.server'
import { unreadCountColumns } from '../../messages/lists'
import { eraseMember } from '../../privacy/erasure.server'
import { memberAsJson } from '../../privacy/own-data.server'
import { deleteExpired } from '../../privacy/retention.server'
import { joinedBeforeRealMoney } from '../../seed/store-money.server'
import { type Sql, startEpoch } from '../../store/store.server'
import { canSeeContacts, maskContacts } from '../commands/definition'
import { holdTag, searchedDigits } from '../commands/fields'
import type { CommandResult } from '../commands/table'
import { countsTwoOwners } from '../first-approvals.server'
import type { BackofficeHandlers } from '../handler'
import { bankAccountColumn, detailsInCommon, findHold, isNamedLike, memberIdOf, tagsColumn } from '../member-queries'
import { noSigns, signsOf } from '../payment-signs.server'
import { amountToJson, invalidField, selectPage, selectRow, toJson } from '../queries'
import { namesOf } from './figures.server'
import { endAllTokens } from './staff.server'
import { runningEnds } from './transactions.server'

const addressPart = /^(?=.*[.:])[0-9a-f.:]{4,45}$|^[0-9a-f]*::[0-9a-f]+$/

type Member = CommandResult<'member'>

export const handlers = {
  members: async ({ store, operator }, { search = '', owed, tagged, ids, order, ...paging }) => {
    const digits = searchedDigits(search)
    const [phone, address] = [/^\d{4,20}$/.test(digits) ? digits : null, addressPart.test(search) ? search : null]
    // Roles that see only the last four digits of a number can search only by those digits.
    const [ofPhone, ofBank] = ['phone', 'bank_number'].map((column) =>
      canSeeContacts(operator.role) ? column : `right(${column}, 4)`,
    )
    const where = `($1::text is null or ${isNamedLike('$1')} or position($4 in ${ofPhone}) > 0 or position($4 in ${ofBank}) > 0
      or id in (select member_id from tokens where position($5 in address) > 0)
      or id in (select member_id from member_tags where tag = $1))
      and ($3::text is null or exists (select 1 from member_tags where member_id = members.id and tag = $3))
      and ($6::text[] is null or user_id = any($6::text[]))
      and (not $2::boolean or (closed_at is not null
        and exists (select 1 from accounts where member_id = members.id and balance <> 0)))`
    const list = await selectPage<CommandResult<'members'>['rows'][number]>(store, paging, {
      columns: `${summaryColumns}, phone, ${bankAccountColumn} as bank,
        (select address from tokens where member_id = members.id and position($5 in address) > 0 limit 1) as address`,
      from: 'members',
      where,
      values: [search || null, owed, tagged ?? null, phone, address, ids ?? null],
      order: order === 'oldest' ? 'id' : 'id desc',
    })
    return { ...list, rows: maskContacts(list.rows, phone ?? '') }
  },

  member: async (ctx, { member, masked }) => {
    const { store, member: known } = ctx
    const selectProfile = `select ${summaryColumns}, phone, referral_code as "referralCode",
        case when withdrawals_held_until > $2 then withdrawals_held_until end as "withdrawalsHeldUntil",
        (select max(made_at) from tokens where member_id = $1) as "lastLoginAt", ${bankAccountColumn} as bank
      from members where id = $1`
    const profile = await selectRow<Member['member']>(store, selectProfile, [known.id, ctx.now()])
    const countBets = `select count(*)::integer as count, coalesce(sum(stake), 0)::bigint as staked,
        coalesce(sum(win), 0)::bigint as won from bets where member_id = $1 and returned_at is null`
    const bets = await selectRow<Member['bets']>(store, countBets, [known.id])
    const acceptances = `select document, version, adult, accepted_at as "acceptedAt" from document_acceptances
      where member_id = $1 order by id desc`
    const accepted = await store.query(acceptances, [known.id])
    const limits = await describeLimits(store, ctx)
    const unread = await selectRow<Member['unread']>(store, `select ${unreadCountColumns}`, [known.id])
    return {
      member: masked ? maskContacts(profile) : profile,
      waiting: await amountsOf(store, known.id, 'pending'),
      done: await amountsOf(store, known.id, 'done'),
      bets,
      periods: await periodsOf(ctx, known.id),
      unread,
      signs: (await signsOf(ctx, [{ member }])).get(member) ?? noSigns,
      hold: profile.tags.includes(holdTag) ? await findHold(store, known.id) : null,
      limits: { ...limits, ...runningEnds(limits, ctx.now()) },
      documents: toJson(accepted),
    }
  },

  bets: async (ctx, { member, id, page, size, ...range }) => {
    const memberId = await memberIdOf(ctx.store, member)
    const paging = { page, size }
    const list = await selectPage<CommandResult<'bets'>['rows'][number]>(ctx.store, paging, {
      columns: `b.id::text as id, b.made_at as at, user_id as member, provider, game, round, stake as staked, win as wins,
        settled_at as "settledAt", returned_at as "returnedAt"`,
      from: 'bets b join members on members.id = b.member_id',
      where: `($1::bigint is null or b.member_id = $1) and ($2::bigint is null or b.id = $2)
        and ($3::timestamptz is null or b.made_at >= $3) and ($4::timestamptz is null or b.made_at < $4)`,
      values: [memberId, id ?? null, ...seoulDayBounds(range)],
      order: 'b.id desc',
    })
    return { ...list, rows: list.rows.map((row) => ({ ...row, ...namesOf(ctx, row) })) }
  },

  'shared-with': ({ store, member }, paging) =>
    selectPage(store, paging, {
      columns: '*',
      from: `(
        select other.id, other.user_id as member, other.nick, other.closed_at as "closedAt", array_agg(distinct what) as shares
          from members own cross join lateral ${detailsInCommon}
          join members other on other.id = shared.id
         where own.id = $1 and other.id <> $1 and other.erased_at is null group by other.id) others`,
      values: [member.id],
      order: `shares && array['phone', 'bankAccount', 'earlierAccount', 'holder'] desc, cardinality(shares) desc, others.id desc`,
    }),

  restrict: async (ctx, { member, reason: _, ...change }, sql) => {
    if (!(change.deposit ?? change.break ?? change.exclude)) throw invalidField('', 'deposit, break or exclude')
    const { id } = ctx.member
    await lockBalances(sql, id)
    const raise = findRaise(await readLimits(sql, id), change)
    if (raise) throw new Refused({ status: 'raise', ...raise }, 409)
    const limits = await changeMemberLimits(sql, ctx, change, 'desk')
    return { member, limits, waiting: await amountsOf(sql, id, 'pending') }
  },

  'linked-accounts': async ({ store, now }, paging) =>
    selectPage(store, paging, {
      columns: `${summaryColumns}, ${lastExclusionEnd('own')} as "excludedUntil",
        jsonb_build_object('member', other.user_id, 'phone', other.phone = members.phone,
          'bankAccount', other.bank_number = members.bank_number,
          'excludedUntil', to_char(${lastExclusionEnd('others')} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as linked`,
      from: `play_limits others join members other on other.id = others.member_id and other.erased_at is null
        join members on members.id <> other.id and (members.phone = other.phone or members.bank_number = other.bank_number)
        left join play_limits own on own.member_id = members.id`,
      where: `${exclusionEndOrInfinity('others')} > greatest($1::timestamptz, ${exclusionEndOrInfinity('own')}) and members.closed_at is null`,
      values: [now()],
      order: 'members.id desc, other.id desc',
    }),

  'begin-epoch': async (ctx, _payload, sql) => {
    // If making a token needs two people and there are two owners, one person may not end all tokens.
    if (ctx.options.secondPersonFor?.includes('make-token') && (await countsTwoOwners(sql, ctx)))
      throw new Refused({ status: 'two_owners' }, 409)
    const ended = await endLogins(sql, ctx, { members: 'all' })
    const tokens = await endAllTokens(sql, ctx)
    // Owners whose tokens were revoked before the new epoch no longer count as owners.
    await startEpoch(sql, ctx.now())
    return { ended, tokens }
  },

  close: async (ctx, { member, closed }, sql) => {
    const { id } = ctx.member
    // As in all changes to a member, the balances are locked first. No game or bet can then start.
    await lockBalances(sql, id)
    const lock = 'select closed_at, erased_at from members where id = $1 for no key update'
    const [before] = await sql.query<{ closed_at: Date | null; erased_at: Date | null }>(lock, [id])
    if (before?.erased_at) throw new Refused({ status: 'erased' }, 409)
    if (!closed && (await joinedBeforeRealMoney(sql, id))) throw new Refused({ status: 'play_member' }, 409)
    const changed = (before?.closed_at != null) !== closed
    const closedAt = changed ? (closed ? ctx.now() : null) : (before?.closed_at ?? null)
    await sql.query('update members set closed_at = $2 where id = $1', [id, closedAt])
    if (closed) {
      await endLogins(sql, ctx, { members: [id] })
      await returnToCash(sql, ctx)
    }
    const { cash, game, comp } = await lockBalances(sql, id)
    const waiting = await amountsOf(sql, id, 'pending')
    const open = 'select count(*)::integer as inquiries from help_requests where member_id = $1 and answered_at is null'
    const { inquiries } = await selectRow<{ inquiries: number }>(sql, open, [id])
    return toJson<CommandResult<'close'>>({ changed, member, closedAt, waiting, left: { cash, game, comp }, inquiries })
  },

  erase: async (ctx, _payload, sql) => toJson<CommandResult<'erase'>>(await eraseMember(sql, ctx, ctx.member.id)),

  'export-member': async (ctx, { member }) => {
    const { id } = ctx.member
    return streamText(memberAsJson(ctx, { id, member }), {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="member-${id}.json"`,
    })
  },

  retention: (ctx, _payload, sql) => deleteExpired(sql, ctx),
} satisfies BackofficeHandlers

async function periodsOf({ store, now }: EmbeddedContext, member: MemberId) {
  const today = startOfSeoulDay(now()).getTime()
  const sumOf = (kind: string) => `coalesce(sum(won) filter (where kind = '${kind}'), 0)::bigint`
  const sumUp = `select deposits, withdrawals, deposits - withdrawals as net, staked, wins, staked - wins as revenue
    from (select ${sumOf('deposit')} as deposits, ${sumOf('withdrawal')} as withdrawals from movements
           where member_id = $1 and state = '${stored.done}' and settled_at >= $2) money,
    (select coalesce(sum(stake), 0)::bigint as staked, coalesce(sum(win), 0)::bigint as wins
       from bets where member_id = $1 and settled_at >= $2) play`
  const since = (start: Date) => selectRow<Member['periods']['today']>(store, sumUp, [member, start])
  const sums = (daysBefore: number) => since(new Date(today - days(daysBefore)))
  return {
    ...{ today: await sums(0), last7Days: await sums(6), last30Days: await sums(29) },
    always: await since(new Date(0)),
  }
}

async function amountsOf(sql: Sql, member: MemberId, state: State) {
  const select = `select kind, count(*)::integer as count, sum(won)::bigint as won from movements
    where member_id = $1 and state = $2 group by kind`
  const sums = await sql.query<{ kind: string; count: number; won: bigint }>(select, [member, stored[state]])
  const amount = (kind: string) => amountToJson(sums.find((sum) => sum.kind === kind))
  return { deposits: amount('deposit'), withdrawals: amount('withdrawal') }
}

const summaryColumns = `members.user_id as member, members.nick, members.level, members.joined_at as "joinedAt",
  members.closed_at as "closedAt", members.erased_at as "erasedAt",
  (select balance from accounts where kind = 'cash' and member_id = members.id) as cash,
  (select balance from accounts where kind = 'game' and member_id = members.id) as game,
  (select balance from accounts where kind = 'comp' and member_id = members.id) as comp, ${tagsColumn('members.id')} as tags`
