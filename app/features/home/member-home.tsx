import { href } from 'react-router'
import { UnreadableMoney } from '~/components/unreadable-money'
import { FirstSteps } from '~/features/cashier/form/recent-transactions'
import { useI18n } from '~/i18n/i18n'
import { hasNoMoney } from '~/session/shell-data'
import { useSession } from '~/session/state'
import { countPending } from '~/transactions/pending-transactions'
import { StateBadge } from '~/transactions/transaction-progress'
import { ButtonLink } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { FigureText } from '~/ui/figure/figure'
import { List, ListRow } from '~/ui/list/list'
import { SectionHeading } from '~/ui/page-title/page-title'
import { Amount } from '~/ui/table/table'
import { MoreLink } from '~/ui/text-link/text-link'
import { historySectionHref } from '~/values/addresses'
import { minDeposit } from '~/values/amount'
import { isCancelled, isDone, netAmount } from '~/values/transaction'
import type { Route } from './+types/home'
import * as css from './home.css'
import type { loadTransactions } from './home-data.server'

/** The member's part of home, which the browser loads with a member's first page. */
export { PlayButton, PlayForm } from '~/features/lobby/launch/play'
export { ExcludedPage } from '~/shell/excluded-page'
export { AcceptedAndPending } from './accepted-and-pending'

export function LatestNotices({ notices }: { notices: NonNullable<Route.ComponentProps['loaderData']['notices']> }) {
  const { t } = useI18n()
  return (
    <section className={css.notices} aria-labelledby="notices">
      <SectionHeading
        id="notices"
        title={t('nav.notice')}
        end={
          <MoreLink to={href('/notice')} about={t('home.all.notices')}>
            {t('common.more')}
          </MoreLink>
        }
      />
      <List>
        {notices.map(({ idx, title, date }, index) => (
          <ListRow
            key={idx ?? `nameless ${index}`}
            to={idx === undefined ? href('/notice') : `${href('/notice')}?${new URLSearchParams({ id: idx })}`}
            title={title || t('notice.untitled')}
            end={date}
          />
        ))}
      </List>
    </section>
  )
}

type Transactions = Awaited<ReturnType<typeof loadTransactions>>

export function AtZero({
  accepted,
  pending,
  depositsBefore,
  news,
}: Pick<Transactions, 'accepted' | 'pending' | 'depositsBefore' | 'news'>) {
  const { t } = useI18n()
  const { member, isCountryServed, playLimits } = useSession()
  const hasPending = accepted !== null || countPending(pending) > 0
  const mayDeposit = isCountryServed && (playLimits?.tightest?.left ?? minDeposit) >= minDeposit
  if (!hasNoMoney(member) || hasPending || !mayDeposit || depositsBefore === 'unknown') return null
  const isFirst = depositsBefore === 'none'
  const content = (
    <div className={css.atZero}>
      {isFirst ? <FirstSteps /> : <p>{t('home.empty')}</p>}
      <div className={isFirst ? undefined : css.depositAtZero}>
        <ButtonLink to={href('/deposit')} variant={news.rows.length > 0 ? 'quiet' : 'primary'}>
          {t(isFirst ? 'home.start.deposit' : 'nav.deposit')}
        </ButtonLink>
      </div>
    </div>
  )
  return isFirst ? <Card title={t('home.start.title')}>{content}</Card> : <Card>{content}</Card>
}

export function LastSettled({ transactions }: { transactions: NonNullable<Transactions['recent']> }) {
  const { dateTime, t, signed, won } = useI18n()
  const rows = transactions.map((row) => ({
    row,
    amount: row.kind === 'deposit' && isDone(row) ? netAmount(row) : row.amount,
  }))
  return (
    <section className={css.transactions} aria-labelledby="transactions">
      <SectionHeading
        id="transactions"
        title={t('home.transactions')}
        end={<MoreLink to={historySectionHref}>{t('outcome.unknown.history')}</MoreLink>}
      />
      <List>
        {rows.map(({ row, amount }, index) => (
          <ListRow
            key={`${row.kind} ${row.id ?? `nameless ${index}`}`}
            title={
              <span className={css.transaction}>
                <span>{t(`transaction.${row.kind}`)}</span>
                <StateBadge transaction={row} />
                <span className={css.transactionTime}>{dateTime(row.at)}</span>
              </span>
            }
            end={
              <span className={css.transactionAmount}>
                {isCancelled(row) ? (
                  <Amount direction="cancelled">{won(amount)}</Amount>
                ) : (
                  <FigureText>
                    {amount === undefined
                      ? won(amount)
                      : t('money.won', { amount: signed(row.kind === 'deposit' ? amount : amount && -amount) })}
                  </FigureText>
                )}
              </span>
            }
          />
        ))}
      </List>
      <UnreadableMoney figures={rows.map(({ amount }) => amount)} />
    </section>
  )
}
