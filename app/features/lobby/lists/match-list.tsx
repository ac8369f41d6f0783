import { item } from '~/ui/game-card/game-card.css'
import { Link } from '~/ui/link/link'
import { launchHref } from '../launch/href'
import * as css from './match-list.css'
import type { MatchCardData } from './matches.server'

export function MatchList({ matches, labelledBy }: { matches: readonly MatchCardData[]; labelledBy: string }) {
  return (
    <ul className={css.matches} aria-labelledby={labelledBy}>
      {matches.map(({ company, provider, sport, startsAt, teams, odds }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: matches have no id and never change order.
        <li key={index} className={item}>
          <Link to={launchHref(company, company)} className={css.match} data-play="sport">
            <span className={css.about}>
              {startsAt && <time>{startsAt}</time>} <span>{`${sport} · ${provider}`}</span>
            </span>
            <span className={css.teams}>{teams}</span>
            <span className={css.odds}>
              {odds.map(({ side, odds: price }) => (
                <span key={side} className={css.side}>
                  <span>{side}</span> <b translate="no">{price}</b>
                </span>
              ))}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
