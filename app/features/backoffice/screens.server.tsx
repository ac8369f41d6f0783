import { alertEvents } from '~/embedded/backoffice/commands/setup'
import { type CommandName, type CommandResult, changeNames, commands } from '~/embedded/backoffice/commands/table'
import { Badge } from '~/ui/badge/badge'
import { Button } from '~/ui/button/button'
import { input } from '~/ui/field/field.css'
import { stack } from '~/ui/layout/layout.css'
import { ChipFilter } from '~/ui/link-row/link-row'
import { formatSeoulMinute } from '~/values/seoul'
import { maintenanceText, siteMaintenance } from './closures.server'
import { drawLists, type List, listScreen } from './list.server'
import { filtersOf, periodOf } from './list-query.server'
import { isPendingRow } from './marks'
import { Commands, type Figure, Figures, Hidden, type Lead, note, Part, soft, tickForm, titledPage } from './parts'
import { approvalsOf } from './payment-leads.server'
import { inquiryPage } from './records.server'
import { type BackofficeRequest, contentOf, hrefWith, mayRun, type Page, periodLinks, type Row, read } from './screen'
import { Rows } from './table'
import { textsOf } from './texts'
import { Bars } from './today/bars'
import { fieldName, memberHref, sumText, textOf, unbroken } from './values'

export function waitingScreen(backoffice: BackofficeRequest): Promise<Page> {
  const { query, operator, t, word } = backoffice
  const ticking = tickForm(backoffice, {
    ...{ command: 'approve', fixed: 'kind id' },
    fields: { kind: query.kind === 'withdrawal' ? 'withdrawal' : 'deposit' },
    // A row that somebody credits with another amount is settled individually.
    boxOf: (row) => (isPendingRow(row) && !approvalsOf(row).some(({ act }) => act === 'credit') ? row.id : undefined),
    buttons: (rows) => (
      <>
        {operator.hasPayAccount && rows.some((row) => row.accountRequest) && (
          <Button formAction="/backoffice/command/send-account">{word('command.send-account')}</Button>
        )}
        {query.kind === 'withdrawal' && <Button formAction="/backoffice/command/claim">{t('claim.ticked')}</Button>}
        <Button variant="danger" formMethod="get" formAction="/backoffice/command/cancel">
          {word(`command.cancel.${query.kind}`, word('command.cancel.deposit'))}
        </Button>
      </>
    ),
  })
  return listScreen(backoffice, t('nav.waiting'), [{ command: 'movements', ...ticking }])
}

export function inquiriesScreen(given: BackofficeRequest): Promise<Page | Response> {
  const { id, member, kind: asked = member ? '' : 'question' } = given.query
  if (id) return inquiryPage(given, id)
  const backoffice = { ...given, url: new URL(hrefWith(given.url, { kind: asked }), given.url) }
  const { url, t, word, number, operator } = backoffice
  const { questions, accounts, resets } = operator.waiting
  const tabs = Object.entries({ question: questions, account: accounts, reset: resets }).map(([kind, count]) => ({
    to: hrefWith(url, { kind, page: '', done: '', none: '', tick: '' }),
    text: `${word(`inquiries.${kind}`)} ${number(count)}`,
    current: kind === asked,
  }))
  const isOfAccounts = asked === 'account'
  const boxOf = ({ deposit }: Row) => deposit ?? undefined
  const sending = isOfAccounts && operator.hasPayAccount && { command: 'send-account' as const, fixed: 'id', boxOf }
  const kind = isOfAccounts || asked === 'question' ? asked : undefined
  const list = { command: 'requests', payload: { kind }, ...(sending && tickForm(backoffice, sending)) } as const
  return listScreen(backoffice, t('nav.inquiries'), [asked === 'reset' ? { command: 'reset-requests' } : list], {
    leads: [['templates'], ['pay-accounts']],
    intro: <ChipFilter label={t('nav.inquiries')} items={tabs} />,
  })
}

export function contentScreen(backoffice: BackofficeRequest): Promise<Page> {
  const sent: List = { command: 'sent-notes', shownRows: 5 }
  const lists: List[] = [{ command: 'notices' }, sent, { command: 'templates', shownRows: 5 }, { command: 'tags' }]
  const leads = ['list', 'popup'].map((place): Lead => ['add-notice', { place, back: contentOf(place) }])
  leads.push(['note'], ['note-tagged'])
  return listScreen(backoffice, backoffice.t('nav.content'), lists, { leads, isPrimary: true })
}

const setupParts = ['site', 'providers', 'pay-accounts', 'alerts', 'referral-codes'] as const

export async function setupScreen(backoffice: BackofficeRequest): Promise<Page> {
  const { t, word, url, form } = backoffice
  const part = setupParts.find((name) => name === url.searchParams.get('part')) ?? 'site'
  const items = setupParts.map((name) => ({
    ...{ to: `/backoffice/setup?part=${name}`, text: word(`setup.${name}`), current: name === part },
  }))
  const tested = form && mayRun(backoffice, 'test-alert') ? await read(backoffice, 'test-alert') : undefined
  const site = <Commands backoffice={backoffice} leads={siteMaintenance(backoffice)} size="small" variant="quiet" />
  const more: Partial<Record<CommandName, Partial<List>>> = {
    providers: { beside: providerSearch(backoffice), leads: [['callback-secret']] },
    alerts: {
      beside: <h2>{t('alerts.sent')}</h2>,
      columns: ['event', 'number', 'state', 'madeAt', 'tries', 'failure'],
      above: (result: object) => alertsState(backoffice, result as Alerts, tested),
    },
  }
  const list: List =
    part === 'site'
      ? { command: 'providers', payload: { closed: true }, title: t('setup.closed'), isHiddenEmpty: true }
      : { command: part, ...more[part] }
  return titledPage(backoffice, t('nav.setup'), {})(
    <ChipFilter label={t('nav.setup')} items={items} />,
    part === 'site' && (
      <Part title={t('setup.site')} end={<div className="row">{site}</div>}>
        <p>{maintenanceText(backoffice) ?? t('setup.isOpen')}</p>
      </Part>
    ),
    await drawLists(backoffice, [list], part !== 'site'),
  )
}

function providerSearch({ t, query: { search } }: BackofficeRequest) {
  const field = { type: 'search', name: 'search', 'aria-label': t('search'), placeholder: t('setup.search') }
  return (
    <search>
      <form action="/backoffice/setup">
        <Hidden fields={[['part', 'providers']]} />
        <input {...field} className={input()} defaultValue={search} />
        <Button>{t('search')}</Button>
      </form>
    </search>
  )
}

type Alerts = CommandResult<'alerts'>

function alertsState(backoffice: BackofficeRequest, alerts: Alerts, tested?: CommandResult<'test-alert'>) {
  const { t, word } = backoffice
  const { receiver, sample } = alerts
  const failure = word(`failure.${tested?.failure}`, String(tested?.failure))
  return (
    <>
      <p>
        <Badge kind={receiver ? 'good' : 'warn'}>{word(`alerts.${receiver !== null}`)}</Badge>{' '}
        {receiver ? t('alerts.on', { host: receiver.host }) : t('alerts.off')}
      </p>
      {tested?.delivered === true && note(t('alerts.received'), 'success')}
      {tested?.delivered === false && note(t('alerts.failed', { failure }), 'error')}
      {receiver && mayRun(backoffice, 'test-alert') && (
        <form method="post" action="/backoffice/setup?part=alerts" className="row">
          <Button variant="primary">{word('command.test-alert')}</Button>
        </form>
      )}
      {soft(t('alerts.events', { events: alertEvents.map((event) => word(`event.${event}`)).join(', ') }))}
      <details>
        <summary>{t('alerts.server')}</summary>
        <p className="text">{t('alerts.how')}</p>
        <h3>{t('alerts.sample')}</h3>
        <code className="text">{sample}</code>
      </details>
    </>
  )
}

export async function peopleScreen(backoffice: BackofficeRequest): Promise<Page> {
  const below = (result: object) => secondPersonRule(backoffice, result as CommandResult<'first-approvals'>)
  const intro = await drawLists(backoffice, [{ command: 'first-approvals', shownRows: 10, below }])
  const head = { leads: [['make-token'], ['handling']], isPrimary: true, intro } as const
  const list = { command: 'tokens', beside: <h2>{backoffice.t('title.tokens')}</h2> } as const
  return listScreen(backoffice, backoffice.t('nav.people'), [list], head)
}

function secondPersonRule(backoffice: BackofficeRequest, { rule }: CommandResult<'first-approvals'>) {
  const { t, word } = backoffice
  const money = word(`money.${rule.money}`)
  const won = ({ won }: Row) =>
    won === null ? t('second.any') : t('second.from', { won: textOf(backoffice, 'won', won) })
  const isShort = rule.acts.some(({ who }) => who.length < 2)
  const rules =
    rule.acts.length === 0 ? (
      <p>{t('second.off', { money })}</p>
    ) : (
      <>
        <p>{t('second.on', { money })}</p>
        <Rows texts={backoffice} columns={['act', 'won', 'who']} rows={rule.acts} cells={{ won }} />
        {!rule.hasTwoOwners && rule.acts.some(({ act }) => act === 'make-token') && note(t('second.alone'))}
        {isShort ? note(t('second.nobody')) : soft(t('second.nobody'))}
      </>
    )
  return (
    <details>
      <summary>
        {t('second.rule')} {isShort && <Badge kind="warn">{t('second.short')}</Badge>}
      </summary>
      <div className={stack}>{rules}</div>
    </details>
  )
}

export async function booksScreen(backoffice: BackofficeRequest): Promise<Page> {
  const { t } = backoffice
  const { store, lastChecks } = await read(backoffice, 'overview')
  const at = lastChecks.backup === null ? t('never') : formatSeoulMinute(lastChecks.backup)
  const leads: Lead[] = [['audit'], ['export'], ['bundle'], ['correct'], ['retention'], ['who-is'], ['end-play-money']]
  const lists = [{ command: 'ledger' }, { command: 'linked-accounts' }] as const
  const backups = store === 'pglite' ? t('refused.own_folder') : `${t('books.lastBackup', { at })} ${t('books.pgDump')}`
  return listScreen(backoffice, t('nav.books'), lists, { leads, intro: soft(backups) })
}

/** Returns the request with the id of the member whose nickname the filter has. */
async function withMemberId(backoffice: BackofficeRequest): Promise<BackofficeRequest> {
  const { client, query, url } = backoffice
  const named = query.member?.trim()
  const found = named ? await client.call('members', { search: named, size: 50 }) : undefined
  const rows = found?.kind === 'done' ? found.result.rows : []
  const isSame = (name: string | null) => name?.toLowerCase() === named?.toLowerCase()
  const row = rows.some(({ member }) => isSame(member)) ? undefined : rows.find(({ nick }) => isSame(nick))
  return row ? { ...backoffice, url: new URL(hrefWith(url, { member: row.member }), url) } : backoffice
}

export async function logScreen(asked: BackofficeRequest): Promise<Page> {
  const backoffice = await withMemberId(asked)
  const { t, url } = backoffice
  const isAll = backoffice.query.all
  const items = [
    { to: hrefWith(url, { page: '', all: '' }), text: t('log.changes'), current: !isAll },
    { to: hrefWith(url, { page: '', all: 'true' }), text: t('log.all'), current: isAll },
  ]
  const beside = <ChipFilter label={t('log.which')} items={items} />
  const payload = { changes: !isAll, upTo: undefined }
  const act = isAll ? Object.keys(commands) : changeNames
  return listScreen(backoffice, t('nav.log'), [{ command: 'acts', payload, choices: { act }, beside }])
}

type RevenueFigures = CommandResult<'figures'>

export function figuresScreen(backoffice: BackofficeRequest): Promise<Page> {
  const { url, now, t, word } = backoffice
  const { known } = filtersOf({ command: 'figures' }, url)
  const { from, to } = periodOf('figures', url, now)
  const above = (result: object) => revenue(textsOf(backoffice, 'figures'), result as RevenueFigures)
  const figures: List = { command: 'figures', above, hasOwnRanges: true, join: withoutZeros }
  return listScreen(backoffice, t('figures.title', { from: unbroken(from), to: unbroken(to) }), [figures], {
    leads: [['handling'], ['recount-figures']],
    intro: (
      <form action={url.pathname} className="row period">
        <ChipFilter label={t('list.range')} items={periodLinks(backoffice, from, to)} />
        <Hidden fields={[...known].filter(([name]) => !['from', 'to', 'page'].includes(name))} />
        <div className="row">
          {Object.entries({ from, to }).map(([name, day]) => (
            <input
              key={name}
              {...{ type: 'date', name, className: input(), 'aria-label': word(`field.${name}`) }}
              defaultValue={day}
            />
          ))}
          <Button>{t('form.show')}</Button>
        </div>
      </form>
    ),
  })
}

function withoutZeros(rows: readonly Row[]): Row[] {
  const empty = Object.keys(rows[0] ?? {}).filter((name) => rows.every((row) => row[name] === 0))
  return rows.map((row) => ({ ...row, ...Object.fromEntries(empty.map((name) => [name, null])) }))
}

const namedBars = 12
/** A longer period has a bar for each month, because a bar for each day of a year makes a page of 150 kB. */
const maxDayBars = 62
const summed = ['revenue', 'staked', 'wins', 'comp', 'net', 'deposits', 'withdrawals', 'flow', 'corrections']

const barOf = (won: number | string) => [[Number(won) < 0 ? 'out' : 'in', Number(won)] as const]

function barsOf(days: RevenueFigures['days']) {
  const isLong = days.length > maxDayBars
  const bars = new Map<string, { from: string; to: string; revenue: number }>()
  for (const { day, revenue } of days) {
    const name = isLong ? day.slice(0, 7) : day.slice(5)
    const { from = day, revenue: sum = 0 } = bars.get(name) ?? {}
    bars.set(name, { from, to: day, revenue: sum + Number(revenue) })
  }
  return [...bars].map(([name, { revenue, ...range }], index) => ({
    name,
    label: days.length <= 31 && index > 0 && !name.endsWith('-01') ? name.slice(3) : name,
    to: `/backoffice/figures?${new URLSearchParams({ by: isLong ? 'day' : 'game', ...range })}`,
    wons: barOf(revenue),
  }))
}

function revenue(texts: BackofficeRequest, { rows, days, sums, total }: RevenueFigures) {
  const isByDay = rows.some(({ day }) => day !== null)
  const columns = isByDay
    ? barsOf(days)
    : rows.slice(0, namedBars).map(({ game, provider, member, revenue }) => ({
        name: game ?? provider ?? member ?? '',
        to: member ? memberHref(member) : undefined,
        wons: barOf(revenue),
      }))
  const idle = isByDay ? days.length - total : 0
  const every = isByDay && days.length > 31 ? Math.ceil(columns.length / 7) : 1
  const about = idle > 0 ? texts.t('figures.idle', { count: idle }) : ''
  const figures = summed.flatMap((name): Figure[] =>
    name in sums ? [[fieldName(texts, name), sumText(texts, name, (sums as Row)[name])]] : [],
  )
  return (
    <>
      <Figures figures={figures} isEven />
      <Bars {...{ texts, columns, every }} legend={texts.t('figures.net')} about={about} />
    </>
  )
}
