import { useI18n } from '~/i18n/i18n'
import { Alert } from '~/ui/alert/alert'
import { Badge } from '~/ui/badge/badge'
import { icon } from '~/ui/base.css'
import { ButtonLink } from '~/ui/button/button'
import { button } from '~/ui/button/button.css'
import { label } from '~/ui/field/field.css'
import { chevronDown, foldRow } from '~/ui/fold.css'
import sports from '~/ui/icon/sports.svg?url&no-inline'
import { spreadRow, tightStack, wrapRow } from '~/ui/layout/layout.css'
import { Link } from '~/ui/link/link'
import { end, item, text } from '~/ui/list/list.css'
import { faintText, softText } from '~/ui/text.css'
import { TextLink } from '~/ui/text-link/text-link'
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
        {time && <b className={label}>{time}</b>}
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
        {sides.map(({ side, name, odds, to, isFound, isPicked, isOwn }) =>
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
              <span>{isFound ? <mark>{name}</mark> : name}</span>
              <b translate="no">{odds}</b>
            </Link>
          ),
        )}
      </span>
    </li>
  )
}

const isReplaced = { replace: true, preventScrollReset: true, rel: 'nofollow' } as const

/**
 * Shows the picked sides by provider. The slip is beside the matches, or on phones in a bar at the bottom that unfolds.
 * If picks were dropped, the filled button only confirms it.
 */
export function Slips({ list, dropped, change, emptied, confirm, title, empty, split, separate }: SlipsData) {
  const { t } = useI18n()
  const [only] = separate ? [] : list
  const bet = ({ to, returns }: SlipsData['list'][number]) => (
    <ButtonLink to={to} variant={only ? 'primary' : 'line'} size="small" data-play="sport">
      <span>{t('matches.bet')}</span>
      {only && <small>{returns}</small>}
    </ButtonLink>
  )
  const notice = dropped.length > 0 && (
    <div className={css.dropped}>
      <Alert kind="warning" title={[...new Set(dropped.map(({ reason }) => reason))].join(' · ')} slim silent>
        {dropped.map(({ side, name }) => (
          <p key={name + side}>
            <s>{side}</s>
            {name && ` · ${name}`}
          </p>
        ))}
        {change && <p translate="no">{change}</p>}
      </Alert>
    </div>
  )
  return (
    <div className={`${css.slips} ${list.length > 0 ? wrapRow : tightStack}`} role="status">
      {list.length > 0 && (
        <>
          <div className={`${css.head} ${spreadRow}`}>
            {only && (
              <span className={text}>
                <span className={faintText}>{only.picks.length === 1 ? only.picks[0]?.side : only.title}</span>
                <b translate="no">{only.odds}</b>
              </span>
            )}
            <b>{title}</b>
            {emptied && (
              <ButtonLink to={emptied} variant="ghost" size="small" {...isReplaced}>
                {t('matches.clear')}
              </ButtonLink>
            )}
          </div>
          <details className={css.fold}>
            <summary className={foldRow} aria-label={separate ? `${title} ${separate}` : title}>
              {separate && !confirm && (
                <span className={button({ variant: 'primary', size: 'small' })}>{separate}</span>
              )}
              <span className={`${chevronDown} ${button({ variant: 'line', size: 'square' })}`} />
            </summary>
          </details>
          {notice}
          <div className={css.groups}>
            {separate && <p className={faintText}>{split}</p>}
            {list.map((slip) => (
              <section key={slip.company}>
                <div className={css.row}>
                  <h3 className={text}>
                    <b>{slip.title}</b>
                    {separate && <span className={faintText}>{slip.returns}</span>}
                  </h3>
                  {separate && !confirm && bet(slip)}
                </div>
                <ul>
                  {slip.picks.map((pick) => (
                    <SlipRow key={pick.removal.to} {...pick} />
                  ))}
                </ul>
                {slip.total && (
                  <p className={css.row}>
                    <span className={softText}>{slip.total}</span>
                    <b translate="no">{slip.odds}</b>
                  </p>
                )}
                {slip.more && <TextLink to={slip.more}>{slip.moreText}</TextLink>}
              </section>
            ))}
          </div>
        </>
      )}
      {list.length === 0 && <b>{title}</b>}
      {list.length === 0 && notice}
      {confirm ? (
        <ButtonLink to={confirm.to} variant="primary" {...isReplaced}>
          {confirm.text}
        </ButtonLink>
      ) : only ? (
        bet(only)
      ) : (
        list.length === 0 && (
          <span className={css.odds}>
            {empty}
            <span className={faintText}>{split}</span>
          </span>
        )
      )}
    </div>
  )
}

function SlipRow({ name, side, odds, removal }: SlipsData['list'][number]['picks'][number]) {
  return (
    <li className={`${css.row} ${item}`}>
      <span className={text}>
        <b>{side}</b>
        <span className={faintText}>{name}</span>
      </span>
      <b translate="no">{odds}</b>
      <ButtonLink to={removal.to} variant="ghost" size="square" icon="x" aria-label={removal.label} {...isReplaced} />
    </li>
  )
}
