import { Fragment } from 'react'
import { useI18n } from '~/i18n/i18n'
import { icon } from '~/ui/base.css'
import { ButtonLink } from '~/ui/button/button'
import sports from '~/ui/icon/sports.svg?url&no-inline'
import { wrapRow } from '~/ui/layout/layout.css'
import { Link } from '~/ui/link/link'
import { faintText } from '~/ui/text.css'
import { launchHref } from '../launch/href'
import * as css from './match-list.css'
import type { MatchData, SlipData } from './matches.server'

/** Matches by day and hour. The odds are links that either pick a side on this page or lead to the provider. */
export function MatchList({ matches, labelledBy }: { matches: readonly MatchData[]; labelledBy: string }) {
  return (
    <ul className={css.matches} aria-labelledby={labelledBy}>
      {matches.map(({ company, provider, kind, sport, startsAt, home, away, isPickable, sides }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a match may have no id.
        <li key={index} className={css.match}>
          <p className={`${faintText} ${wrapRow}`}>
            <svg className={icon} width={16} height={16} aria-hidden="true">
              <use href={`${sports}#${kind}`} />
            </svg>
            {startsAt && <b>{startsAt}</b>} {`${sport} · ${provider}`}
          </p>
          <Link to={launchHref(company, company)} className={css.teams} data-play="sport">
            {home}
            <br />
            {away}
          </Link>
          <span className={css.sides}>
            {sides.map(({ side, name, odds, to, isPicked }) => (
              <Link
                key={side}
                to={to}
                className={css.odds}
                aria-current={isPicked || undefined}
                aria-label={`${home} – ${away} ${name} ${odds}`}
                {...(isPickable ? isReplaced : {})}
              >
                <span className={faintText}>{name}</span>
                <b translate="no">{odds}</b>
              </Link>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}

const isReplaced = { replace: true, preventScrollReset: true, rel: 'nofollow' } as const

/** The picked sides, one slip for each provider, at the bottom edge of the screen. */
export function Slips({ slips, separateText }: { slips: readonly SlipData[]; separateText: string }) {
  const { t } = useI18n()
  if (slips.length === 0) return null
  return (
    <div className={css.slips} role="status">
      {slips.length > 1 && <p className={css.picks}>{separateText}</p>}
      {slips.map(({ company, provider, text, returns, picks, to }) => (
        <Fragment key={company}>
          <ul className={css.picks}>
            {picks.map(({ name, side, removal }) => (
              <li key={name} className={wrapRow}>
                <span className={faintText}>{name}</span> <b>{side}</b>
                <ButtonLink to={removal.to} variant="ghost" size="small" aria-label={removal.label} {...isReplaced}>
                  ×
                </ButtonLink>
              </li>
            ))}
          </ul>
          <p>
            <b>{returns}</b>
            <br />
            <span className={faintText}>{`${text} · ${provider}`}</span>
          </p>
          <ButtonLink to={to} variant={slips.length > 1 ? 'line' : 'primary'} data-play="sport">
            {t('matches.bet')}
          </ButtonLink>
        </Fragment>
      ))}
    </div>
  )
}
