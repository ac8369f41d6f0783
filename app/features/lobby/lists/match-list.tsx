import { useI18n } from '~/i18n/i18n'
import { emptyStateArtSrc } from '~/ui/artwork/picture-urls'
import { Badge } from '~/ui/badge/badge'
import { icon } from '~/ui/base.css'
import { ButtonLink } from '~/ui/button/button'
import { button, invisibleLabel } from '~/ui/button/button.css'
import { Empty } from '~/ui/empty/empty'
import { chevronDown, foldRow } from '~/ui/fold.css'
import sports from '~/ui/icon/sports.svg?url&no-inline'
import { tightStack, wrapRow } from '~/ui/layout/layout.css'
import { Link } from '~/ui/link/link'
import { chevron, end, item, text } from '~/ui/list/list.css'
import { Picture } from '~/ui/picture/picture'
import { faintText, softText } from '~/ui/text.css'
import { betsSectionHref } from '~/values/addresses'
import { launchHref } from '../launch/href'
import { title as rowOfTitle } from './lists.css'
import * as css from './match-list.css'
import type { MatchData, SlipsData } from './matches.server'

/** Matches by day and hour. Each team's odds are a link that either picks it on this page or leads to the provider. */
export function MatchList({ matches, labelledBy }: { matches: readonly MatchData[]; labelledBy: string }) {
  const days = [...new Set(matches.map(({ day }) => day))]
  return (
    <div className={tightStack}>
      {days.map((day) => (
        <section key={day} className={tightStack}>
          {day && <h3 className={softText}>{day}</h3>}
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
        {sides.map(({ side, name, odds, to, isPicked, isOwn }) => [
          // On wide screens, a match without a draw leaves its column empty.
          side === 'away' && sides.length === 2 && (
            <span key="draw" className={`${css.odds} ${css.wideOnly} ${invisibleLabel}`} />
          ),
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
        ])}
      </span>
    </li>
  )
}

const isReplaced = { replace: true, preventScrollReset: true, rel: 'nofollow' } as const

/** Shows a slip of picked sides for each provider. It is beside the matches, or on phones in a fold at the bottom. */
export function Slips({ list, dropped, emptied, title, note, open }: SlipsData) {
  const { t } = useI18n()
  const areSeparate = list.length > 1
  const isEmpty = list.length === 0 && dropped.length === 0
  const [first, second] = list.length === 1 ? (list[0]?.picks ?? []) : []
  const bet = (to: string) => (
    <ButtonLink to={to} variant={areSeparate ? 'line' : 'primary'} size="small" data-play="sport">
      {t('matches.bet')}
    </ButtonLink>
  )
  return (
    <div className={`${css.slips} ${isEmpty ? css.wideOnly : wrapRow}`} role="status">
      {!isEmpty && <b className={`${css.wideOnly} ${text}`}>{title}</b>}
      <details className={css.fold}>
        <summary className={foldRow}>
          <span className={text}>
            <b>{first ? (second ? list[0]?.text : `${first.side} ${first.odds}`) : title}</b>
            {list[0] && !areSeparate && <span className={faintText}>{list[0].returns}</span>}
            {dropped.slice(0, 2).map(({ side, reason, removal }) => (
              <span key={removal.to} className={faintText}>
                <s>{side}</s> {reason}
              </span>
            ))}
          </span>
          <span className={`${chevronDown} ${chevron}`} />
          {open && <small className={button({ variant: 'primary', size: 'small' })}>{open}</small>}
        </summary>
      </details>
      {emptied && (
        <ButtonLink to={emptied} variant="ghost" size="small" {...isReplaced}>
          {t('matches.clear')}
        </ButtonLink>
      )}
      <div className={`${css.unfolded} ${tightStack}`}>
        {isEmpty ? (
          <Empty artwork={<Picture src={emptyStateArtSrc('bets')} shape="game" />} title={title} text={note} />
        ) : (
          note && <p className={softText}>{note}</p>
        )}
        <ul className={tightStack}>
          {dropped.map((pick) => (
            <SlipRow key={pick.removal.to} {...pick} />
          ))}
          {list.map((slip) => (
            <li key={slip.company} className={item}>
              <h3 className={softText}>{slip.provider}</h3>
              <ul className={item}>
                {slip.picks.map((pick) => (
                  <SlipRow key={pick.removal.to} {...pick} />
                ))}
              </ul>
              <div className={`${item} ${wrapRow}`}>
                <p className={text}>
                  <b>{slip.returns}</b>
                  {slip.picks.length > 1 && <span className={faintText}>{slip.text}</span>}
                </p>
                {areSeparate && bet(slip.to)}
              </div>
            </li>
          ))}
        </ul>
      </div>
      {!areSeparate && list[0] && bet(list[0].to)}
    </div>
  )
}

/** Shows a pick in a slip. @param reason why the pick no longer accepts bets, or '' */
function SlipRow({ name, side, odds, reason, removal }: SlipsData['dropped'][number]) {
  return (
    <li className={`${item} ${rowOfTitle}`}>
      <span className={text}>
        {reason ? <s>{side}</s> : <b>{side}</b>}
        <span className={faintText}>{name}</span>
        {reason && <span className={softText}>{reason}</span>}
      </span>
      {odds && <b translate="no">{odds}</b>}
      <ButtonLink to={removal.to} variant="ghost" size="small" aria-label={removal.label} {...isReplaced}>
        ×
      </ButtonLink>
    </li>
  )
}
