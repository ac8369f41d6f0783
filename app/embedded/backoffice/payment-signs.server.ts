import { days } from '~/values/durations'
import { stored } from '~/values/status'
import type { Sql } from '../store/store.server'
import { canSeeContacts } from './commands/definition'
import type { CommandResult } from './commands/table'
import type { BackofficeContext } from './handler'
import { detailsInCommon } from './member-queries'
import { toJson } from './queries'

type Signs = NonNullable<CommandResult<'movements'>['rows'][number]['signs']>
const noSums = { turnover: 0, deposited: 0, corrected: 0, hasDeposited: false }
export const noSigns: Signs = { ...noSums, sharedWith: [], sharedCount: 0 }

const namedMembers = 2

/**
 * Reads what to check before paying, for all members on a page in one query. Roles that can't see contacts get no details.
 * `deposited` and `turnover` count from the deposit of the last 90 days with the largest difference between the two, so
 * that small deposits or withdrawals hide no unplayed one. `corrected` is what corrections have added in that time.
 * @param paidOut the rows whose members' turnover counts. For others it is 0, because a deposit needs none
 */
export async function signsOf(
  { store, operator, now }: Pick<BackofficeContext, 'operator' | 'now'> & { store: Sql },
  rows: readonly { member: string | null }[],
  paidOut = rows,
) {
  const select = `select own.user_id as member, greatest(coalesce(played.deposited, 0), 0)::bigint as deposited,
          coalesce(played.turnover, 0)::bigint as turnover, (select coalesce(sum(e.won), 0) from transfers t
            join entries e on e.transfer_id = t.id join accounts a on a.id = e.account_id
           where t.cause = 'correction' and t.made_at >= $3 and e.won > 0 and a.member_id = own.id
             and a.kind in ('cash', 'game') and own.user_id = any($4))::bigint as corrected,
          played.deposited is not null as "hasDeposited", coalesce(common.members, '[]') as "sharedWith", coalesce(common.count, 0) as "sharedCount"
     from members own
     left join lateral (
       select deposited, turnover from (
         select what, sum(won) over later as deposited, sum(stake) over later as turnover from (
           select 'deposit', settled_at, won, 0 from movements
            where member_id = own.id and kind = 'deposit' and state = '${stored.done}' and settled_at >= $3
            union all select 'withdrawal', applied_at, -won, 0 from movements
            where member_id = own.id and kind = 'withdrawal' and state = '${stored.done}' and applied_at >= $3
            union all select 'bet', made_at, 0, stake from bets
            where member_id = own.id and returned_at is null and made_at >= $3) money (what, at, won, stake)
         window later as (order by at desc)) since
        where what = 'deposit' and own.user_id = any($4) order by deposited - turnover desc limit 1) played on true
     left join lateral (
       select jsonb_agg(jsonb_build_object('member', user_id, 'shares', shares) order by rank)
                filter (where rank <= ${namedMembers}) as members, count(*)::integer as count
         from (select user_id, array_agg(distinct what) as shares,
                      row_number() over (order by bool_or(what not in ('address', 'browser')) desc,
                        count(distinct what) desc, other.id desc) as rank
                 from ${detailsInCommon} join members other on other.id = shared.id
                where other.id <> own.id and other.erased_at is null group by other.id) others) common on $2
    where own.user_id = any($1)`
  const since = new Date(now().getTime() - days(90))
  const found = await store.query<Signs & { member: string }>(select, [
    ...[rows.map(({ member }) => member), canSeeContacts(operator.role), since, paidOut.map(({ member }) => member)],
  ])
  return new Map(toJson<typeof found>(found).map(({ member, ...signs }) => [member, signs]))
}
