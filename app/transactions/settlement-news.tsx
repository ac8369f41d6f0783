import { type ReactNode, useId } from 'react'
import { href, useFetcher } from 'react-router'
import { UnreadableMoney } from '~/components/unreadable-money'
import { useI18n } from '~/i18n/i18n'
import { useFocusMainOnRemoval } from '~/navigation/current-page'
import { useReload } from '~/navigation/reload'
import { useHasPage, useHasSupport } from '~/session/document-settings'
import { OwnerField } from '~/session/post-form'
import { useMayNotDeposit, useSession } from '~/session/state'
import { ContactLinks } from '~/shell/footer/contact-links'
import { Alert } from '~/ui/alert/alert'
import { visuallyHidden } from '~/ui/base.css'
import { Button, ButtonLink } from '~/ui/button/button'
import { spreadRow, tightStack, wrapRow } from '~/ui/layout/layout.css'
import { faintText } from '~/ui/text.css'
import { hrefWithQuery, receiptHref, writeInquiryHref } from '~/values/addresses'
import { minDeposit } from '~/values/amount'
import { isDone, joinEntries, keyOf, netAmount, type Transaction } from '~/values/transaction'
import type { SettlementNewsData } from './settlement-news.server'
import * as css from './tracking.css'
import { formatName } from './transaction-progress'

/** The settled deposits and withdrawals that the member has not closed. @param place the page's path */
export function SettlementNews({ news, place }: { news: SettlementNewsData; place: '/' | '/deposit' | '/withdraw' }) {
  const i18n = useI18n()
  const { t } = i18n
  const { expired, member } = useSession()
  const fetcher = useFetcher()
  const form = useId()
  useReload(member?.unseenSettled ?? null, news)
  const { rows, mayPlay } = news
  if (expired || rows.length === 0) return null
  const closing = (closed: readonly Transaction[]) => {
    const value = joinEntries(closed.map(keyOf))
    const busy = fetcher.state !== 'idle' && fetcher.formData?.get('news') === value
    return { form, name: 'news', value, busy, size: 'small', variant: 'ghost' } as const
  }
  const title = (className: string) => (
    <h2 id={`${form}title`} className={className}>
      {t('news.title')}
    </h2>
  )
  return (
    <section className={tightStack} aria-labelledby={`${form}title`}>
      {rows.length > 1 ? (
        <div className={spreadRow}>
          {title(css.foldTitle)}
          <Button {...closing(rows)}>{t('news.closeAll')}</Button>
        </div>
      ) : (
        title(visuallyHidden)
      )}
      <fetcher.Form id={form} method="post" action={href('/settled')} hidden>
        <OwnerField />
        <input type="hidden" name="next" value={place} />
      </fetcher.Form>
      <ul className={`${tightStack} ${css.news}`}>
        {rows.map((row) => (
          <News key={keyOf(row)} {...{ row, mayPlay, place }}>
            <div className={css.newsClose}>
              <Button {...closing([row])} icon="x">
                <span className={visuallyHidden}>
                  {rows.length > 1 ? `${t('common.close')}, ${formatName(row, i18n)}` : t('common.close')}
                </span>
              </Button>
            </div>
          </News>
        ))}
      </ul>
    </section>
  )
}

interface NewsProps {
  row: Transaction
  mayPlay: boolean
  place: string
  children: ReactNode
}

function News({ row, mayPlay, place, children }: NewsProps) {
  const i18n = useI18n()
  const { dateTime, t, won } = i18n
  const { kind, id, at, settledAt, reason, after } = row
  const isCredited = isDone(row)
  const amount = isCredited ? netAmount(row) : row.amount
  return (
    <li ref={useFocusMainOnRemoval<HTMLLIElement>()}>
      <Alert kind={isCredited ? 'success' : 'error'} silent>
        <div className={tightStack}>
          <div className={css.newsHead}>
            <div role="status" className={css.newsFacts}>
              <h3 className={css.foldTitle}>
                {t(`tracker.${kind}.${isCredited ? 'done' : 'cancelled'}`, { amount: won(amount) })}
              </h3>
              {!isCredited && reason && <p>{reason}</p>}
              {after !== undefined && <p>{t('pending.after', { amount: won(after) })}</p>}
              <p className={faintText}>
                {[dateTime(settledAt || at), id && `${t('receipt.number')} ${id}`].filter(Boolean).join(' · ')}
              </p>
              <UnreadableMoney figures={[amount, after]} />
            </div>
            {children}
          </div>
          <div className={wrapRow}>
            {isCredited ? mayPlay && kind === 'deposit' && <PlayLink /> : <AfterCancellation row={row} place={place} />}
            {id !== undefined && (
              <ButtonLink
                to={receiptHref({ kind, id, at })}
                size="small"
                aria-label={`${t(`receipt.${kind}.title`)} ${id}`}
              >
                {t('receipt.title')}
              </ButtonLink>
            )}
          </div>
        </div>
      </Alert>
    </li>
  )
}

function PlayLink() {
  const { t } = useI18n()
  const hasPage = useHasPage()
  const to = [href('/casino'), href('/slot'), href('/sport')].find(hasPage)
  if (to === undefined) return null
  return (
    <ButtonLink to={to} size="small">
      {t('news.play')}
    </ButtonLink>
  )
}

/** Ways to go on after a cancellation: the form again, unless it is on this page or closed, and support. */
function AfterCancellation({ row: { kind, amount }, place }: { row: Transaction; place: string }) {
  const { t } = useI18n()
  const { playLimits } = useSession()
  const mayNotDeposit = useMayNotDeposit()
  const isClosed = kind === 'deposit' && (mayNotDeposit || (playLimits?.tightest?.left ?? minDeposit) < minDeposit)
  const form = href(`/${kind}`)
  return (
    <>
      {useHasSupport() ? (
        <ButtonLink to={writeInquiryHref} size="small">
          {t('help.write.title')}
        </ButtonLink>
      ) : (
        <ContactLinks />
      )}
      {!isClosed && place !== form && (
        <ButtonLink to={hrefWithQuery(form, { balance: amount ? String(amount) : '' })} size="small">
          {t('news.again')}
        </ButtonLink>
      )}
    </>
  )
}
