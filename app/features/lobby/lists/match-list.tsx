import { useI18n } from '~/i18n/i18n'
import { Badge } from '~/ui/badge/badge'
import { icon } from '~/ui/base.css'
import { ButtonLink } from '~/ui/button/button'
import { button } from '~/ui/button/button.css'
import { chevronDown, foldRow } from '~/ui/fold.css'
import sports from '~/ui/icon/sports.svg?url&no-inline'
import { tightStack, wrapRow } from '~/ui/layout/layout.css'
import { Link } from '~/ui/link/link'
import { chevron, end, item, text } from '~/ui/list/list.css'
import { faintText, softText } from '~/ui/text.css'
import { betsSectionHref } from '~/values/addresses'
import { launchHref } from '../launch/href'
import * as css from './match-list.css'
import type { MatchData, SlipsData } from './matches.server'

/**
 * Shows matches by day and hour, without a heading for the first day. Each team's odds are a link that either picks it
 * on this page or leads to the provider.
 */
export function MatchList({ matches, labelledBy }: { matches: readonly MatchData[]; labelledBy: string }) {
  const days = [...new Set(matches.map(({ day }) => day))]
  return (
    <div className={tightStack}>
      {days.map((day, index) => (
        <section key={day} className={tightStack}>
          {index > 0 && day && <h3 className={softText}>{day}</h3>}
          <ul className={tightStack} aria-labelledby={labelledBy}>
            {matches
              .filter((match) => match.day === day)
              .map((match, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a match may have no id.
                <MatchRow key={index} {...match} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function MatchRow({ company, provider, kind, sport, time, home, away, isPickable, betText, sides }: MatchData) {
  return (
    <li className={css.match}>
      <p className={end}>
        <svg className={icon} width={16} height={16} aria-hidden="true">
          <use href={`${sports}#${kind}`} />
        </svg>
        {time && <b>{time}</b>}
        {betText && (
          <Link to={betsSectionHref}>
            <Badge kind="good">{`${betText} ›`}</Badge>
          </Link>
        )}
        <Link to={launchHref(company, company)} className={css.provider} data-play="sport">
          {`${sport} · ${provider}`}
        </Link>
      </p>
      <span className={wrapRow}>
        {sides.map(({ side, name, odds, to, isPicked, isOwn }) =>
          isOwn || to === undefined ? (
            <span key={side} className={isOwn ? css.ownOdds : css.odds}>
              <span>{isOwn ? `✓ ${name}` : name}</span>
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
              <span>{name}</span>
              <b translate="no">{odds}</b>
            </Link>
          ),
        )}
      </span>
    </li>
  )
}

const isReplaced = { replace: true, preventScrollReset: true, rel: 'nofollow' } as const

/** Shows the picked sides by provider. The slip is beside the matches, or on phones in a fold at the bottom. */
export function Slips({ list, dropped, emptied, again, title, separate }: SlipsData) {
  const { t } = useI18n()
  const isEmpty = list.length === 0 && dropped.length === 0
  const [only] = separate ? [] : list
  const bet = ({ to, returns }: SlipsData['list'][number]) => (
    <ButtonLink to={to} variant={separate ? 'line' : 'primary'} size="small" data-play="sport">
      <span>{t('matches.bet')}</span>
      <small>{returns}</small>
    </ButtonLink>
  )
  return (
    <div className={`${css.slips} ${isEmpty ? css.head : wrapRow}`} role="status">
      {isEmpty ? <p className={softText}>{title}</p> : <b className={css.head}>{title}</b>}
      {list.length > 0 && (
        <details className={css.fold}>
          <summary className={foldRow}>
            {only && (
              <span className={text}>
                <span className={faintText}>{only.picks.length === 1 ? only.picks[0]?.side : only.title}</span>
                <b translate="no">{only.odds}</b>
              </span>
            )}
            <b className={text}>{title}</b>
            {separate && <span className={button({ variant: 'primary', size: 'small' })}>{separate}</span>}
            <span className={`${chevronDown} ${chevron}`} />
          </summary>
        </details>
      )}
      {dropped.length > 0 && (
        <ul className={`${softText} ${css.dropped}`}>
          {dropped.map((pick) => (
            <SlipRow key={pick.removal.to} {...pick} />
          ))}
        </ul>
      )}
      {list.length > 0 && (
        <div className={css.groups}>
          {list.map((slip) => (
            <section key={slip.company} className={tightStack}>
              <h3 className={css.row}>
                <b>{slip.title}</b>
                {slip.picks.length > 1 && <b translate="no">{slip.odds}</b>}
              </h3>
              <ul>
                {slip.picks.map((pick) => (
                  <SlipRow key={pick.removal.to} {...pick} />
                ))}
              </ul>
              {separate && bet(slip)}
            </section>
          ))}
          {emptied && (
            <ButtonLink to={emptied} variant="ghost" size="small" {...isReplaced}>
              {t('matches.clear')}
            </ButtonLink>
          )}
        </div>
      )}
      {only && bet(only)}
      {again && (
        <ButtonLink to={again} wide>
          {t('matches.again')}
        </ButtonLink>
      )}
    </div>
  )
}

/** Shows a pick in a slip. @param reason why the pick no longer accepts bets, or '' */
function SlipRow({ name, side, odds, reason, removal }: SlipsData['dropped'][number]) {
  return (
    <li className={`${css.row} ${item}`}>
      <span className={text}>
        {reason ? <s>{side}</s> : <b>{side}</b>}
        <span className={faintText}>{name}</span>
        {reason && <span>{reason}</span>}
      </span>
      <b translate="no">{odds}</b>
      <ButtonLink to={removal.to} variant="ghost" size="square" icon="x" aria-label={removal.label} {...isReplaced} />
    </li>
  )
}
