import type { ReactNode } from 'react'
import { Form, href } from 'react-router'
import { LobbyTiles } from '~/components/lobby-tiles'
import { UnreadableMoney } from '~/components/unreadable-money'
import { PlayForm } from '~/features/lobby/launch/play'
import { useI18n } from '~/i18n/i18n'
import { useSession } from '~/session/session-context'
import { hasNoMoney } from '~/session/shell-data'
import { countPending } from '~/transactions/pending-transactions'
import { StateBadge } from '~/transactions/state-badge'
import { ButtonLink } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { SearchField } from '~/ui/field/field'
import { FigureText } from '~/ui/figure/figure'
import { Icon } from '~/ui/icon/icon'
import { spreadRow, wrapRow } from '~/ui/layout/layout.css'
import { List, ListRow } from '~/ui/list/list'
import { SectionHeading } from '~/ui/page-title/page-title'
import { Amount } from '~/ui/table/table'
import { MoreLink } from '~/ui/text-link/text-link'
import { historySectionHref } from '~/values/addresses'
import { minDeposit } from '~/values/amount'
import { isCancelled, isDone, netAmount } from '~/values/transaction'
import type { Route } from './+types/home'
import { Hero, HeroBand } from './hero'
import * as hero from './hero.css'
import * as css from './home.css'
import type { loadTransactions } from './home-data.server'

/** The home page's components for members. The browser loads them with the first page a member opens. */
export { OpenBets } from '~/features/lobby/open-bets'
export { AcceptedAndPending } from './accepted-and-pending'

export function LatestNotices({ notices }: { notices: NonNullable<Loaded['notices']> }) {
  const { t } = useI18n()
  return (
    <section className={css.notices} aria-labelledby="notices">
      <SectionHeading
        id="notices"
        title={t('nav.notice')}
        more={{ to: href('/notice'), text: t('common.more'), about: t('home.all.notices') }}
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
type Loaded = Route.ComponentProps['loaderData']
type MemberTopProps = { rails: Loaded['rails']; children: ReactNode } & Pick<Loaded, 'jackpot' | 'counts'> &
  Transactions

export function MemberTop(props: MemberTopProps) {
  const { jackpot, counts, rails, children, accepted, pending, depositsBefore, news } = props
  const { t } = useI18n()
  const { member, isCountryServed, playLimits } = useSession()
  const hasPending = accepted !== null || countPending(pending) > 0
  const mayDeposit = isCountryServed && (playLimits?.tightest?.left ?? minDeposit) >= minDeposit
  // News about a settled transaction already includes the next step.
  const isAtZero =
    news.rows.length === 0 && hasNoMoney(member) && !hasPending && mayDeposit && depositsBefore !== 'unknown'
  const slots = rails.find(({ isWide }) => isWide)?.all
  const isFirstDay = isAtZero && depositsBefore === 'none'
  return (
    <>
      {isFirstDay && <Welcome invites={rails.length > 0} />}
      {isAtZero && !isFirstDay && (
        <Card>
          <div className={spreadRow}>
            <p>{t('home.empty')}</p>
            <div className={css.depositAtZero}>
              <ButtonLink to={href('/deposit')} variant="primary">
                {t('nav.deposit')}
              </ButtonLink>
            </div>
          </div>
        </Card>
      )}
      <PlayForm />
      {children}
      <div className={css.ways}>
        <LobbyTiles counts={counts} />
        <search>
          <Form action={href('/slot')}>
            <SearchField
              name="q"
              label={t('lobby.search.slot')}
              placeholder={t('lobby.search.slot')}
              submitLabel={t('common.search')}
              maxLength={64}
            />
          </Form>
        </search>
      </div>
      {!isFirstDay && (
        <Hero jackpot={jackpot} isMember more={slots && <MoreLink to={slots}>{t('home.jackpot.slots')}</MoreLink>} />
      )}
    </>
  )
}

const startSteps = ['circle-plus', 'wallet', 'cherry'] as const

function Welcome({ invites }: { invites: boolean }) {
  const { t } = useI18n()
  const texts = [t('home.start.step.1'), t('home.start.step.2'), t('home.start.step.3')]
  return (
    <HeroBand isTall>
      <h1 id="hero" className={hero.title}>
        {t('home.start.title')}
      </h1>
      <ol className={css.startSteps} aria-labelledby="hero">
        {startSteps.map((icon, index) => (
          <li key={icon}>
            <Icon name={icon} size={24} />
            <span>{`${index + 1}. ${texts[index]}`}</span>
          </li>
        ))}
      </ol>
      <ButtonLink to={href('/deposit')} variant="primary" wide>
        {t('home.start.deposit')}
      </ButtonLink>
      {invites && <p className={hero.note}>{t('home.start.look')}</p>}
    </HeroBand>
  )
}

export function LastSettled({ transactions }: { transactions: NonNullable<Transactions['recent']> }) {
  const { dateTime, t, signed, won } = useI18n()
  const rows = transactions.map((row) => {
    return { row, amount: row.kind === 'deposit' && isDone(row) ? netAmount(row) : row.amount }
  })
  return (
    <section className={css.transactions} aria-labelledby="transactions">
      <SectionHeading
        id="transactions"
        title={t('home.transactions')}
        more={{
          to: historySectionHref,
          text: t('common.more'),
          about: `${t('home.transactions')} ${t('common.more')}`,
        }}
      />
      <List>
        {rows.map(({ row, amount }, index) => (
          <ListRow
            key={`${row.kind} ${row.id ?? `nameless ${index}`}`}
            title={
              <span className={wrapRow}>
                {t(`transaction.${row.kind}`)}
                {!isDone(row) && <StateBadge transaction={row} />}
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
