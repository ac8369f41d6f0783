import { type ReactNode, useId, useState } from 'react'
import { href, useFetcher } from 'react-router'
import { useSectionFlash } from '~/components/flash-message'
import { UnreadableMoney } from '~/components/unreadable-money'
import { type I18n, useI18n } from '~/i18n/i18n'
import { useFocusMainOnRemoval } from '~/navigation/current-page'
import { useReload } from '~/navigation/reload'
import { OwnerField } from '~/session/post-form'
import { useSession } from '~/session/session-context'
import type { PageFlash } from '~/session/shell-data'
import { alertIcons } from '~/ui/alert/alert'
import { alert, icons } from '~/ui/alert/alert.css'
import { visuallyHidden } from '~/ui/base.css'
import { Button } from '~/ui/button/button'
import { FigureText } from '~/ui/figure/figure'
import { Icon } from '~/ui/icon/icon'
import { Link } from '~/ui/link/link'
import { faintText, linkEnd } from '~/ui/text.css'
import { MoreLink } from '~/ui/text-link/text-link'
import { historySectionHref, receiptHref } from '~/values/addresses'
import { sumKnown } from '~/values/balance'
import { dot } from '~/values/parts'
import { formatNearTime } from '~/values/seoul'
import {
  isCancelled,
  isDone,
  isPending,
  isRefused,
  joinEntries,
  keyOf,
  lastChangeMs,
  mayHaveBeenSent,
  netAmount,
  newestFirst,
  splitEntries,
  type Transaction,
} from '~/values/transaction'
import { InquiryLink, isAboutAccount, type NewsPlace, NextSteps } from './next-steps'
import { useCameOpen } from './settled-while-open'
import type { SettlementNewsData } from './settlement-news.server'
import { formatName, outcomeMark, Reason } from './state-badge'
import { useBalanceChange } from './transaction-progress'
import { Failure } from './transaction-row'
import * as css from './transactions.css'

interface SettlementNewsProps {
  news: SettlementNewsData
  place: NewsPlace
  listed: readonly Transaction[]
  /** What is in progress. An older result of the same kind becomes one line. */
  requests: readonly Pick<Transaction, 'kind' | 'at'>[]
}

export function SettlementNews({ news, place, listed, requests }: SettlementNewsProps) {
  const i18n = useI18n()
  const { t } = i18n
  const { expired, member } = useSession()
  const fetcher = useFetcher()
  const form = useId()
  const cameOpen = useCameOpen(news, listed)
  const flash = useSectionFlash()
  const [closedFlash, closeFlash] = useState<PageFlash | null>(null)
  const own = flash === closedFlash ? undefined : toOwnCancellation(flash, listed)
  // Showing these transactions marks them as seen and lowers the count. That must not trigger a reload.
  useReload(cameOpen.rows.length > 0 ? null : (member?.unseenSettled ?? null), news)
  const came = cameOpen.rows.map(keyOf)
  const newest = newestFirst([...news.rows.filter((row) => !came.includes(keyOf(row))), ...cameOpen.rows])
  const isOwn = (row: Transaction) => place === '/' || place === `/${row.kind}`
  const ownFirst = (rows: Transaction[]) => rows.sort((row, other) => Number(isOwn(other)) - Number(isOwn(row)))
  // A form sums up several failed transactions of the other kind, which home shows in full. Those that were settled while
  // the page was open are announced.
  const isOnlyOther = newest.filter((row) => isCancelled(row) && !isOwn(row)).length === 1
  const isAnnounced = (row: Transaction) => isOwn(row) || came.includes(keyOf(row)) || (isCancelled(row) && isOnlyOther)
  const announced = newest.filter(isAnnounced)
  const refused = ownFirst(announced.filter(isCancelled))
  const isOld = (row: Transaction) => row !== own && isBefore(requests, row)
  // A form lists completed ones that something newer is in progress for.
  const isShown = (row: Transaction) => isDone(row) && (place === '/' || !isOld(row))
  const results = [...refused, ...announced.filter(isShown)]
  const open = results.find((row) => !isOld(row))
  const rows = own ? [own, ...results] : results
  // Each failed transaction has a row of its own, because its reason matters.
  const others = rows.filter((row) => row !== open && isDone(row))
  const unannounced = newest.filter((row) => !isAnnounced(row) && isCancelled(row))
  const summed = others.length > 1 ? [...others, ...unannounced] : unannounced
  const credited = rows.find((row) => isDone(row) && row.kind === 'deposit')
  const mayPlay = news.mayPlay || cameOpen.mayPlay
  if (expired) return null
  const isIdle = requests.length === 0
  // The newest settled request stays above its form if the operator refused it.
  const [settled] = isIdle && place !== '/' ? listed.filter((row) => !isPending(row)) : []
  const isRefusal = settled && isCancelled(settled) && outcomeMark(settled)
  const last = isRefusal && !newest.some((row) => keyOf(row) === keyOf(settled)) ? settled : undefined
  if (rows.length === 0 && summed.length === 0 && !last) return null
  const closing = (closed: readonly Transaction[]) => {
    const value = joinEntries(closed.map(keyOf))
    const busy = fetcher.state !== 'idle' && fetcher.formData?.get('news') === value
    return { form, name: 'news', value, busy, size: 'small', variant: 'ghost' } as const
  }
  const hasSteps = (row: Transaction) => isCancelled(row) && isOwn(row) && (row === open || mayHaveBeenSent(row))
  const hasHead = rows.length > 2
  const toNews = (row: Transaction) => (
    <News
      key={keyOf(row)}
      row={row}
      isBrief={row !== open}
      isOld={isOld(row)}
      close={
        <Button {...closing([row])} size="square" icon="x">
          <span className={visuallyHidden}>
            {[t('common.close'), rows.length === 1 ? '' : formatName(row, i18n)].filter(Boolean).join(', ')}
          </span>
        </Button>
      }
    >
      {/* Below a failed transaction, an invitation to play would be out of place. */}
      {(row === credited ? isOwn(row) && refused.length === 0 : hasSteps(row)) && (
        <NextSteps row={row} isFirst={row === open && isIdle} mayPlay={mayPlay} isOnForm={place !== '/'} />
      )}
    </News>
  )
  return (
    <section className={css.foldBox} aria-labelledby={`${form}title`}>
      <div className={hasHead ? css.newsHead : undefined}>
        <h2 id={`${form}title`} className={hasHead ? css.foldTitle : visuallyHidden}>
          {t('news.title')}
        </h2>
        {hasHead && (
          <Button {...closing(rows)}>
            <span className={css.nowrap}>{t('news.closeAll')}</span>
          </Button>
        )}
      </div>
      <fetcher.Form
        id={form}
        method="post"
        action={href('/settled')}
        hidden
        onSubmit={({ nativeEvent }) => {
          const { submitter } = nativeEvent as SubmitEvent
          if (!(submitter instanceof HTMLButtonElement)) return
          const keys = splitEntries(submitter.value)
          cameOpen.forget(keys)
          if (own && keys.includes(keyOf(own))) closeFlash(flash)
        }}
      >
        <OwnerField />
        <input type="hidden" name="next" value={place} />
      </fetcher.Form>
      <ul>
        {rows.filter((row) => !summed.includes(row)).map(toNews)}
        {last && <News row={last} isBrief isSeen />}
        {summed.length > 0 && <HistoryLine rows={ownFirst(summed)} />}
      </ul>
    </section>
  )
}

/** Returns whether a result is older than a request of its kind that is in progress. */
export const isBefore = (requests: SettlementNewsProps['requests'], row: Transaction): boolean =>
  requests.some(({ kind, at }) => kind === row.kind && !(Date.parse(at) < lastChangeMs(row)))

/**
 * Sums up transactions that the page does not show in full, with a link to the history. Each kind and outcome has a sum,
 * such as 입금 완료 3건 · +60,000원. An unreadable amount hides the sum.
 */
function HistoryLine({ rows }: { rows: readonly Transaction[] }) {
  const i18n = useI18n()
  const { number, signed, t } = i18n
  function sumUp(title: string): string {
    const same = rows.filter((row) => titleOf(row, i18n) === title)
    const sum = sumKnown(same.map(amountOf))
    const head = t('news.several', { title, amount: same.length })
    if (sum === undefined) return head
    const moved = same.some(({ kind }) => kind === 'withdraw') ? -sum : sum
    const won = t('money.won', { amount: same.every(isDone) ? signed(moved) : number(sum) })
    return `${head}\u00a0· ${won.replaceAll(' ', '\u00a0')}`
  }
  return (
    <li className={`${css.newsRow} ${css.newsHead}`}>
      {toMark(rows.some(isCancelled) ? 'error' : undefined)}
      <div>
        {[...new Set(rows.map((row) => titleOf(row, i18n)))].map((title) => (
          <p key={title}>{sumUp(title)}</p>
        ))}
      </div>
      <MoreLink to={historySectionHref}>{t('outcome.unknown.history')}</MoreLink>
    </li>
  )
}

/** Returns the deposit that the member has just cancelled, as listed, or else as the one-time message knows it. */
function toOwnCancellation(flash: PageFlash | null, listed: readonly Transaction[]): Transaction | undefined {
  const { amount, number: id } = flash?.values ?? {}
  if (!amount || !id) return undefined
  const { at, settledAt } = listed.find((row) => row.kind === 'deposit' && row.id === id) ?? { at: '' }
  return { kind: 'deposit', id, amount, at, settledAt, status: 'cancelled', cancelledByMember: true, listing: 'listed' }
}

const toMark = (kind: ReturnType<typeof outcomeMark>) => (
  <span className={kind && icons[kind]}>
    <Icon name={kind ? alertIcons[kind] : 'receipt-text'} />
  </span>
)
const titleOf = (row: Transaction, { t }: I18n) =>
  t(isRefused(row) ? 'news.withdraw.refused.title' : `news.${row.kind}.${outcomeOf(row)}`)
const outcomeOf = (row: Transaction) => (isDone(row) ? 'done' : 'cancelled')
const amountOf = (row: Transaction) => (isDone(row) ? netAmount(row) : row.amount)

type NewsProps = { row: Transaction; children?: ReactNode; close?: ReactNode } & Partial<
  Record<'isBrief' | 'isOld' | 'isSeen', boolean>
>

function News({ row, isBrief, isOld, isSeen, close, children }: NewsProps) {
  const i18n = useI18n()
  const { t, won } = i18n
  const { member } = useSession()
  const item = useFocusMainOnRemoval<HTMLLIElement>()
  const { kind, id, at, fee, paidTo, reason, settledAt } = row
  const amount = amountOf(row)
  const own = row.cancelledByMember && 'deposit.cancel.done.of'
  const refused = isRefused(row) && 'news.withdraw.refused.of'
  const headline = t(own || refused || `tracker.${kind}.${outcomeOf(row)}`, { amount: won(amount) })
  const link =
    id === undefined ? (
      headline
    ) : (
      <Link
        className={linkEnd}
        to={receiptHref({ kind, id, at })}
        aria-label={`${headline}, ${t('receipt.number')} ${id}`}
      >
        {headline}
      </Link>
    )
  const isPaid = isDone(row) && !isBrief
  const isCredited = isPaid && kind === 'deposit'
  const change = useBalanceChange(row.after, isCredited ? amount : undefined)
  const balance = change ?? (isCredited && member?.totalWon !== undefined && won(member.totalWon))
  if (isOld)
    return (
      <li ref={item} className={`${css.newsRow} ${css.newsHead}`}>
        {toMark(outcomeMark(row))}
        <div className={css.newsLine}>{link}</div>
        {close}
      </li>
    )
  const time = formatNearTime(settledAt || at, Date.now(), i18n.lang)
  const mark = outcomeMark(row)
  const tint =
    mark && !isSeen && (isCredited || isCancelled(row)) ? `${css.tinted} ${alert.classNames.variants.kind[mark]}` : ''
  const facts = fee ? `${t(`${kind}.amount.label`)} ${won(row.amount)}${dot}${t(`${kind}.sum.fee`)} ${won(fee)}` : ''
  return (
    <li ref={item} className={`${css.newsRow} ${tint} ${isCredited ? css.credited : ''}`}>
      <div className={css.newsItem}>
        {toMark(mark)}
        <div role="status" className={css.newsText}>
          <h3 className={css.newsLine}>{link}</h3>
          {isCancelled(row) && (
            <div className={css.newsReason}>
              <Failure row={row} {...{ isBrief, isSeen }} />{' '}
              {isSeen && !isAboutAccount(row) && <InquiryLink row={row} />}
            </div>
          )}
          {isDone(row) && reason && (
            <p className={css.rowTitle}>
              <Reason transaction={row} />
            </p>
          )}
          {balance && (
            <p className={css.rowTitle}>
              {t('strip.money')} <FigureText>{balance}</FigureText>
            </p>
          )}
          {row.cancelledByMember && <p className={css.newsReason}>{t('deposit.cancel.done.of.text')}</p>}
          {isPaid && facts && <p className={css.sentence}>{facts}</p>}
          <p className={faintText} translate="no" suppressHydrationWarning>
            {/* Where it wraps, a line does not end with the dot. */}
            {[time, id, (isSeen || !isBrief) && paidTo].filter(Boolean).join(' ·\u00a0')}
          </p>
          <UnreadableMoney figures={[amount]} />
        </div>
        <div className={css.newsSteps}>{children}</div>
      </div>
      {close && <div className={css.newsClose}>{close}</div>}
    </li>
  )
}
