import { useI18n } from '~/i18n/i18n'
import { Alert } from '~/ui/alert/alert'
import { Badge } from '~/ui/badge/badge'
import { icon, visuallyHidden } from '~/ui/base.css'
import { ButtonLink } from '~/ui/button/button'
import { button } from '~/ui/button/button.css'
import { label } from '~/ui/field/field.css'
import { chevronDown, foldRow } from '~/ui/fold.css'
import sports from '~/ui/icon/sports.svg?url&no-inline'
import { spreadRow, stack, tightStack, wrapRow } from '~/ui/layout/layout.css'
import { Link } from '~/ui/link/link'
import { end, item, text } from '~/ui/list/list.css'
import { faintText, softText } from '~/ui/text.css'
import { MoreLink } from '~/ui/text-link/text-link'
import { betsSectionHref } from '~/values/addresses'
import { launchHref } from '../launch/href'
import * as css from './match-list.css'
import type { MatchData, SlipsData } from './matches.server'

type Columns = { columns: readonly { side: MatchData['sides'][number]['side']; name: string }[] }

/** Shows matches by start time. The odds of each side are in a column, which the first start time's heading names. */
export function MatchList({ matches, columns }: Columns & { matches: readonly MatchData[] }) {
  const starts = [...new Set(matches.map(({ start }) => start))]
  return (
    <div className={stack}>
      {starts.map((start, index) => (
        <section key={start}>
          {start && (
            <h3 className={css.start}>
              {start}
              {index === 0 && (
                <span className={`${css.sides} ${faintText}`} aria-hidden="true">
                  {columns.map(({ side, name }) => (
                    <span key={side}>{name}</span>
                  ))}
                </span>
              )}
            </h3>
          )}
          <ul aria-labelledby="matches">
            {matches
              .filter((match) => match.start === start)
              .map((match, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a match may have no id.
                <MatchRow key={index} columns={columns} {...match} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function MatchRow({ company, provider, kind, sport, betText, columns, sides, isPickable }: MatchData & Columns) {
  const teams = sides.filter(({ side }) => side !== 'draw')
  const match = teams.map(({ name }) => name).join(' – ')
  return (
    <li className={`${css.match} ${item}`}>
      <p className={end}>
        <svg className={icon} width={16} height={16} aria-hidden="true">
          <use href={`${sports}#${kind}`} />
        </svg>
        <Link to={launchHref(company, company)} className={css.provider} data-play="sport">
          {`${sport} · ${provider}`}
        </Link>
        {betText && (
          <Link to={betsSectionHref}>
            <Badge kind="good">{`${betText} ›`}</Badge>
          </Link>
        )}
      </p>
      <div>
        {teams.map(({ side, name, isFound }) => (
          <span key={side} className={label}>
            {isFound ? <mark>{name}</mark> : name}
          </span>
        ))}
      </div>
      <div className={css.sides}>
        {columns.map(({ side }) => {
          const found = sides.find((each) => each.side === side)
          return found ? <Odds key={side} match={match} isPickable={isPickable} {...found} /> : <NoOdds key={side} />
        })}
      </div>
    </li>
  )
}

/** A side's odds: a link that picks it on this page or leads to the provider, or plain text beside the member's bet. */
function Odds({ match, isPickable, ...side }: MatchData['sides'][number] & { match: string; isPickable: boolean }) {
  const { name, odds, to, isPicked, isOwn } = side
  const figure = <b translate="no">{odds}</b>
  return to === undefined ? (
    <span className={isOwn ? css.ownOdds : css.odds}>
      <span className={visuallyHidden}>{name}</span>
      {isOwn && '✓'}
      {figure}
    </span>
  ) : (
    <Link
      to={to}
      className={css.odds}
      aria-current={isPicked || undefined}
      aria-label={`${match} ${name} ${odds}`}
      {...(isPickable ? isReplaced : {})}
    >
      {figure}
    </Link>
  )
}

const NoOdds = () => (
  <span className={faintText} aria-hidden="true">
    –
  </span>
)

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
              <section key={slip.company} className={item}>
                <div className={css.row}>
                  <h3 className={text}>
                    <b>{slip.title}</b>
                    {separate && <span className={faintText}>{slip.returns}</span>}
                  </h3>
                  {separate && !confirm && bet(slip)}
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
                  <p className={css.row}>
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
          <>
            <p className={softText}>{empty}</p>
            <p className={faintText}>{split}</p>
          </>
        )
      )}
    </div>
  )
}
