import { days } from '~/values/durations'
import type { Handlers } from '../context.server'
import { sportProviders } from '../seed/catalogue'

const maxFavourites = 60
const maxPlayed = 8
const maxLaunches = 100
const sportCodes = sportProviders.map(({ code }) => code)

type GameRow = { company: string; code: string; at: Date }
const toListed = ({ company, code, at }: GameRow) => ({ company, code, at: at.toISOString() })

export const handlers = {
  'get-favourites': async ({ store, member, now }) => {
    const [favourites, played, openBets] = await Promise.all([
      store.query<GameRow>(
        'select company, code, made_at as at from favourites where member_id = $1 order by made_at desc, company, code limit $2',
        [member.id, maxFavourites],
      ),
      store.query<GameRow>(
        `select provider as company, game as code, max(made_at) as at
           from (select provider, game, made_at from game_launches
                  where member_id = $1 order by made_at desc limit $3) as last
          group by provider, game order by at desc limit $2`,
        [member.id, maxPlayed, maxLaunches],
      ),
      store.query<{ company: string; match: string; side: 'home' | 'draw' | 'away' }>(
        `select distinct provider as company, leg ->> 'id' as match, leg ->> 'side' as side
           from (select id, provider from game_launches where member_id = $1 and made_at > $2 and provider = any($3)) l
           join game_rounds r on r.launch_id = l.id and r.state = 'placed'
          cross join jsonb_array_elements(r.outcome -> 'legs') leg`,
        [member.id, new Date(now().getTime() - days(2)), sportCodes],
      ),
    ])
    return { status: 'success', favourites: favourites.map(toListed), played: played.map(toListed), openBets }
  },

  'set-favourite': async ({ store, member, now }, { company, code, on }) => {
    const game = [member.id, String(company), String(code)]
    if (!on) {
      await store.query('delete from favourites where member_id = $1 and company = $2 and code = $3', game)
      return { status: 'success' }
    }
    await store.tx(async (sql) => {
      await sql.query(
        'insert into favourites (member_id, company, code, made_at) values ($1, $2, $3, $4) on conflict do nothing',
        [...game, now()],
      )
      await sql.query(
        `delete from favourites where member_id = $1 and (company, code) in (
           select company, code from favourites where member_id = $1 order by made_at desc, company, code offset $2)`,
        [member.id, maxFavourites],
      )
    })
    return { status: 'success' }
  },
} satisfies Partial<Handlers>
