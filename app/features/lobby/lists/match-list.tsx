import { useI18n } from '~/i18n/i18n'
import { Badge } from '~/ui/badge/badge'
import { icon } from '~/ui/base.css'
import { ButtonLink } from '~/ui/button/button'
import { foldHead } from '~/ui/fold.css'
import sports from '~/ui/icon/sports.svg?url&no-inline'
import { spreadRow, wrapRow } from '~/ui/layout/layout.css'
import { Link } from '~/ui/link/link'
import { item, row } from '~/ui/list/list.css'
import { faintText, softText } from '~/ui/text.css'
import { betsSectionHref } from '~/values/addresses'
import { launchHref } from '../launch/href'
import * as css from './match-list.css'
import type { MatchData, SlipsData } from './matches.server'

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
            {startsAt && <b>{startsAt}</b>} <span className={css.provider}>{`${sport} · ${provider}`}</span>
            {betText && (
              <Link to={betsSectionHref}>
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
                <span key={side} className={css.odds}>
                  {isBetOn ? <Badge kind="good">{`✓ ${name}`}</Badge> : <small>{name}</small>}
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
                  <small>{name}</small>
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

/** The picked sides, beside the matches or folded at the bottom edge: a slip for each provider. */
export function Slips({ list, title, returns, separateText }: SlipsData) {
  return (
    <div className={css.slips} role="status">
      {/* The slips are not inside it, because wide screens show them without a fold. */}
      <details className={css.fold}>
        <summary className={foldHead}>
          <span className={softText}>
            <b>{title}</b>
            <br />
            {returns}
          </span>
        </summary>
      </details>
      <div className={css.unfolded}>
        {list.length > 1 && <p>{separateText}</p>}
        <ul>
          {list.map((slip) => (
            <li key={slip.company} className={`${item} ${row()} ${spreadRow}`}>
              <Slip {...slip} />
              {list.length > 1 && <Bet to={slip.to} />}
            </li>
          ))}
        </ul>
      </div>
      {list.length === 1 && list.map(({ company, to }) => <Bet key={company} to={to} />)}
    </div>
  )
}

function Bet({ to }: { to: string }) {
  return (
    <ButtonLink to={to} variant="primary" size="small" data-play="sport">
      {useI18n().t('matches.bet')}
    </ButtonLink>
  )
}

function Slip({ provider, text, returns, picks, emptied }: SlipsData['list'][number]) {
  const { t } = useI18n()
  return (
    <>
      <h3>
        <b>{provider}</b>
      </h3>
      {picks.length > 1 && (
        <ButtonLink to={emptied} variant="ghost" size="small" {...isReplaced}>
          {t('matches.clear')}
        </ButtonLink>
      )}
      <table className={css.picks}>
        <tbody>
          {picks.map(({ texts, removal }) => (
            <tr key={removal.to}>
              {texts.map((text) => (
                <td key={text}>{text}</td>
              ))}
              <td>
                <ButtonLink to={removal.to} variant="ghost" size="small" aria-label={removal.label} {...isReplaced}>
                  ×
                </ButtonLink>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <b>{returns}</b>
        <br />
        <span className={faintText}>{text}</span>
      </p>
    </>
  )
}
