import { randomUUID } from 'node:crypto'
import type { ReactNode } from 'react'
import { alertEvents } from '~/embedded/backoffice/commands/setup'
import { type CommandResult, commands } from '~/embedded/backoffice/commands/table'
import { Alert } from '~/ui/alert/alert'
import { Button } from '~/ui/button/button'
import { card } from '~/ui/card/card.css'
import { ChipFilter } from '~/ui/link-row/link-row'
import { daysBefore, formatSeoulMinute, toSeoulDay } from '~/values/seoul'
import { stored } from '~/values/status'
import { drawLists, filtersOf, listScreen, ranges } from './list.server'
import { Commands, Hidden, type Lead, note, Part, siteMaintenance, soft, Ticked, tickBoxes, titledPage } from './parts'
import { inquiryPage } from './records.server'
import { type BackofficeRequest, mayRun, type Page, read } from './screen'
import { Bars } from './today/bars'
import { Details, memberHref, type Row } from './values'

export function waitingScreen(backoffice: BackofficeRequest): Promise<Page> {
  const { url, query, t, word } = backoffice
  const kind = query.kind === 'withdrawal' ? 'withdrawal' : 'deposit'
  const isWaiting = (row: Row) => row.state === stored.pending
  const back = new URLSearchParams(url.searchParams)
  for (const name of ['none', 'tick']) back.delete(name)
  const sent = { kind, back: `${url.pathname}?${back}`, requestId: randomUUID(), fixed: 'kind id' }
  // Each `tick` in the URL is the id of a ticked row; an empty one means that all rows are ticked.
  const pick = tickBoxes(backoffice, {
    name: 'id',
    boxOf: (row) => (isWaiting(row) ? String(row.id) : undefined),
    isTicked: ({ id }) => query.tick.includes('') || query.tick.includes(String(id)),
    all: `${sent.back}&tick`,
  })
  const maySettle = mayRun(backoffice, 'approve')
  return listScreen(backoffice, t('nav.waiting'), [
    {
      command: 'movements',
      ...(maySettle && { pick }),
      around: (rows, all) => (
        <form method="post" action="/backoffice/command/approve" data-dialog="">
          <Hidden fields={Object.entries(sent)} />
          {query.none && <Alert kind="warning">{t('waiting.none')}</Alert>}
          {rows}
          {maySettle && all.some(isWaiting) && (
            <div className="row sticky">
              <Button variant="primary">{word('command.approve')}</Button>
              {backoffice.operator.hasPayAccount && all.some((row) => row.accountRequest) && (
                <Button formAction="/backoffice/command/send-account">{word('command.send-account')}</Button>
              )}
              <Button variant="danger" formMethod="get" formAction="/backoffice/command/cancel">
                {word('command.cancel')}
              </Button>
              <Ticked texts={backoffice} />
            </div>
          )}
        </form>
      ),
    },
  ])
}

export function inquiriesScreen(backoffice: BackofficeRequest): Promise<Page> {
  const { id } = backoffice.query
  if (id) return inquiryPage(backoffice, id)
  return listScreen(backoffice, backoffice.t('nav.inquiries'), [{ command: 'requests' }], {
    leads: [['templates'], ['pay-accounts'], ['reset-requests']],
  })
}

export function contentScreen(backoffice: BackofficeRequest): Promise<Page> {
  const lists = [{ command: 'notices' }, { command: 'templates' }, { command: 'tags' }] as const
  const leads = ['list', 'popup'].map((place): Lead => ['add-notice', { place }])
  leads.push(['note'], ['note-tagged'])
  return listScreen(backoffice, backoffice.t('nav.content'), lists, { leads })
}

export async function setupScreen(backoffice: BackofficeRequest): Promise<Page> {
  const { t, locale, operator, form, url } = backoffice
  const until = operator.maintenanceUntil
  const mayClose = mayRun(backoffice, 'maintenance')
  const tested = form && mayRun(backoffice, 'test-alert') ? await read(backoffice, 'test-alert') : undefined
  const linkOf = ({ code, nameKo, nameEn }: Row) => {
    const asked = new URLSearchParams({ provider: String(code), used: 'n', back: url.pathname })
    return (
      <a key={String(code)} href={mayClose ? `/backoffice/command/maintenance?${asked}` : undefined}>
        {String(locale === 'ko' ? nameKo : nameEn)}
      </a>
    )
  }
  const links = (_: ReactNode, rows: readonly Row[]) => <p className="row">{rows.map(linkOf)}</p>
  const lists = await drawLists(backoffice, [
    { command: 'providers', payload: { closed: true } },
    { command: 'providers', payload: { closed: false }, title: t('setup.open'), isFolded: true, around: links },
    { command: 'pay-accounts' },
    { command: 'alerts', shownRows: 8, above: (result) => alertsState(backoffice, result as Alerts, tested) },
    { command: 'referral-codes', shownRows: 8 },
  ])
  const site = <Commands backoffice={backoffice} leads={[siteMaintenance(until)]} size="small" variant="quiet" />
  return titledPage(
    backoffice,
    t('nav.setup'),
    { beside: <Commands backoffice={backoffice} leads={[['callback-secret']]} /> },
    <Part title={t('setup.site')} end={site}>
      <p>{until ? t('wrong.maintenance', { until: formatSeoulMinute(until) }) : t('setup.isOpen')}</p>
    </Part>,
    lists,
  )
}

type Alerts = CommandResult<'alerts'>

/** Where alerts go, or how to set them up, and a button that sends one, with its result. */
function alertsState(backoffice: BackofficeRequest, { receiver }: Alerts, tested?: CommandResult<'test-alert'>) {
  const { t, word } = backoffice
  if (!receiver) return <p className="text">{t('alerts.unset')}</p>
  const { host, waitMinutes: minutes, tellsSum } = receiver
  const events = alertEvents.map((event) => word(`event.${event}`)).join(', ')
  const waitMinutes = minutes > 0 ? t('waits.minutes', { minutes }) : t('waits.never')
  const failure = word(`failure.${tested?.failure}`, String(tested?.failure))
  return (
    <>
      <Details texts={backoffice} values={{ host, events, waitMinutes, tellsSum }} />
      {mayRun(backoffice, 'test-alert') && (
        <form method="post" action="/backoffice/setup#alerts">
          <Button size="small">{word('command.test-alert')}</Button>
        </form>
      )}
      {tested?.delivered === true && note(t('alerts.received'), 'success')}
      {tested?.delivered === false && note(t('alerts.failed', { failure }), 'error')}
    </>
  )
}

export function peopleScreen(backoffice: BackofficeRequest): Promise<Page> {
  const lists = [{ command: 'tokens' }, { command: 'first-approvals', shownRows: 10 }] as const
  return listScreen(backoffice, backoffice.t('nav.people'), lists, { leads: [['make-token']] })
}

/** The period of the figures if none is chosen, as in their command. */
const figureDays = 28

export function figuresScreen(backoffice: BackofficeRequest): Promise<Page> {
  const { url, now, t } = backoffice
  const { known, asked } = filtersOf({ command: 'figures' }, url)
  const { to = toSeoulDay(now), from = daysBefore(to, figureDays - 1) } = asked as { from?: string; to?: string }
  const items = (['week', 'month', 'lastMonth'] as const).map((name) => {
    const [first, last] = ranges(now)[name]
    const query = new URLSearchParams({ ...Object.fromEntries(known), from: first, to: last })
    query.delete('page')
    return { to: `${url.pathname}?${query}`, text: t(`range.${name}`), current: first === from && last === to }
  })
  const payload = { ...(asked.from !== undefined && { from }), ...(asked.to !== undefined && { to }) }
  const lists = [
    { command: 'figures', above: (result: object) => revenueBars(backoffice, result as CommandResult<'figures'>) },
    { command: 'member-money', payload, shownRows: 10 },
    { command: 'handling', payload },
  ] as const
  const intro = (
    <div className="ranges">
      <ChipFilter label={t('list.range')} items={items} />
    </div>
  )
  return listScreen(backoffice, t('figures.title', { from: unbroken(from), to: unbroken(to) }), lists, {
    leads: [['recount-figures']],
    intro,
  })
}

/** A day that wraps as a whole. */
const unbroken = (day: string) => day.replaceAll('-', '-\u2060')

/** How many bars have room for their names. */
const namedBars = 12

/** Revenue of each day, or of the first rows of another grouping. */
function revenueBars(texts: BackofficeRequest, { rows, days }: CommandResult<'figures'>) {
  const isByDay = rows.some(({ day }) => day !== null)
  const barsOf = (name: string, to: string | undefined, revenue: number | string) => {
    const won = Number(revenue)
    return { name, to, wons: [[won < 0 ? 'out' : 'in', won] as const] }
  }
  const columns = isByDay
    ? days.map(({ day, revenue }) =>
        barsOf(day.slice(5), `/backoffice/figures?${new URLSearchParams({ by: 'game', from: day, to: day })}`, revenue),
      )
    : rows
        .slice(0, namedBars)
        .map(({ game, provider, member, revenue }) =>
          barsOf(game ?? provider ?? member ?? '', member ? memberHref(member) : undefined, revenue),
        )
  return (
    columns.length > 0 && (
      <section className={card}>
        <Bars texts={texts} columns={columns} every={isByDay ? Math.ceil(days.length / 7) : 1} />
      </section>
    )
  )
}

export async function booksScreen(backoffice: BackofficeRequest): Promise<Page> {
  const { t } = backoffice
  const { store, lastChecks } = await read(backoffice, 'overview')
  const at = lastChecks.backup === null ? t('never') : formatSeoulMinute(lastChecks.backup)
  const leads: Lead[] = [['audit'], ['export'], ['bundle'], ['correct'], ['retention'], ['who-is'], ['end-play-money']]
  const lists = [{ command: 'ledger' }, { command: 'linked-accounts' }] as const
  const backups = soft(
    store === 'pglite' ? t('refused.own_folder') : `${t('books.lastBackup', { at })} ${t('books.pgDump')}`,
  )
  return listScreen(backoffice, t('nav.books'), lists, { leads, intro: backups })
}

export function logScreen(backoffice: BackofficeRequest): Promise<Page> {
  const { t } = backoffice
  const isAll = backoffice.query.all
  const names = Object.entries(commands).flatMap(([name, { kind, isLogin }]) =>
    isAll || (kind === 'change' && !isLogin) ? [name] : [],
  )
  const items = [
    { to: '/backoffice/log', text: t('log.changes'), current: !isAll },
    { to: '/backoffice/log?all', text: t('log.all'), current: isAll },
  ]
  const beside = <ChipFilter label={t('log.which')} items={items} />
  const payload = { changes: !isAll, upTo: undefined }
  return listScreen(backoffice, t('nav.log'), [{ command: 'acts', payload, choices: { act: names }, beside }])
}
