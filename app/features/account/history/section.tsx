import { LobbyTiles } from '~/components/lobby-tiles'
import { UnreadableMoney } from '~/components/unreadable-money'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { useSession } from '~/session/state'
import { PendingTransactions } from '~/transactions/pending-transactions'
import { Alert } from '~/ui/alert/alert'
import { visuallyHidden } from '~/ui/base.css'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { spreadRow } from '~/ui/layout/layout.css'
import { Tabs } from '~/ui/link-row/link-row'
import { Pager } from '~/ui/pager/pager'
import { printedOnly } from '~/ui/print.css'
import { isPending } from '~/values/transaction'
import * as css from './history.css'
import type { HistoryView } from './history.server'
import { csvHref, historyHref, maxCsvRows, maxMonthsBack, presetRange } from './query'
import { RangePicker } from './range-picker'
import { BetTable, CompTable, MoneyTable } from './tables'
import { MonthBars } from './totals/month-bars'
import { hasUnreadable, Totals } from './totals/totals'

/** The owner of the figures, for paper, which lacks the site's header. */
function PrintedOwner({ days }: { days?: string }) {
  const { t } = useI18n()
  const { member } = useSession()
  return <p className={printedOnly}>{[t('brand.name'), member?.userId, days].filter(Boolean).join(' · ')}</p>
}

export function HistorySection({ history, accountRequest, query }: HistoryView) {
  const i18n = useI18n()
  const { t } = i18n
  const { content, tab, tabs } = history
  const { range } = query
  const hasRows = content.kind !== 'failed' && content.rows.length > 0
  const pending = content.kind === 'money' ? content.rows.filter(isPending) : []
  return (
    <section className={css.historySection} id="history" aria-labelledby="history-title">
      <h2 id="history-title" className={visuallyHidden}>
        {t('user.history')}
      </h2>
      <PrintedOwner days={`${range.from} ~ ${range.to}`} />
      {content.kind === 'money' && (
        <PendingTransactions
          place="history"
          pending={{ transactions: pending, further: [], accountRequest }}
          refreshHref={historyHref({ tab, range, page: content.page })}
        />
      )}
      <Tabs
        label={t('user.history.tabs')}
        items={tabs.map((name) => ({
          to: historyHref({ tab: name, range }),
          text: t(`user.history.${name}` satisfies MessageKey),
          current: name === tab,
        }))}
      />
      <RangePicker tab={tab} query={query} />
      {hasRows && <Totals content={content} />}
      {hasRows && content.kind === 'money' && content.months && <MonthBars months={content.months} range={range} />}
      {hasUnreadable(content) && <UnreadableMoney />}
      <div className={css.listGroup}>
        <HistoryRows history={history} accountRequest={accountRequest} query={query} />
      </div>
      {hasRows && (
        <div className={spreadRow}>
          <p className={css.lead}>
            {i18n.sentences(
              t('user.history.lead', { months: maxMonthsBack }),
              (content.total ?? 0) > maxCsvRows && t('user.history.file.most', { rows: maxCsvRows }),
            )}
          </p>
          <ButtonLink to={csvHref({ tab, range })} reloadDocument variant="line" size="small" icon="download">
            {t('user.history.file')}
          </ButtonLink>
        </div>
      )}
    </section>
  )
}

function HistoryRows({ history: { content, tab }, accountRequest, query: { range, today } }: HistoryView) {
  const { t } = useI18n()
  if (content.kind === 'failed') {
    return (
      <Alert kind="warning" title={t('user.history.failed')} silent>
        <p>
          {t('problem.reference')} <span translate="no">{content.reference}</span>
        </p>
        <div>
          <ButtonLink to={historyHref({ tab, range })} reloadDocument size="small">
            {t('problem.retry')}
          </ButtonLink>
        </div>
      </Alert>
    )
  }
  if (content.rows.length === 0) {
    return (
      <>
        <Empty
          title={t('user.history.none')}
          action={
            range.preset !== '12m' && (
              <ButtonLink to={historyHref({ tab, range: presetRange('12m', today) })} preventScrollReset>
                {t('user.history.none.wider')}
              </ButtonLink>
            )
          }
        />
        <LobbyTiles />
      </>
    )
  }
  const { page, pageCount, total } = content
  return (
    <>
      {content.kind === 'money' && (
        <MoneyTable rows={content.rows} months={content.months} accountRequest={accountRequest} />
      )}
      {content.kind === 'bets' && <BetTable rows={content.rows} />}
      {content.kind === 'comp' && <CompTable rows={content.rows} />}
      {pageCount === 1 && total !== undefined && (
        <p className={css.endOfList}>{t('user.history.end', { count: total })}</p>
      )}
      <Pager
        label={t('pager.label')}
        page={page}
        pages={pageCount}
        pageHref={(number) => historyHref({ tab, range, page: number })}
        previousLabel={t('pager.previous')}
        nextLabel={t('pager.next')}
        pageLabel={(number) => t(number === page ? 'pager.current' : 'pager.page', { page: number })}
      />
    </>
  )
}
