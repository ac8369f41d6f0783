import { useI18n } from '~/i18n/i18n'
import { from960Only } from '~/shell/bars/member-strip.css'
import { Alert } from '~/ui/alert/alert'
import { Badge } from '~/ui/badge/badge'
import { icon } from '~/ui/base.css'
import { ButtonLink } from '~/ui/button/button'
import { button } from '~/ui/button/button.css'
import { chevronDown, foldRow } from '~/ui/fold.css'
import sports from '~/ui/icon/sports.svg?url&no-inline'
import { spreadRow, stack, tightStack, wrapRow } from '~/ui/layout/layout.css'
import { Link } from '~/ui/link/link'
import { item, text } from '~/ui/list/list.css'
import { faintText, softText } from '~/ui/text.css'
import { MoreLink } from '~/ui/text-link/text-link'
import { betsSectionHref } from '~/values/addresses'
import { dot } from '~/values/parts'
import { launchHref } from '../launch/href'
import * as css from './match-list.css'
import type { MatchData, SlipsData } from './matches.server'

/** Shows matches below their start times, or if few of them start together, in one list with the time of each. */
export function MatchList({ matches }: { matches: readonly MatchData[] }) {
  const starts = [...new Set(matches.map(({ start }) => start))]
  const isOneList = 2 * starts.length > matches.length
  return (
    <div className={stack}>
      {(isOneList ? [''] : starts).map((heading) => (
        <section key={heading} className={tightStack}>
          {heading && <h3 className={css.start}>{heading}</h3>}
          <ul className={tightStack} aria-labelledby="matches">
            {matches
              .filter(({ start }) => isOneList || start === heading)
              .map((match, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a match may have no id.
                <MatchRow key={index} {...match} start={isOneList ? match.start : ''} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function MatchRow({ company, provider, kind, sport, start, betText, sides, isPickable }: MatchData) {
  const teams = sides.filter(({ side }) => side !== 'draw')
  const match = teams.map(({ name }) => name).join(' – ')
  return (
    <li className={css.match}>
      <p className={`${css.about} ${wrapRow}`}>
        {/* On narrow screens, the buttons below name the teams. */}
        <b className={`${css.name} ${from960Only}`}>{match}</b>
        <svg className={icon} width={16} height={16} aria-hidden="true">
          <use href={`${sports}#${kind}`} />
        </svg>
        {start && <time>{start}</time>}
        <Link to={launchHref(company, company)} data-play="sport">
          {`${sport}${dot}${provider}`}
        </Link>
        {betText && (
          <Link to={betsSectionHref}>
            <Badge kind="good">{`${betText} ›`}</Badge>
          </Link>
        )}
      </p>
      <div className={css.sides}>
        {sides.map((side) => (
          <Odds key={side.side} match={match} isPickable={isPickable} {...side} />
        ))}
      </div>
    </li>
  )
}

/** A side's odds: a link that picks it on this page or leads to the provider, or plain text beside the member's bet. */
function Odds({ match, isPickable, ...side }: MatchData['sides'][number] & { match: string; isPickable: boolean }) {
  const { name, odds, to, isPicked, isFound, isOwn } = side
  const content = (
    <>
      <span>
        {isOwn && '✓ '}
        {isFound ? <mark>{name}</mark> : name}
      </span>
      <b translate="no">{odds}</b>
    </>
  )
  return to === undefined ? (
    <span className={isOwn ? css.ownOdds : css.odds}>{content}</span>
  ) : (
    <Link
      to={to}
      className={css.odds}
      aria-current={isPicked || undefined}
      aria-label={`${match} ${name} ${odds}`}
      {...(isPickable ? isReplaced : {})}
    >
      {content}
    </Link>
  )
}

const isReplaced = { replace: true, preventScrollReset: true, rel: 'nofollow' } as const

/**
 * Shows the picked sides by provider. The slip is beside the matches, or on phones in a bar at the bottom that unfolds.
 * Without picks, it is a hint. If picks were dropped, the filled button only confirms it.
 */
export function Slips({ list, dropped, change, emptied, confirm, title, empty, split, separate }: SlipsData) {
  const { t } = useI18n()
  const [first] = list
  const only = separate ? undefined : first
  const bet = ({ to, returns }: SlipsData['list'][number], variant: 'primary' | 'line' = 'primary') => (
    <ButtonLink to={to} variant={variant} size="small" data-play="sport">
      <span>{t('matches.bet')}</span>
      {only && <small>{returns}</small>}
    </ButtonLink>
  )
  const notice = dropped.length > 0 && (
    <div className={css.dropped}>
      <Alert kind="warning" title={[...new Set(dropped.map(({ reason }) => reason))].join(dot)} slim silent>
        {dropped.map(({ side, name }) => (
          <p key={name + side}>
            <s>{side}</s>
            {name && `${dot}${name}`}
          </p>
        ))}
        {change && <p translate="no">{change}</p>}
      </Alert>
    </div>
  )
  return (
    <div className={`${first || notice ? css.slips : css.hint} ${first ? wrapRow : tightStack}`} role="status">
      {first && (
        <>
          <div className={`${css.head} ${spreadRow}`}>
            {only && (
              <span className={text}>
                <span className={faintText}>{only.total ? only.title : only.picks[0]?.side}</span>
                <b translate="no">{only.oddsText}</b>
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
            <p className={faintText}>{split}</p>
            {list.map((slip) => (
              <section key={slip.company} className={item}>
                <div className={spreadRow}>
                  <h3 className={text}>
                    <span className={softText}>{slip.title}</span>
                    {separate && <span className={faintText}>{slip.returns}</span>}
                  </h3>
                  {separate && !confirm && bet(slip, slip === first ? 'primary' : 'line')}
                </div>
                <ul>
                  {slip.picks.map(({ name, side, odds, removal }) => (
                    <li key={removal.to} className={`${css.row} ${item}`}>
                      <span className={text}>
                        <b>{side}</b>
                        <span className={faintText}>{name}</span>
                      </span>
                      <b translate="no">{odds}</b>
                      <ButtonLink
                        to={removal.to}
                        variant="ghost"
                        size="square"
                        icon="x"
                        aria-label={removal.label}
                        {...isReplaced}
                      />
                    </li>
                  ))}
                </ul>
                {slip.total && (
                  <p className={`${css.total} ${spreadRow}`}>
                    <span className={softText}>{slip.total}</span>
                    <b translate="no">{slip.odds}</b>
                  </p>
                )}
                {slip.more && <MoreLink to={slip.more}>{slip.moreText}</MoreLink>}
              </section>
            ))}
          </div>
        </>
      )}
      {!first && <b>{title}</b>}
      {!first && notice}
      {confirm ? (
        <ButtonLink to={confirm.to} variant="primary" {...isReplaced}>
          {confirm.text}
        </ButtonLink>
      ) : only ? (
        bet(only)
      ) : (
        !first &&
        [empty, split].map((text) => (
          <p key={text} className={softText}>
            {text}
          </p>
        ))
      )}
    </div>
  )
}
