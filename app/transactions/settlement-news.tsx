import { type ReactNode, useId } from 'react'
import { href, useFetcher } from 'react-router'
import { nameOf } from '~/components/bank-account'
import { UnreadableMoney } from '~/components/unreadable-money'
import { type I18n, useI18n } from '~/i18n/i18n'
import { useFocusMainOnRemoval } from '~/navigation/current-page'
import { useReload } from '~/navigation/reload'
import { useHasPage, useHasSupport } from '~/session/document-settings'
import { OwnerField } from '~/session/post-form'
import { useMayNotDeposit, useSession } from '~/session/state'
import { ContactLinks } from '~/shell/footer/contact-links'
import { alertIcons } from '~/ui/alert/alert'
import { icons } from '~/ui/alert/alert.css'
import { visuallyHidden } from '~/ui/base.css'
import { Button, ButtonLink } from '~/ui/button/button'
import { Figure } from '~/ui/figure/figure'
import { Icon } from '~/ui/icon/icon'
import { tightStack, wrapRow } from '~/ui/layout/layout.css'
import { faintText } from '~/ui/text.css'
import { TextLink } from '~/ui/text-link/text-link'
import { hrefWithQuery, receiptHref, writeInquiryHref } from '~/values/addresses'
import { minDeposit } from '~/values/amount'
import { addUp } from '~/values/balance'
import type { InquirySubject } from '~/values/status'
import {
  isCancelled,
  isDone,
  joinEntries,
  keyOf,
  netAmount,
  splitEntries,
  type Transaction,
} from '~/values/transaction'
import type { SettlementNewsData } from './settlement-news.server'
import * as css from './tracking.css'
import { formatName } from './turn'
import { useCameOpen } from './use-came-open'

type Place = '/' | '/deposit' | '/withdraw'

interface SettlementNewsProps {
  news: SettlementNewsData
  /** The page's path. */
  place: Place
  /** Pending and settled rows that the page has anyway. */
  listed: readonly Transaction[]
  /** Whether a phone shows what is done as one row, so that the form below stays in its first screen. */
  isFolded?: boolean
}

/** The settled deposits and withdrawals that the member has not closed. */
export function SettlementNews({ news, place, listed, isFolded = place !== '/' }: SettlementNewsProps) {
  const i18n = useI18n()
  const { t } = i18n
  const { expired, member } = useSession()
  const fetcher = useFetcher()
  const form = useId()
  // A phone shows only the number of several in a fold.
  const cameOpen = useCameOpen(news, listed, !isFolded || news.rows.length === 1)
  // The page has its own: the count falls because they are shown.
  useReload(cameOpen.rows.length > 0 ? null : (member?.unseenSettled ?? null), news)
  const shown = [
    ...news.rows,
    ...cameOpen.rows.filter((row) => !news.rows.some((other) => keyOf(other) === keyOf(row))),
  ]
  const done = shown.filter(isDone)
  const rows = [...shown.filter(isCancelled), ...done]
  const folded = isFolded ? done : []
  const open = rows.filter((row) => !folded.includes(row))
  const credited = rows.find((row) => isDone(row) && row.kind === 'deposit')
  const [first] = rows
  if (expired || !first) return null
  const isOne = rows.length === 1
  const closing = (closed: readonly Transaction[]) => {
    const value = joinEntries(closed.map(keyOf))
    const busy = fetcher.state !== 'idle' && fetcher.formData?.get('news') === value
    return { form, name: 'news', value, busy, size: 'small', variant: 'ghost' } as const
  }
  const closeOf = (row: Transaction) => (
    <div className={css.newsClose}>
      <Button {...closing([row])} icon="x">
        <span className={visuallyHidden}>
          {isOne ? t('common.close') : `${t('common.close')}, ${formatName(row, i18n)}`}
        </span>
      </Button>
    </div>
  )
  const cash = place !== '/withdraw' && rows.some(({ after }) => after !== undefined) ? member?.cashWon : undefined
  const available = cash !== undefined && (
    <p className={css.sentence}>{t('news.available', { amount: i18n.won(cash) })}</p>
  )
  const closeAll = <Button {...closing(rows)}>{t('news.closeAll')}</Button>
  const listOf = (some: readonly Transaction[]) => (
    <ul className={css.news}>
      {some.map((row) => {
        const mayPlay = row === credited && (news.mayPlay || cameOpen.mayPlay)
        const steps = <NextSteps row={row} place={place} mayPlay={mayPlay} isOneOfSeveral={!isOne} />
        return (
          <News key={keyOf(row)} row={row} steps={steps} isOne={isOne}>
            {isOne ? available : closeOf(row)}
          </News>
        )
      })}
    </ul>
  )
  return (
    <section className={css.foldBox} aria-labelledby={`${form}title`}>
      <h2 id={`${form}title`} className={visuallyHidden}>
        {t('news.title')}
      </h2>
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
      {!isOne && open.length > 0 && (
        <div className={css.newsHead}>
          <p>{countOutcomes(rows, i18n)}</p>
          {closeAll}
        </div>
      )}
      {open.length > 0 && listOf(open)}
      {folded[0] && (
        <details className={css.newsFold}>
          <summary className={css.foldRow} data-alone={isOne || undefined}>
            <NewsIcon row={folded[0]} />
            <span role="status" className={`${css.foldText} ${css.foldTitle}`}>
              {folded.length === 1 ? formatInShort(folded[0], i18n) : countOutcomes(folded, i18n)}
            </span>
          </summary>
          {open.length === 0 && !isOne && <div className={css.newsHead}>{closeAll}</div>}
          {listOf(folded)}
        </details>
      )}
      {!isOne && available && <div className={css.shared}>{available}</div>}
      {isOne && closeOf(first)}
    </section>
  )
}

const outcomeOf = (row: Transaction) => (isDone(row) ? 'done' : 'cancelled')

/** The outcomes of several in words: 취소 1건 · 완료 2건. */
function countOutcomes(rows: readonly Transaction[], { signed, t }: I18n): string {
  const [cancelled, done] = [rows.filter(isCancelled).length, rows.filter(isDone).length]
  const credited = cancelled === 0 && rows.every(({ kind }) => kind === 'deposit') && addUp(rows.map(netAmount))
  return [
    cancelled > 0 && t('news.cancelled', { number: cancelled }),
    done > 0 && t('news.done', { number: done }),
    credited && t('money.won', { amount: signed(credited) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

function formatInShort(row: Transaction, { t, won }: I18n): string {
  return `${t(`news.${row.kind}.${outcomeOf(row)}`)} ${won(isDone(row) ? netAmount(row) : row.amount)}`
}

const isReturned = (row: Transaction) => row.kind === 'withdraw' && isCancelled(row)

function NewsIcon({ row }: { row: Transaction }) {
  const kind = isDone(row) ? 'success' : 'error'
  // Not shown as an alarm, because the money is safe.
  if (isReturned(row))
    return (
      <span className={icons.info}>
        <Icon name="corner-down-left" />
      </span>
    )
  return (
    <span className={icons[kind]}>
      <Icon name={alertIcons[kind]} />
    </span>
  )
}

type NewsProps = { row: Transaction; steps: ReactNode; isOne: boolean; children: ReactNode }

function News({ row, steps, isOne, children }: NewsProps) {
  const { dateTime, number, signed, t, won } = useI18n()
  const { kind, id, at, settledAt, reason } = row
  const amount = isDone(row) ? netAmount(row) : row.amount
  const isCredited = kind === 'deposit' && isDone(row)
  return (
    <li
      ref={useFocusMainOnRemoval<HTMLLIElement>()}
      className={css.newsItem}
      data-outcome={isOne ? (isReturned(row) ? 'returned' : outcomeOf(row)) : undefined}
    >
      <NewsIcon row={row} />
      <div className={tightStack}>
        <div role="status" className={tightStack}>
          <h3 className={css.newsTitle}>
            <span className={visuallyHidden}>
              {t(isReturned(row) ? 'news.withdraw.refused' : `tracker.${kind}.${outcomeOf(row)}`, {
                amount: won(amount),
              })}
            </span>
            <span className={isCredited ? css.credited : undefined} aria-hidden="true">
              <Figure amount={amount == null ? null : (isCredited ? signed : number)(amount)} unit={t('money.unit')} />
            </span>
          </h3>
          <p className={css.rowTitle} aria-hidden="true">
            {t(`news.${kind}.${outcomeOf(row)}`)}
          </p>
          {isReturned(row) && (
            <p className={css.sentence}>
              <strong>{t('news.withdraw.returned')}</strong>
            </p>
          )}
          {reason && <p className={css.sentence}>{reason}</p>}
          <UnreadableMoney figures={[amount]} />
        </div>
        <div className={`${wrapRow} ${faintText}`}>
          <span>{dateTime(settledAt || at)}</span>
          {id !== undefined && (
            <TextLink to={receiptHref({ kind, id, at })} aria-label={`${t(`receipt.${kind}.title`)} ${id}`}>
              {t('receipt.title')} <span translate="no">{id}</span>
            </TextLink>
          )}
        </div>
      </div>
      <div className={css.newsSteps}>
        {children}
        {steps}
      </div>
    </li>
  )
}

type NextStepsProps = { row: Transaction; place?: Place; mayPlay?: boolean; isOneOfSeveral?: boolean }

/**
 * The next steps after a settlement as buttons. A cancelled deposit is sent again unless the form is closed; a withdrawal
 * would be refused again, so that it needs support.
 */
export function NextSteps({ row, place, mayPlay = false, isOneOfSeveral = false }: NextStepsProps) {
  const { t } = useI18n()
  const { playLimits } = useSession()
  const mayNotDeposit = useMayNotDeposit()
  const hasSupport = useHasSupport()
  const game = [href('/casino'), href('/slot'), href('/sport')].find(useHasPage())
  const step = (to: string, text: string, isFirst: boolean, reloadDocument = false) => (
    <ButtonLink
      to={to}
      reloadDocument={reloadDocument}
      // A page's form has its own filled button, and of several none comes first.
      variant={isFirst && place === '/' && !isOneOfSeveral ? 'primary' : 'quiet'}
      size="small"
      aria-label={nameOf(text, isOneOfSeveral ? row.id : undefined)}
    >
      {text}
    </ButtonLink>
  )
  if (isDone(row)) return mayPlay && row.kind === 'deposit' && game ? step(game, t('news.play'), true) : null
  const { kind, amount } = row
  const subject: InquirySubject = kind === 'withdraw' ? 'withdrawal' : 'deposit'
  const mayRepeat =
    kind === 'deposit' && !row.paidApart && !mayNotDeposit && (playLimits?.tightest?.left ?? minDeposit) >= minDeposit
  const form = href('/deposit')
  const again = hrefWithQuery(form, { balance: amount ? String(amount) : '' })
  return (
    <>
      {/* The open form keeps what is typed, so only a new document fills it. */}
      {mayRepeat && step(again, t('news.again'), true, place === form)}
      {hasSupport ? (
        step(`${writeInquiryHref}&subject=${subject}`, t('help.write.title'), !mayRepeat)
      ) : (
        <ContactLinks />
      )}
    </>
  )
}
