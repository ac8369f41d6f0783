import { Form, href } from 'react-router'
import { ListPager } from '~/components/list-pager'
import { UnreadableMoney } from '~/components/unreadable-money'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { useMayNotDeposit, useSession } from '~/session/session-context'
import { hasNoMoney } from '~/session/shell-data'
import { PendingTransactions } from '~/transactions/pending-transactions'
import { Alert } from '~/ui/alert/alert'
import { emptyStateArtSrc } from '~/ui/artwork/picture-urls'
import { visuallyHidden } from '~/ui/base.css'
import { Button, ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { FieldNote, useFieldControl } from '~/ui/field/field-frame'
import { spreadRow, stack } from '~/ui/layout/layout.css'
import { ChipFilter } from '~/ui/link-row/link-row'
import { Picture } from '~/ui/picture/picture'
import { notPrinted, printedOnly } from '~/ui/print.css'
import { dot, joinParts } from '~/values/parts'
import { isPending } from '~/values/transaction'
import * as css from './history.css'
import type { HistoryView } from './history.server'
import {
  addressOfTab,
  csvHref,
  historyHref,
  maxCsvRows,
  maxMonthsBack,
  presetRange,
  rangePresets,
  type Tab,
} from './query'
import { BetTable, CompTable, MoneyTable } from './tables'
import { MonthBars } from './totals/month-bars'
import { hasUnreadable, Totals } from './totals/totals'

export function HistorySection({ history, accountRequest, query }: HistoryView) {
  const i18n = useI18n()
  const { t } = i18n
  const { member } = useSession()
  const [{ content, tab, tabs }, { range }] = [history, query]
  const hasRows = content.kind !== 'failed' && content.rows.length > 0
  const pending = content.kind === 'money' ? content.rows.filter(isPending) : []
  return (
    <section className={css.historySection} id="history" aria-labelledby="history-title">
      <h2 id="history-title" className={visuallyHidden}>
        {t('user.history')}
      </h2>
      {/* The site header isn't printed. */}
      <p className={printedOnly}>{joinParts(t('brand.name'), member?.userId, `${range.from} ~ ${range.to}`)}</p>
      {content.kind === 'money' && (
        <PendingTransactions
          place="history"
          pending={{ transactions: pending, further: [], accountRequest }}
          refreshHref={historyHref({ tab, range, page: content.page })}
        />
      )}
      <RangePicker tab={tab} tabs={tabs} query={query} />
      {hasRows && <Totals content={content} />}
      {hasRows && content.kind === 'money' && content.months && <MonthBars months={content.months} range={range} />}
      {hasUnreadable(content) && <UnreadableMoney />}
      <div className={stack}>
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

function HistoryRows({ history, accountRequest, query: { range, today } }: HistoryView) {
  const { t } = useI18n()
  const { content, tab } = history
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
  if (content.rows.length === 0) return <NoRows {...history} range={range} today={today} />
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
      <ListPager page={page} pages={pageCount} pageHref={(number) => historyHref({ tab, range, page: number })} />
    </>
  )
}

type NoRowsProps = HistoryView['history'] & Pick<HistoryView['query'], 'range' | 'today'>

function NoRows({ tab, tabs, range, today }: NoRowsProps) {
  const { t } = useI18n()
  const hasMoney = !hasNoMoney(useSession().member)
  const mayNotDeposit = useMayNotDeposit()
  const list = t(`user.history.${tab}` satisfies MessageKey)
  return (
    <Empty
      artwork={<Picture src={emptyStateArtSrc(tab === 'bets' ? 'bets' : 'search')} shape="game" eager />}
      title={
        range.preset
          ? t('user.history.none.recent', { list, range: t(`user.history.range.${range.preset}` satisfies MessageKey) })
          : t('user.history.none')
      }
      text={`${range.from} ~ ${range.to}`}
      action={
        <>
          {tab === 'money' && !hasMoney && !mayNotDeposit && (
            <ButtonLink to={href('/deposit')} variant="primary">
              {t('nav.deposit')}
            </ButtonLink>
          )}
          {tab === 'money' && hasMoney && tabs.includes('bets') && (
            <ButtonLink to={historyHref({ tab: 'bets', range })}>{t('user.history.bets.show')}</ButtonLink>
          )}
          {range.preset !== '12m' && (
            <ButtonLink to={historyHref({ tab, range: presetRange('12m', today) })} preventScrollReset>
              {t('user.history.none.wider')}
            </ButtonLink>
          )}
        </>
      }
    />
  )
}

function RangePicker({ tab, tabs, query }: { tab: Tab; tabs: readonly Tab[]; query: HistoryView['query'] }) {
  const { t } = useI18n()
  const { range, submitted, today } = query
  const errorOf = (name: 'from' | 'to') => {
    const dateError = query.dateErrors.find((error) => error.field === name)
    return dateError && t(dateError.message, { day: dateError.limit ?? today })
  }
  const from = useFieldControl({ name: 'from', error: errorOf('from') })
  const to = useFieldControl({ name: 'to', error: errorOf('to') })
  return (
    <div className={`${css.ranges} ${notPrinted}`}>
      <div className={css.presets}>
        <ChipFilter
          label={t('user.history.tabs')}
          items={tabs.map((name) => ({
            to: historyHref({ tab: name, range }),
            text: t(`user.history.${name}` satisfies MessageKey),
            current: name === tab,
          }))}
        />
      </div>
      <details className={css.fold} open={!range.preset || query.dateErrors.length > 0}>
        <summary className={css.foldSummary}>
          {t('user.history.ranges')}
          {range.preset && `${dot}${t(`user.history.range.${range.preset}` satisfies MessageKey)}`}
        </summary>
      </details>
      <div className={css.presets}>
        <ChipFilter
          label={t('user.history.ranges')}
          items={rangePresets.map((name) => ({
            to: historyHref({ tab, range: presetRange(name, today) }),
            text: t(`user.history.range.${name}` satisfies MessageKey),
            current: range.preset === name,
          }))}
        />
      </div>
      <Form
        // Resets the date inputs when the range changes.
        key={`${range.from} ${range.to} ${submitted?.from} ${submitted?.to}`}
        method="get"
        action={href('/user')}
        className={css.dates}
        noValidate
        preventScrollReset
      >
        <input type="hidden" name="tab" value={addressOfTab(tab)} />
        <DateInput name="from" label={t('user.history.from')} query={query} wired={from} />
        <span className={css.rangeSeparator} aria-hidden="true">
          ~
        </span>
        <DateInput name="to" label={t('user.history.to')} query={query} wired={to} />
        <div className={css.searchButton}>
          <Button size="small">{t('user.history.show')}</Button>
        </div>
        {[from, to].map(
          (wired) =>
            wired.kind && (
              <div key={wired.id} className={css.dateError}>
                <FieldNote control={wired} />
              </div>
            ),
        )}
      </Form>
    </div>
  )
}

type WiredField = ReturnType<typeof useFieldControl>

type DateInputProps = { name: 'from' | 'to'; label: string; query: HistoryView['query']; wired: WiredField }

function DateInput({ name, label, query, wired }: DateInputProps) {
  return (
    <>
      <label className={visuallyHidden} htmlFor={wired.id}>
        {label}
      </label>
      <input
        {...wired.attributes}
        type="date"
        min={query.earliestDay}
        max={query.today}
        defaultValue={query.submitted?.[name] ?? query.range[name]}
        className={css.dateBox}
      />
    </>
  )
}
