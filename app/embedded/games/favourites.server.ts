import { combineOdds } from '~/values/amount'
import { addUp } from '~/values/balance'
import { days } from '~/values/durations'
import type { Handlers } from '../context.server'
import { calculatePayout } from '../sandbox/payout'
import type { Side } from '../sandbox/sport-slip/rules'
import { sportProviders } from '../seed/sandbox-games'

const maxFavourites = 60
const maxPlayed = 8
const maxLaunches = 100
/** Open bets are looked up only in sportsbooks that the member opened within this time. */
const openBetsMs = days(2)
const sportCodes = sportProviders.map(({ code }) => code)

type GameRow = { list: 'favourites' | 'played'; company: string; code: string; at: Date }

type OpenBetPick = {
  list: 'openBets'
  company: string
  code: string
  side: Side
  odds: number
  bet: bigint
  stake: bigint
}

const toListed = ({ company, code, at }: GameRow) => ({ company, code, at: at.toISOString() })

export const handlers = {
  'get-favourites': async ({ store, member, now }) => {
    // A single query, because every lobby waits for it.
    const rows = await store.query<GameRow | OpenBetPick>(
      `select 'favourites' as list, company, code, at, null as side, null::int as odds, null::int8 as bet, null::int8 as stake
         from (select company, code, made_at as at from favourites
                where member_id = $1 order by made_at desc, company, code limit $2) as marked
       union all
       select 'played', company, code, at, null, null, null, null
         from (select provider as company, game as code, max(made_at) as at
                 from (select provider, game, made_at from game_launches
                        where member_id = $1 order by made_at desc limit $4) as last
                group by provider, game order by at desc limit $3) as opened
       union all
       ${openBetPicks({ member: '$1', since: '$5', providers: '$6' })}
       order by at desc, company, code`,
      [member.id, maxFavourites, maxPlayed, maxLaunches, new Date(now().getTime() - openBetsMs), sportCodes],
    )
    const picks = rows.flatMap((row) => (row.list === 'openBets' ? [row] : []))
    return {
      status: 'success',
      favourites: rows.flatMap((row) => (row.list === 'favourites' ? [toListed(row)] : [])),
      played: rows.flatMap((row) => (row.list === 'played' ? [toListed(row)] : [])),
      openBets: picks.map(({ company, code, side, stake, odds }) => {
        return { company, match: code, side, stake: Number(stake), odds }
      }),
      ...(picks.length > 0 && { openBetSums: sumOpenBets(picks) }),
    }
  },

  'set-favourite': async ({ store, member, now }, { company, code, on }) => {
    const game = [member.id, String(company), String(code)]
    if (!on) {
      await store.query('delete from favourites where member_id = $1 and company = $2 and code = $3', game)
      return
    }
    await store.tx(async (sql) => {
      const add =
        'insert into favourites (member_id, company, code, made_at) values ($1, $2, $3, $4) on conflict do nothing'
      await sql.query(add, [...game, now()])
      const deleteOldest = `delete from favourites where member_id = $1 and (company, code) in (
         select company, code from favourites where member_id = $1 order by made_at desc, company, code offset $2)`
      await sql.query(deleteOldest, [member.id, maxFavourites])
    })
  },
} satisfies Partial<Handlers>

/** Returns SQL that selects the picks of a member's open sports bets. The arguments are placeholders such as `$1`. */
const openBetPicks = ({ member, since, providers }: Record<'member' | 'since' | 'providers', `$${number}`>) =>
  `select 'openBets' as list, provider as company, leg ->> 'id' as code, null::timestamptz as at, leg ->> 'side' as side,
          (leg ->> 'odds')::int as odds, r.id as bet, r.stake
     from (select id, provider from game_launches
            where member_id = ${member} and made_at > ${since} and provider = any(${providers})) as launch
     join game_rounds r on r.launch_id = launch.id and r.state = 'placed'
    cross join jsonb_array_elements(r.outcome -> 'legs') leg`

/** Returns the numbers of bets and picks, and the total stake and payout of the bets in won. */
function sumOpenBets(picks: readonly OpenBetPick[]) {
  const bets = [...new Map(picks.map(({ bet, stake }) => [bet, Number(stake)]))]
  const oddsOf = (bet: bigint) => combineOdds(picks.flatMap((pick) => (pick.bet === bet ? [pick.odds] : [])))
  return {
    bets: bets.length,
    picks: picks.length,
    stake: addUp(bets.map(([, stake]) => stake)),
    payout: addUp(bets.map(([bet, stake]) => calculatePayout(stake, oddsOf(bet)))),
  }
}
