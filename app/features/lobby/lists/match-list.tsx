import { useI18n } from '~/i18n/i18n'
import { emptyStateArtSrc } from '~/ui/artwork/picture-urls'
import { Badge } from '~/ui/badge/badge'
import { icon } from '~/ui/base.css'
import { ButtonLink } from '~/ui/button/button'
import { button } from '~/ui/button/button.css'
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
  return (
    <ul className={tightStack} aria-labelledby={labelledBy}>
      {matches.map(({ company, provider, kind, sport, startsAt, home, away, isPickable, betText, sides }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a match may have no id.
        <li key={index} className={css.match}>
          <p className={end}>
            <svg className={icon} width={16} height={16} aria-hidden="true">
              <use href={`${sports}#${kind}`} />
            </svg>
            {startsAt && <b>{startsAt}</b>}
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
      ))}
    </ul>
  )
}

const isReplaced = { replace: true, preventScrollReset: true, rel: 'nofollow' } as const

/** Shows a slip of picked sides for each provider. It is beside the matches, or on phones in a fold at the bottom. */
export function Slips({ list, dropped, title, note }: SlipsData) {
  const { t } = useI18n()
  const areSeparate = list.length > 1
  const isEmpty = list.length === 0 && dropped.length === 0
  const remove = ({ to, label }: SlipsData['dropped'][number]['removal']) => (
    <ButtonLink to={to} variant="ghost" size="small" aria-label={label} {...isReplaced}>
      ×
    </ButtonLink>
  )
  const bet = (to: string) => (
    <ButtonLink to={to} variant="primary" size="small" data-play="sport">
      {t('matches.bet')}
    </ButtonLink>
  )
  return (
    <div className={`${css.slips} ${isEmpty ? css.wideOnly : wrapRow}`} role="status">
      {!isEmpty && <b className={css.wideOnly}>{title}</b>}
      <details className={css.fold}>
        <summary className={foldRow}>
          <span className={`${softText} ${text}`}>
            <b>{list.length === 1 ? list[0]?.text : title}</b>
            {!isEmpty && <span className={faintText}>{areSeparate ? note : list[0]?.returns}</span>}
            {dropped.slice(0, 2).map(({ side, reason, removal }) => (
              <span key={removal.to} className={faintText}>
                <s>{side}</s> {reason}
              </span>
            ))}
          </span>
          <span className={`${chevronDown} ${chevron}`} />
          {areSeparate && <small className={button({ variant: 'primary', size: 'small' })}>{t('matches.bet')}</small>}
        </summary>
      </details>
      <div className={`${css.unfolded} ${tightStack}`}>
        {isEmpty ? (
          <Empty artwork={<Picture src={emptyStateArtSrc('bets')} shape="game" />} title={title} text={note} />
        ) : (
          note && <p className={softText}>{note}</p>
        )}
        <ul className={tightStack}>
          {dropped.length > 0 && (
            <li>
              <ul>
                {dropped.map(({ name, side, reason, removal }) => (
                  <li key={removal.to} className={`${item} ${rowOfTitle}`}>
                    <span className={text}>
                      <s>{side}</s>
                      <s className={faintText}>{name}</s>
                      <span className={softText}>{reason}</span>
                    </span>
                    {remove(removal)}
                  </li>
                ))}
              </ul>
            </li>
          )}
          {list.map((slip) => (
            <li key={slip.company} className={item}>
              <div className={rowOfTitle}>
                <h3 className={`${softText} ${text}`}>{slip.provider}</h3>
                {slip.picks.length > 1 && (
                  <ButtonLink to={slip.emptied} variant="ghost" size="small" {...isReplaced}>
                    {t('matches.clear')}
                  </ButtonLink>
                )}
              </div>
              <ul className={item}>
                {slip.picks.map(({ name, texts: [side, odds], removal }) => (
                  <li key={removal.to} className={`${item} ${rowOfTitle}`}>
                    <span className={text}>
                      <b>{side}</b>
                      <span className={faintText}>{name}</span>
                    </span>
                    <b translate="no">{odds}</b>
                    {remove(removal)}
                  </li>
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
