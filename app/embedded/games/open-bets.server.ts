import { combineOdds } from '~/values/amount'
import { addUp } from '~/values/balance'
import { days } from '~/values/durations'
import { calculatePayout } from '../sandbox/payout'
import type { Side } from '../sandbox/sport-slip/rules'

export type OpenBetPick = {
  list: 'openBets'
  company: string
  code: string
  side: Side
  odds: number
  bet: bigint
  stake: bigint
}

/** Open bets are looked up only in sportsbooks that the member opened within this time. */
export const openBetsMs = days(2)

/** Returns SQL that selects the picks of a member's open sports bets. The arguments are placeholders such as `$1`. */
export const openBetPicks = ({ member, since, providers }: Record<'member' | 'since' | 'providers', `$${number}`>) =>
  `select 'openBets' as list, provider as company, leg ->> 'id' as code, null::timestamptz as at, leg ->> 'side' as side,
          (leg ->> 'odds')::int as odds, r.id as bet, r.stake
     from (select id, provider from game_launches
            where member_id = ${member} and made_at > ${since} and provider = any(${providers})) as launch
     join game_rounds r on r.launch_id = launch.id and r.state = 'placed'
    cross join jsonb_array_elements(r.outcome -> 'legs') leg`

/** Returns the numbers of bets and picks, and the total stake and payout of the bets in won. */
export function sumOpenBets(picks: readonly OpenBetPick[]) {
  const bets = [...new Map(picks.map(({ bet, stake }) => [bet, Number(stake)]))]
  const oddsOf = (bet: bigint) => combineOdds(picks.flatMap((pick) => (pick.bet === bet ? [pick.odds] : [])))
  return {
    bets: bets.length,
    picks: picks.length,
    stake: addUp(bets.map(([, stake]) => stake)),
    payout: addUp(bets.map(([bet, stake]) => calculatePayout(stake, oddsOf(bet)))),
  }
}
