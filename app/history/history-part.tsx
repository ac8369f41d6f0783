import { type MessageKey, useWords } from '~/i18n/words'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { PartTitle } from '~/ui/page-title/page-title'
import { Pager } from '~/ui/pager/pager'
import { Say } from '~/ui/say/say'
import { Tabs } from '~/ui/tabs/tabs'
import { fileAddress, queryOf, readyRange } from './asked'
import * as css from './history.css'
import { fileRowsMax, monthsBack } from './limits'
import { Ranges } from './ranges'
import { addressOf, type Shown } from './shown'
import { BetTable, CompTable, MoneyTable } from './tables'
import { Totals } from './totals'

/** A member's history: totals, tabs, the range, one page of movements, and a link to the CSV file. */
export function HistoryPart({ history, asked }: Shown) {
  const words = useWords()
  const { t } = words
  const { shown, tab, tabs } = history
  const { range } = asked
  const tooLong = shown.kind !== 'failed' && (shown.total ?? 0) > fileRowsMax
  return (
    <section className={css.part} id="history" aria-labelledby="history-title">
      <div>
        <PartTitle
          id="history-title"
          title={t('user.history')}
          end={
            shown.kind !== 'failed' &&
            shown.rows.length > 0 && (
              <ButtonLink to={fileAddress({ tab, range })} reloadDocument look="line" size="small" icon="download">
                {t('user.history.file')}
              </ButtonLink>
            )
          }
        />
        <p className={css.lead}>
          {t('user.history.lead', { months: monthsBack })}
          {tooLong && ` ${t('user.history.file.most', { rows: fileRowsMax })}`}
        </p>
      </div>
      <Totals shown={shown} />
      <div className={css.listed}>
        <Tabs
          label={t('user.history.tabs')}
          items={tabs.map((name) => ({
            to: addressOf({ tab: name, range }),
            text: t(`user.history.${name}` satisfies MessageKey),
            current: name === tab,
          }))}
        />
        <Ranges tab={tab} asked={asked} />
        <Rows history={history} asked={asked} />
      </div>
    </section>
  )
}

function Rows({ history: { shown, tab }, asked: { range, today } }: Shown) {
  const { t } = useWords()
  if (shown.kind === 'failed') {
    return (
      <Say kind="warning" title={t('user.history.failed')} still>
        <p>
          {t('problem.reference')} {shown.reference}
        </p>
        <div>
          <ButtonLink to={`/user?${queryOf({ tab, range })}#history`} reloadDocument size="small">
            {t('problem.retry')}
          </ButtonLink>
        </div>
      </Say>
    )
  }
  if (shown.rows.length === 0) {
    return (
      <Empty
        title={t('user.history.none')}
        action={
          range.name !== '12m' && (
            <ButtonLink to={addressOf({ tab, range: readyRange('12m', today) })} preventScrollReset>
              {t('user.history.none.wider')}
            </ButtonLink>
          )
        }
      />
    )
  }
  const { page, pages, total } = shown
  return (
    <>
      {shown.kind === 'money' && <MoneyTable rows={shown.rows} />}
      {shown.kind === 'bets' && <BetTable rows={shown.rows} />}
      {shown.kind === 'comp' && <CompTable rows={shown.rows} />}
      {pages === 1 && total !== undefined && <p className={css.end}>{t('user.history.end', { count: total })}</p>}
      <Pager
        label={t('pager.label')}
        page={page}
        pages={pages}
        to={(other) => addressOf({ tab, range, page: other })}
        previous={t('pager.previous')}
        next={t('pager.next')}
        name={(number) => t(number === page ? 'pager.current' : 'pager.page', { page: number })}
      />
    </>
  )
}
