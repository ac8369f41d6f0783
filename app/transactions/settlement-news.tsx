import { type ReactNode, useId } from 'react'
import { href, useFetcher } from 'react-router'
import { UnreadableMoney } from '~/components/unreadable-money'
import { useI18n } from '~/i18n/i18n'
import { useFocusMainOnRemoval } from '~/navigation/current-page'
import { useReload } from '~/navigation/reload'
import { OwnerField } from '~/session/post-form'
import { useSession } from '~/session/state'
import { alertIcons } from '~/ui/alert/alert'
import { icons } from '~/ui/alert/alert.css'
import { visuallyHidden } from '~/ui/base.css'
import { Button } from '~/ui/button/button'
import { Figure } from '~/ui/figure/figure'
import { Icon } from '~/ui/icon/icon'
import { tightStack, wrapRow } from '~/ui/layout/layout.css'
import { Link } from '~/ui/link/link'
import { faintText } from '~/ui/text.css'
import { TextLink } from '~/ui/text-link/text-link'
import { receiptHref } from '~/values/addresses'
import {
  isCancelled,
  isDone,
  isRefused,
  joinEntries,
  keyOf,
  netAmount,
  newestFirst,
  splitEntries,
  type Transaction,
} from '~/values/transaction'
import { IfAlreadySent, type NewsPlace, NextSteps } from './next-steps'
import type { SettlementNewsData } from './settlement-news.server'
import { formatName, formatTimes } from './state-badge'
import * as css from './transactions.css'
import { useCameOpen } from './use-came-open'

interface SettlementNewsProps {
  news: SettlementNewsData
  place: NewsPlace
  /** Pending and settled rows that the page has loaded anyway. */
  listed: readonly Transaction[]
}

export function SettlementNews({ news, place, listed }: SettlementNewsProps) {
  const i18n = useI18n()
  const { t } = i18n
  const { expired, member } = useSession()
  const fetcher = useFetcher()
  const form = useId()
  const cameOpen = useCameOpen(news, listed)
  // The page marks these transactions as seen, which lowers the count. That must not cause a reload.
  useReload(cameOpen.rows.length > 0 ? null : (member?.unseenSettled ?? null), news)
  const came = cameOpen.rows.map(keyOf)
  const newest = newestFirst([...news.rows.filter((row) => !came.includes(keyOf(row))), ...cameOpen.rows])
  const failedFirst = [...newest.filter(isCancelled), ...newest.filter(isDone)]
  const isDetailed = (row: Transaction) => place === '/' || place === `/${row.kind}`
  const rows = [...failedFirst.filter(isDetailed), ...failedFirst.filter((row) => !isDetailed(row))]
  const open = rows.find(isDetailed)
  const rest = rows.filter((row) => row !== open)
  // A form's page needs the room for its form, so several further results are folded into one line.
  const folded = place !== '/' && rest.length > 1 ? rest : []
  const credited = rows.findLast((row) => isDone(row) && row.kind === 'deposit')
  const mayPlay = news.mayPlay || cameOpen.mayPlay
  if (expired || rows.length === 0) return null
  const isOne = rows.length === 1
  // Only a single result on the home page gets a card, because other pages need the room for a form.
  const isCard = isOne && place === '/'
  const closing = (closed: readonly Transaction[]) => {
    const value = joinEntries(closed.map(keyOf))
    const busy = fetcher.state !== 'idle' && fetcher.formData?.get('news') === value
    return { form, name: 'news', value, busy, size: 'small', variant: 'ghost' } as const
  }
  const closeButton = (closed: readonly Transaction[], name: string) => (
    <Button {...closing(closed)} icon="x">
      <span className={visuallyHidden}>{name}</span>
    </Button>
  )
  const hasHead = place === '/' && rows.length > 2
  const toNews = (row: Transaction) => (
    <News
      key={keyOf(row)}
      row={row}
      size={isCard ? 'card' : row === open ? 'line' : isDetailed(row) && isCancelled(row) ? 'fold' : 'brief'}
      close={closeButton([row], isOne ? t('common.close') : `${t('common.close')}, ${formatName(row, i18n)}`)}
    >
      {/* Below a failed transaction, an invitation to play would be out of place. */}
      {(row === credited ? place === '/' && !rows.some(isCancelled) : isCancelled(row) && isDetailed(row)) && (
        <NextSteps row={row} place={place} isFirst={row === open} mayPlay={mayPlay} isOneOfSeveral={!isOne} />
      )}
    </News>
  )
  return (
    <section className={css.foldBox} aria-labelledby={`${form}title`}>
      <div className={hasHead ? css.newsHead : undefined}>
        <h2 id={`${form}title`} className={hasHead ? css.rowTitle : visuallyHidden}>
          {t('news.title')}
        </h2>
        {hasHead && <Button {...closing(rows)}>{t('news.closeAll')}</Button>}
      </div>
      <fetcher.Form
        id={form}
        method="post"
        action={href('/settled')}
        hidden
        onSubmit={({ nativeEvent }) => {
          const { submitter } = nativeEvent as SubmitEvent
          if (submitter instanceof HTMLButtonElement) cameOpen.forget(splitEntries(submitter.value))
        }}
      >
        <OwnerField />
        <input type="hidden" name="next" value={place} />
      </fetcher.Form>
      <ul>
        {rows.filter((row) => !folded.includes(row)).map(toNews)}
        {folded.length > 0 && (
          <li className={css.newsRow}>
            <details>
              <summary className={css.newsFold}>
                <Icon name="receipt-text" />
                <h3 className={css.rowTitle}>
                  <span className={css.newsOpens}>{t('news.others', { amount: folded.length })}</span>
                </h3>
              </summary>
              <ul>{folded.map(toNews)}</ul>
            </details>
            <div className={css.newsClose}>{closeButton(folded, t('news.closeAll'))}</div>
          </li>
        )}
      </ul>
    </section>
  )
}

const time = `${faintText} ${css.nowrap}`
const outcomeOf = (row: Transaction) => (isDone(row) ? 'done' : 'cancelled')

interface NewsProps {
  row: Transaction
  /** `card`: with a large figure. `line`: one line and the details. `fold`: folded details. `brief`: only one line. */
  size: 'card' | 'line' | 'fold' | 'brief'
  close: ReactNode
  children: ReactNode
}

function News({ row, size, close, children }: NewsProps) {
  const i18n = useI18n()
  const isCard = size === 'card'
  const { number, signed, t, won } = i18n
  const { kind, id, at, fee, paidTo, reason, settledAt } = row
  const amount = isDone(row) ? netAmount(row) : row.amount
  const isCredited = kind === 'deposit' && isDone(row)
  const icon = isDone(row) ? 'success' : 'error'
  const title = t(isRefused(row) ? 'news.withdraw.refused.title' : `news.${kind}.${outcomeOf(row)}`)
  const sentence = isRefused(row) ? 'news.withdraw.refused' : (`tracker.${kind}.${outcomeOf(row)}` as const)
  const facts =
    isDone(row) && size !== 'brief'
      ? [
          paidTo,
          fee && `${t(`${kind}.amount.label`)} ${won(row.amount)}`,
          fee && `${t(`${kind}.sum.fee`)} ${won(fee)}`,
        ].filter(Boolean)
      : []
  const receipt = id !== undefined && receiptHref({ kind, id, at })
  const isFolded = size === 'fold'
  const mark = (
    <span className={icons[icon]}>
      <Icon name={alertIcons[icon]} />
    </span>
  )
  const heading = (
    <h3 className={isCard ? css.newsTitle : css.newsLine}>
      <span className={visuallyHidden}>{t(sentence, { amount: won(amount) })}</span>
      <span>
        {isFolded ? (
          <span className={`${css.newsOpens} ${css.nowrap}`} aria-hidden="true">
            {title}
          </span>
        ) : receipt && !isCard ? (
          <Link to={receipt} aria-label={`${title}, ${t('receipt.number')} ${id}`}>
            {title}
          </Link>
        ) : (
          <span aria-hidden="true">{title}</span>
        )}{' '}
        {!isCard && <span className={time}>{i18n.dateTime(settledAt || at).slice('YYYY-'.length)}</span>}
      </span>
      <span className={isCredited ? css.credited : undefined} aria-hidden="true">
        <Figure
          amount={amount == null ? null : (isCredited ? signed : number)(amount)}
          unit={t('money.unit')}
          size={isCard ? 'big' : 'inherit'}
        />
      </span>
    </h3>
  )
  const details = size !== 'brief' && (
    <>
      {reason && !isFolded && <p className={css.newsReason}>{reason}</p>}
      {kind === 'withdraw' && isCancelled(row) && <p className={css.sentence}>{t('news.withdraw.returned')}</p>}
      <IfAlreadySent row={row} />
    </>
  )
  const receiptLink = receipt && (
    <TextLink to={receipt} aria-label={`${t(`receipt.${kind}.title`)} ${id}`}>
      {t('receipt.title')}{' '}
      <span className={css.nowrap} translate="no">
        {id}
      </span>
    </TextLink>
  )
  const content = isFolded ? (
    <details>
      <summary className={css.newsFold}>
        {mark}
        {heading}
        <span className={css.newsWords}>{reason}</span>
      </summary>
      <div className={`${css.newsRest} ${tightStack}`}>
        {details}
        <p className={faintText}>{receiptLink}</p>
        <div className={wrapRow}>{children}</div>
      </div>
    </details>
  ) : (
    <div className={css.newsItem} data-outcome={isCard ? outcomeOf(row) : undefined}>
      {mark}
      <div className={tightStack}>
        <div role="status" className={tightStack}>
          {heading}
          {details}
          {facts.length > 0 && <p className={css.sentence}>{facts.join(' · ')}</p>}
          <UnreadableMoney figures={[amount]} />
        </div>
        {isCard && (
          <div className={`${wrapRow} ${faintText}`}>
            <span>{formatTimes(row, i18n)}</span>
            {receiptLink}
          </div>
        )}
      </div>
      <div className={css.newsSteps}>{children}</div>
    </div>
  )
  return (
    <li ref={useFocusMainOnRemoval<HTMLLIElement>()} className={css.newsRow}>
      {content}
      <div className={css.newsClose}>{close}</div>
    </li>
  )
}
