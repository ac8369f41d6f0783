import { type ReactNode, useId } from 'react'
import { href, useFetcher } from 'react-router'
import { UnreadableMoney } from '~/components/unreadable-money'
import { useI18n } from '~/i18n/i18n'
import { useFocusMainOnRemoval } from '~/navigation/current-page'
import { useReload } from '~/navigation/reload'
import { useHasPage, useHasSupport } from '~/session/document-settings'
import { OwnerField } from '~/session/post-form'
import { useExclusion, useMayNotDeposit, useSession } from '~/session/state'
import { ContactLinks } from '~/shell/footer/contact-links'
import { alertIcons } from '~/ui/alert/alert'
import { visuallyHidden } from '~/ui/base.css'
import { Button, ButtonLink } from '~/ui/button/button'
import { Figure } from '~/ui/figure/figure'
import { Icon } from '~/ui/icon/icon'
import { spreadRow, tightStack, wrapRow } from '~/ui/layout/layout.css'
import { faintText } from '~/ui/text.css'
import { TextLink } from '~/ui/text-link/text-link'
import { hrefWithQuery, receiptHref, writeInquiryHref } from '~/values/addresses'
import { minDeposit } from '~/values/amount'
import { isCancelled, isDone, joinEntries, keyOf, netAmount, type Transaction } from '~/values/transaction'
import type { SettlementNewsData } from './settlement-news.server'
import * as css from './tracking.css'
import { formatName } from './transaction-progress'

type Place = '/' | '/deposit' | '/withdraw'

/** The settled deposits and withdrawals that the member has not closed. @param place the page's path */
export function SettlementNews({ news, place }: { news: SettlementNewsData; place: Place }) {
  const i18n = useI18n()
  const { t } = i18n
  const { expired, member } = useSession()
  const fetcher = useFetcher()
  const form = useId()
  const game = [href('/casino'), href('/slot'), href('/sport')].find(useHasPage())
  const mayOnlyWithdraw = useExclusion() !== null && place !== '/withdraw'
  useReload(member?.unseenSettled ?? null, news)
  const rows = [...news.rows.filter(isCancelled), ...news.rows.filter(isDone)]
  const [first] = rows
  if (expired || !first) return null
  const isOne = rows.length === 1
  const closing = (closed: readonly Transaction[]) => {
    const value = joinEntries(closed.map(keyOf))
    const busy = fetcher.state !== 'idle' && fetcher.formData?.get('news') === value
    return { form, name: 'news', value, busy, size: 'small', variant: 'ghost' } as const
  }
  const cash = place !== '/withdraw' && rows.some(({ after }) => after !== undefined) ? member?.cashWon : undefined
  const steps = (
    <div className={spreadRow}>
      {cash !== undefined && <p className={css.sentence}>{t('news.available', { amount: i18n.won(cash) })}</p>}
      <div className={wrapRow}>
        {mayOnlyWithdraw && (
          <ButtonLink to={href('/withdraw')} size="small">
            {t('nav.withdraw')}
          </ButtonLink>
        )}
        {isCancelled(first) ? (
          <AfterCancellation row={first} place={place} size="small" mayRepeat={isOne && !mayOnlyWithdraw} />
        ) : (
          news.mayPlay &&
          game && (
            <ButtonLink to={game} size="small">
              {t('news.play')}
            </ButtonLink>
          )
        )}
      </div>
    </div>
  )
  return (
    <section className={css.foldBox} aria-labelledby={`${form}title`}>
      <div className={isOne ? visuallyHidden : css.newsTop}>
        <h2 id={`${form}title`} className={css.foldTitle}>
          {t('news.title')}
        </h2>
        {!isOne && (
          <div className={css.nowrap}>
            <Button {...closing(rows)}>{t('news.closeAll')}</Button>
          </div>
        )}
      </div>
      <fetcher.Form id={form} method="post" action={href('/settled')} hidden>
        <OwnerField />
        <input type="hidden" name="next" value={place} />
      </fetcher.Form>
      <ul className={css.news}>
        {rows.map((row) => (
          <News key={keyOf(row)} row={row} steps={isOne && steps}>
            <Button {...closing([row])} icon="x">
              <span className={visuallyHidden}>
                {isOne ? t('common.close') : `${t('common.close')}, ${formatName(row, i18n)}`}
              </span>
            </Button>
          </News>
        ))}
      </ul>
      {!isOne && <div className={css.shared}>{steps}</div>}
    </section>
  )
}

/** @param steps false where the row is one of several, which share them. @param children closes it. */
function News({ row, steps, children }: { row: Transaction; steps: ReactNode; children: ReactNode }) {
  const { dateTime, number, t } = useI18n()
  const { kind, id, at, settledAt, reason } = row
  const isCredited = isDone(row)
  const amount = isCredited ? netAmount(row) : row.amount
  return (
    <li ref={useFocusMainOnRemoval<HTMLLIElement>()} className={css.newsRow} data-refused={!isCredited || undefined}>
      <span className={css.newsIcon}>
        <Icon name={alertIcons[isCredited ? 'success' : 'error']} />
      </span>
      <div className={tightStack}>
        <div role="status" className={tightStack}>
          <h3 className={css.newsTitle}>
            {t(`news.${kind}.${isCredited ? 'done' : 'cancelled'}`)} {steps && <br />}
            <Figure amount={number(amount)} unit={t('money.unit')} size={steps ? 'big' : 'line'} />
          </h3>
          {!isCredited && reason && <p className={css.sentence}>{reason}</p>}
          <UnreadableMoney figures={[amount]} />
        </div>
        <p className={faintText}>
          {dateTime(settledAt || at)}
          {id !== undefined && (
            <>
              {' · '}
              <TextLink to={receiptHref({ kind, id, at })} aria-label={`${t(`receipt.${kind}.title`)} ${id}`}>
                {t('receipt.title')} <span translate="no">{id}</span>
              </TextLink>
            </>
          )}
        </p>
        {steps}
      </div>
      <div className={css.newsClose}>{children}</div>
    </li>
  )
}

interface AfterCancellationProps {
  row: Transaction
  place?: Place
  size?: 'small'
  mayRepeat?: boolean
}

/** Steps after a cancellation: support, and the form with the same amount unless it is closed. */
export function AfterCancellation({ row: { kind, amount }, place, size, mayRepeat = true }: AfterCancellationProps) {
  const { t } = useI18n()
  const { playLimits } = useSession()
  const mayNotDeposit = useMayNotDeposit()
  const isClosed = kind === 'deposit' && (mayNotDeposit || (playLimits?.tightest?.left ?? minDeposit) < minDeposit)
  const form = href(`/${kind}`)
  return (
    <>
      {useHasSupport() ? (
        <ButtonLink to={writeInquiryHref} size={size}>
          {t('help.write.title')}
        </ButtonLink>
      ) : (
        <ContactLinks />
      )}
      {mayRepeat && !isClosed && (
        // The open form keeps what is typed, so only a new document fills it.
        <ButtonLink
          to={hrefWithQuery(form, { balance: amount ? String(amount) : '' })}
          reloadDocument={place === form}
          size={size}
          variant={size && 'ghost'}
        >
          {t('news.again')}
        </ButtonLink>
      )}
    </>
  )
}
