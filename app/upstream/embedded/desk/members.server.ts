import { unreadCounts } from '../community.server'
import { Refused } from '../context.server'
import type { MemberId } from '../ledger'
import { endLogins } from '../members.server'
import type { Sql } from '../store/store.server'
import type { AnswerOf } from './acts'
import type { DeskHandler } from './desk.server'
import { moment, pageOf, pagesOf, wonOf } from './paging'

/** Commands on members. Passwords and their hashes are never answered. */
export const handlers: { [A in 'members' | 'member' | 'sign-out']: DeskHandler<A> } = {
  members: async ({ store }, { search, page }) => {
    const where = `$1::text is null or position(lower($1) in user_id) > 0 or position(lower($1) in nick_key) > 0
      or (length($1) >= 4 and right(phone, length($1)) = $1)`
    const values = [search?.normalize('NFKC') ?? null]
    const [all] = await store.query<{ total: number }>(
      `select count(*)::integer as total from members where ${where}`,
      values,
    )
    const rows = await store.query<MemberRow>(`${memberRows} where ${where} order by id desc ${pageOf(page)}`, values)
    return { status: 'success', ...pagesOf(all?.total ?? 0, page), rows: rows.map(line) }
  },

  member: async ({ store }, { member }) => {
    const [row] = await store.query<MemberRow>(`${memberRows} where user_id = $1`, [member])
    if (!row) throw new Refused({ status: 'not_found' }, 404)
    const moved = await store.query<{ kind: string; state: string; count: number; won: bigint }>(
      `select kind, state, count(*)::integer as count, sum(won)::bigint as won from movements where member_id = $1
        group by kind, state`,
      [row.id],
    )
    const [played] = await store.query<{ count: number; staked: bigint; won: bigint }>(
      `select count(*)::integer as count, coalesce(sum(stake), 0)::bigint as staked, coalesce(sum(win), 0)::bigint as won
         from bets where member_id = $1 and returned_at is null`,
      [row.id],
    )
    const { noteCount, helpCount } = await unreadCounts(store, row.id)
    const amount = (kind: string, state: string) => {
      const found = moved.find((one) => one.kind === kind && one.state === state)
      return { count: found?.count ?? 0, won: wonOf(found?.won ?? 0n) }
    }
    const both = (state: string) => ({ deposits: amount('deposit', state), withdrawals: amount('withdrawal', state) })
    return {
      status: 'success',
      member: {
        ...line(row),
        phone: row.phone,
        bank: { name: row.bank_name, number: row.bank_number, owner: row.bank_owner },
        referralCode: row.referral_code,
      },
      waiting: both('wait'),
      done: both('already'),
      bets: { count: played?.count ?? 0, staked: wonOf(played?.staked ?? 0n), won: wonOf(played?.won ?? 0n) },
      unread: { notes: noteCount, answers: helpCount },
    }
  },

  'sign-out': async (ctx, { to }, sql) => {
    const members = to === 'all' ? 'all' : await membersNamed(sql, to)
    return { status: 'success', ended: await endLogins(sql, ctx, { members }) }
  },
}

/** Looks members up by their user ids. @throws Refused `not_found` with the ids that do not exist. */
export async function membersNamed(sql: Sql, names: readonly string[]): Promise<MemberId[]> {
  const wanted = [...new Set(names)]
  const rows = await sql.query<{ id: MemberId; user_id: string }>(
    'select id, user_id from members where user_id = any($1::text[])',
    [wanted],
  )
  const found = new Set(rows.map(({ user_id }) => user_id))
  const missing = wanted.filter((name) => !found.has(name))
  if (missing.length > 0) throw new Refused({ status: 'not_found', members: missing }, 404)
  return rows.map(({ id }) => id)
}

type MemberRow = Record<'user_id' | 'nick' | 'phone' | 'bank_name' | 'bank_number' | 'bank_owner', string> & {
  id: MemberId
  level: number
  referral_code: string | null
  joined_at: Date
} & Record<'cash' | 'game' | 'comp', bigint>

const memberRows = `select id, user_id, nick, phone, bank_name, bank_number, bank_owner, level, referral_code, joined_at,
    (select balance from accounts where kind = 'cash' and member_id = members.id) as cash,
    (select balance from accounts where kind = 'game' and member_id = members.id) as game,
    (select balance from accounts where kind = 'comp' and member_id = members.id) as comp
  from members`

function line(row: MemberRow): AnswerOf<'members'>['rows'][number] {
  return {
    member: row.user_id,
    nick: row.nick,
    level: row.level,
    joinedAt: moment(row.joined_at),
    cash: wonOf(row.cash),
    game: wonOf(row.game),
    comp: wonOf(row.comp),
  }
}
