import { useI18n } from '~/i18n/i18n'
import { Badge } from '~/ui/badge/badge'
import { icon } from '~/ui/base.css'
import { ButtonLink } from '~/ui/button/button'
import { foldHead } from '~/ui/fold.css'
import sports from '~/ui/icon/sports.svg?url&no-inline'
import { spreadRow, wrapRow } from '~/ui/layout/layout.css'
import { Link } from '~/ui/link/link'
import { item, row } from '~/ui/list/list.css'
import { arrowLink, faintText } from '~/ui/text.css'
import { betsSectionHref } from '~/values/addresses'
import { launchHref } from '../launch/href'
import * as css from './match-list.css'
import type { MatchData, SlipData } from './matches.server'

/** Matches by day and hour. The odds are links that either pick a side on this page or lead to the provider. */
export function MatchList({ matches, labelledBy }: { matches: readonly MatchData[]; labelledBy: string }) {
  return (
    <ul className={css.matches} aria-labelledby={labelledBy}>
      {matches.map(({ company, provider, kind, sport, startsAt, home, away, isPickable, betText, sides }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a match may have no id.
        <li key={index} className={css.match}>
          <p className={`${faintText} ${wrapRow}`}>
            <svg className={icon} width={16} height={16} aria-hidden="true">
              <use href={`${sports}#${kind}`} />
            </svg>
            {startsAt && <b>{startsAt}</b>} {`${sport} · ${provider}`}
            {betText && (
              <Link to={betsSectionHref} className={arrowLink}>
                <Badge kind="good">{`${betText} ›`}</Badge>
              </Link>
            )}
          </p>
          <Link to={launchHref(company, company)} className={css.teams} data-play="sport">
            {home}
            <br />
            {away}
          </Link>
          <span className={css.sides}>
            {sides.map(({ side, name, odds, to, isPicked, isBetOn }) =>
              to === undefined ? (
                <span key={side}>
                  {isBetOn ? <Badge kind="good">{`✓ ${name}`}</Badge> : <span className={faintText}>{name}</span>}
                  <br />
                  <b translate="no">{odds}</b>
                </span>
              ) : (
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
              ),
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

const isReplaced = { replace: true, preventScrollReset: true, rel: 'nofollow' } as const

type SlipsProps = { slips: readonly SlipData[]; countText: string; separateText: string }

/** The picked sides at the bottom edge of the screen: one slip, or a fold with a slip for each provider. */
export function Slips({ slips, countText, separateText }: SlipsProps) {
  if (slips.length === 0) return null
  const [only] = slips
  return (
    <div className={css.slips} role="status">
      {slips.length === 1 && only ? (
        <Slip {...only} text={`${only.text} · ${only.provider}`} />
      ) : (
        <details>
          <summary className={foldHead}>
            <b>{countText}</b>
          </summary>
          <p>{separateText}</p>
          <ul>
            {slips.map((slip) => (
              <li key={slip.company} className={item}>
                <h3 className={row()}>{slip.provider}</h3>
                <Slip {...slip} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function Slip({ text, returns, picks, to }: SlipData) {
  const { t } = useI18n()
  return (
    <div className={spreadRow}>
      <ul className={css.picks}>
        {picks.map(({ name, side, removal }) => (
          <li key={name} className={spreadRow}>
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
        <span className={faintText}>{text}</span>
      </p>
      <ButtonLink to={to} variant="primary" data-play="sport">
        {t('matches.bet')}
      </ButtonLink>
    </div>
  )
}
