import { toSeoulDay } from '~/values/seoul'
import type { MemberIdContext } from '../context.server'
import type { Sql } from '../store/store.server'

/** Up to this age the lower cap holds. Source: Gambling Act 2005 (Operating Licence Conditions) Regulations 2024 and 2025. */
const lowerCapBelowAge = 25

/**
 * The most that one round of a slot may cost a member, in won; undefined: no cap. A member whose year of birth is unknown, or
 * who may not have had their 25th birthday yet, has the lower cap.
 */
export async function findMaxStake(sql: Sql, ctx: MemberIdContext): Promise<number | undefined> {
  const { maxStake, maxStakeBelow25 } = ctx.options
  if (maxStakeBelow25 === undefined) return maxStake
  const [row] = await sql.query<{ birth_year: number | null }>('select birth_year from members where id = $1', [
    ctx.member.id,
  ])
  const thisYear = Number(toSeoulDay(ctx.now().getTime()).slice(0, 4))
  const isBelow = !row?.birth_year || thisYear - row.birth_year <= lowerCapBelowAge
  return isBelow ? Math.min(maxStakeBelow25, maxStake ?? maxStakeBelow25) : maxStake
}
