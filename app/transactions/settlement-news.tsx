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
  newestFirst,
  splitEntries,
  type Transaction,
} from '~/values/transaction'
import type { SettlementNewsData } from './settlement-news.server'
import { formatName, formatTimes } from './state-badge'
import * as css from './tracking.css'
import { useCameOpen } from './use-came-open'

type Place = '/' | '/deposit' | '/withdraw'

interface SettlementNewsProps {
  news: SettlementNewsData
  /** The page's path. */
  place: Place
  /** Pending and settled rows that the page has loaded anyway. */
  listed: readonly Transaction[]
  /** Whether several rows are folded; on a phone also a single completed one, because the form is below. */
  isFolded?: boolean
}

/** The settled deposits and withdrawals that the member has not dismissed. */
export function SettlementNews({ news, place, listed, isFolded = place !== '/' }: SettlementNewsProps) {
  const i18n = useI18n()
  const { t } = i18n
  const { expired, member } = useSession()
  const fetcher = useFetcher()
  const form = useId()
  const cameOpen = useCameOpen(news, listed)
  // The page stores the transactions it shows as seen, which lowers the count. That is no reason to reload.
  useReload(cameOpen.rows.length > 0 ? null : (member?.unseenSettled ?? null), news)
  const came = cameOpen.rows.map(keyOf)
  const rows = newestFirst([...news.rows.filter((row) => !came.includes(keyOf(row))), ...cameOpen.rows])
  const credited = rows.find((row) => isDone(row) && row.kind === 'deposit')
  if (expired || rows.length === 0) return null
  const isOne = rows.length === 1
  const closing = (closed: readonly Transaction[]) => {
    const value = joinEntries(closed.map(keyOf))
    const busy = fetcher.state !== 'idle' && fetcher.formData?.get('news') === value
    return { form, name: 'news', value, busy, size: 'small', variant: 'ghost' } as const
  }
  const cash = place !== '/withdraw' && rows.some(({ after }) => after !== undefined) ? member?.cashWon : undefined
  const available = cash !== undefined && (
    <p className={css.sentence}>{t('news.available', { amount: i18n.won(cash) })}</p>
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
      {!isOne && (
        <div className={css.newsHead}>
          <p>{countOutcomes(rows, i18n)}</p>
          <Button {...closing(rows)}>{t('news.closeAll')}</Button>
        </div>
      )}
      <ul className={css.list}>
        {rows.map((row) => (
          <News
            key={keyOf(row)}
            row={row}
            isOne={isOne}
            // A transaction that settles while the page is open is unfolded, to show the next step.
            isFolded={isFolded && (!isOne || isDone(row)) && !came.includes(keyOf(row))}
            available={isOne && available}
            close={
              <Button {...closing([row])} icon="x">
                <span className={visuallyHidden}>
                  {isOne ? t('common.close') : `${t('common.close')}, ${formatName(row, i18n)}`}
                </span>
              </Button>
            }
          >
            <NextSteps
              row={row}
              place={place}
              mayPlay={row === credited && (news.mayPlay || cameOpen.mayPlay)}
              isOneOfSeveral={!isOne}
            />
          </News>
        ))}
      </ul>
      {!isOne && available && <div className={css.shared}>{available}</div>}
    </section>
  )
}

const outcomeOf = (row: Transaction) => (isDone(row) ? 'done' : 'cancelled')

/** The outcomes of several transactions in words: 취소 1건 · 완료 2건. */
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

interface NewsProps {
  row: Transaction
  isOne: boolean
  isFolded: boolean
  available: ReactNode
  close: ReactNode
  /** The next steps. */
  children: ReactNode
}

function News({ row, isOne, isFolded, available, close, children }: NewsProps) {
  const i18n = useI18n()
  const { number, signed, t, won } = i18n
  const { kind, id, at, reason } = row
  const amount = isDone(row) ? netAmount(row) : row.amount
  const isCredited = kind === 'deposit' && isDone(row)
  const title = t(`news.${kind}.${outcomeOf(row)}`)
  const result = (
    <div className={css.newsItem} data-outcome={isOne ? (isReturned(row) ? 'returned' : outcomeOf(row)) : undefined}>
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
            {title}
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
          <span>{formatTimes(row, i18n)}</span>
          {id !== undefined && (
            <TextLink to={receiptHref({ kind, id, at })} aria-label={`${t(`receipt.${kind}.title`)} ${id}`}>
              {t('receipt.title')} <span translate="no">{id}</span>
            </TextLink>
          )}
        </div>
        {available}
      </div>
      <div className={css.newsSteps}>{children}</div>
    </div>
  )
  return (
    <li ref={useFocusMainOnRemoval<HTMLLIElement>()} className={css.newsRow}>
      {isFolded ? (
        <details className={isOne ? css.newsFold : undefined}>
          <summary className={css.foldRow}>
            <NewsIcon row={row} />
            <span role="status" className={`${css.foldText} ${css.foldTitle}`}>
              {title} {won(amount)}
            </span>
          </summary>
          {result}
        </details>
      ) : (
        result
      )}
      <div className={css.newsClose}>{close}</div>
    </li>
  )
}

type NextStepsProps = { row: Transaction; place?: Place; mayPlay?: boolean; isOneOfSeveral?: boolean }

/** If a withdrawal's refusal contains one of these, it needs another bank account, which support changes. */
const accountWords = /계좌|예금주|account|holder/i

/**
 * The next steps after a settlement, as buttons. A cancelled deposit can be sent again unless the form is closed; a
 * withdrawal would be refused again, so it needs support.
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
      // A page with a form already has a filled button, and among several transactions none has priority.
      variant={isFirst && place === '/' && !isOneOfSeveral ? 'primary' : 'quiet'}
      size="small"
      aria-label={nameOf(text, isOneOfSeveral ? row.id : undefined)}
    >
      {text}
    </ButtonLink>
  )
  if (isDone(row)) return mayPlay && row.kind === 'deposit' && game ? step(game, t('news.play'), true) : null
  const { kind, amount } = row
  const isAboutAccount = kind === 'withdraw' && accountWords.test(row.reason ?? '')
  const subject: InquirySubject = isAboutAccount ? 'account' : kind === 'withdraw' ? 'withdrawal' : 'deposit'
  const mayRepeat =
    kind === 'deposit' && !row.paidApart && !mayNotDeposit && (playLimits?.tightest?.left ?? minDeposit) >= minDeposit
  const form = href('/deposit')
  const again = hrefWithQuery(form, { balance: amount ? String(amount) : '' })
  return (
    <>
      {/* The open form keeps typed values, so only a new document fills it in. */}
      {mayRepeat && step(again, t('news.again'), true, place === form)}
      {hasSupport ? (
        step(`${writeInquiryHref}&subject=${subject}`, t('help.write.title'), !mayRepeat)
      ) : (
        <ContactLinks />
      )}
    </>
  )
}
