import type { ReactNode } from 'react'
import type { CommandResult } from '~/embedded/backoffice/commands/table'
import { stack, wrapRow } from '~/ui/layout/layout.css'
import { ChipFilter } from '~/ui/link-row/link-row'
import { days } from '~/values/durations'
import { joinParts } from '~/values/parts'
import { formatSeoulMinute } from '~/values/seoul'
import { drawLists, readUnlisted } from '../list.server'
import { buttonTo, Commands, note, Part, titledPage, unfold } from '../parts'
import { type BackofficeRequest, mayRun, type Page, type Row, read } from '../screen'
import { textOf } from '../values'

const manyWrongTries = 30

export async function todayScreen(backoffice: BackofficeRequest): Promise<Page> {
  const { t, number, operator } = backoffice
  const [overview, queued, views] = await Promise.all([
    read(backoffice, 'overview'),
    read(backoffice, 'queue'),
    read(backoffice, 'views'),
  ])
  const { deposits, withdrawals, help, resets, secondPerson, closedWithMoney: owed } = overview.waiting
  // The queue has at most 100 of each kind. The counts include requests that it shows in a deposit's row.
  const counts = [deposits.count, withdrawals.count, help, resets, secondPerson]
  const total = counts.some((count) => count > 100) ? counts.reduce((sum, count) => sum + count) : queued.rows.length
  const settled = await settledRows(backoffice, queued.rows)
  const rows = [...settled, ...queued.rows]
  const all = [
    ['queue.deposit', deposits.count, 'waiting?kind=deposit', deposits.won],
    ['queue.withdrawal', withdrawals.count, 'waiting?kind=withdrawal', withdrawals.won],
    ['queue.inquiry', help, 'inquiries'],
    ['queue.reset', resets, 'command/reset-requests'],
    ['queue.approval', secondPerson, 'people#first-approvals'],
    ['queue.owed', owed.count, 'command/members?owed=true', owed.won],
    ['queue.closed', overview.closedProviders, 'command/providers?closed=true'],
  ] as const
  const chips = all.flatMap(([name, count, to, won]) => {
    const text = joinParts(`${t(name)} ${number(count)}`, won !== undefined && textOf(backoffice, 'won', won))
    return count > 0 ? [{ to: `/backoffice/${to}`, text }] : []
  })
  const [queue, ...sums] = await drawLists(backoffice, [
    { command: 'queue', shownRows: 20 + settled.length, result: { rows, total } },
    { command: 'sums', title: t('sums.day'), payload: { by: 'day' } },
    { command: 'sums', title: t('sums.hour'), payload: { by: 'hour' } },
  ])
  const adding = <Commands backoffice={backoffice} leads={[['add-pay-account']]} isOfRow />
  const toAccount = mayRun(backoffice, 'add-pay-account') ? adding : t('wrong.account.owner')
  const [first, ...others] = [
    deposits.count > 0 && !operator.hasPayAccount && note(t('wrong.account'), 'warning', toAccount),
    ...wrongOf(backoffice, overview),
  ].filter(Boolean)
  const hints = [
    operator.secondFactor === 'none' &&
      operator.name !== 'owner' &&
      note(t('today.factor'), 'info', <a href="/backoffice/factor">{t('factor.begin')}</a>),
    overview.approvalMs !== null &&
      note(t('today.automatic', { seconds: Math.round(overview.approvalMs / 1000) }), 'info'),
  ]
  // With JavaScript, the page refreshes automatically.
  const refresh = <span className="renew">{buttonTo('/backoffice', t('today.renew'))}</span>
  const allViews = <a href="/backoffice/command/views">{t('list.all', { count: views.rows.length })}</a>
  return titledPage(backoffice, t('nav.today'), { beside: refresh })(
    <div data-renew="">
      {first}
      <div className="bar">
        {chips.length > 0 && <ChipFilter label={t('nav.today')} items={chips} />}
        {others.length > 0 && unfold(t('today.notes', { count: others.length }), <div className={stack}>{others}</div>)}
      </div>
      <div className="columns">
        {queue}
        <div>
          {hints}
          {views.rows.length > 0 && (
            <Part title={t('views')} end={allViews}>
              <div className={wrapRow}>
                {views.rows.map(({ name, address }) => buttonTo(address, name, { size: 'small' }))}
              </div>
            </Part>
          )}
          {sums}
        </div>
      </div>
    </div>,
  )
}

/** Returns the shown payments that have been settled. Their rows say who settled them until the list is refreshed. */
async function settledRows(backoffice: BackofficeRequest, queued: readonly Row[]): Promise<Row[]> {
  const settled: Row[] = []
  for (const what of ['deposit', 'return', 'withdrawal']) {
    const listed = queued.filter((row) => row.what === what)
    const unlisted = await readUnlisted(backoffice, what === 'return' ? 'deposit' : what, listed, `${what}-`)
    settled.push(...unlisted.filter(({ isGone }) => isGone).map((row) => ({ ...row, what })))
  }
  return settled
}

function wrongOf(backoffice: BackofficeRequest, overview: CommandResult<'overview'>): ReactNode[] {
  const { t, number, now, operator, word } = backoffice
  const { store, lastChecks, factorsReset, tokensMadeAlone, wrongTries, unreadableMoney } = overview
  const { backup, inOrder, findings } = lastChecks
  const isOld = (at: string | null) => at === null || now - Date.parse(at) > days(1)
  const hasFindings = findings !== null && (inOrder === null || findings > inOrder)
  const timeOf = (at: string | null) => (at === null ? t('never') : formatSeoulMinute(at))
  const checks = [
    // A store in the site's folder is backed up only while the site is stopped, so the backup's age isn't checked.
    store === 'postgres' && isOld(backup) && t('wrong.backup', { at: timeOf(backup) }),
    isOld(inOrder) && t('wrong.audit', { at: timeOf(inOrder) }),
  ].filter(Boolean)
  const audit = isOld(inOrder) && mayRun(backoffice, 'audit') && (
    <a href="/backoffice/command/audit">{word('command.audit')}</a>
  )
  const notes = [
    ...(factorsReset.length > 0 ? [t('wrong.factor', { name: factorsReset.join(', ') })] : []),
    ...(tokensMadeAlone.length > 0 ? [t('wrong.alone', { name: tokensMadeAlone.join(', ') })] : []),
    ...(wrongTries >= manyWrongTries ? [t('wrong.tries', { count: number(wrongTries) })] : []),
    ...(unreadableMoney > 0 ? [t('wrong.money', { count: number(unreadableMoney) })] : []),
    ...(operator.alertsGivenUp > 0 ? [t('wrong.alerts', { count: number(operator.alertsGivenUp) })] : []),
    ...(hasFindings ? [t('wrong.findings', { at: timeOf(findings) })] : []),
  ].map((text) => note(text))
  return checks.length > 0 ? [...notes, note(checks.join(' · '), 'warning', audit)] : notes
}
