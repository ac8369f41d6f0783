import type { ReactNode } from 'react'
import { rowFieldsOf } from '~/embedded/backoffice/commands/form-fields'
import { commands } from '~/embedded/backoffice/commands/table'
import { Alert } from '~/ui/alert/alert'
import { card } from '~/ui/card/card.css'
import { Checkbox } from '~/ui/checkbox/checkbox'
import { wrapRow } from '~/ui/layout/layout.css'
import { ChipFilter } from '~/ui/link-row/link-row'
import { Pager } from '~/ui/pager/pager'
import { Control, ruleText, wrongText } from './form/form'
import * as listQuery from './list-query.server'
import { factsText, isPendingRow } from './marks'
import { Commands, Hidden, type Lead, Panel, Part, soft, titledPage } from './parts'
import { type Look, looks } from './rows.server'
import { type BackofficeRequest, hrefWith, mayRun, NotDone, periodLinks, queryOf, type Row, read } from './screen'
import { Rows, shownColumns } from './table'
import { textsOf } from './texts'
import { fieldName, textOf } from './values'

export type List = Look &
  listQuery.ListQuery & {
    title?: string
    beside?: ReactNode
    /** For a partial list: the number of rows shown, and the URL of the full list. */
    shownRows?: number
    path?: string
    isFolded?: boolean
    isHiddenEmpty?: boolean
    /** True if the screen has its own links to periods, which replace the filters for them. */
    hasOwnRanges?: boolean
    result?: object
    below?: (result: object) => ReactNode
  }
type Drawn = List & { title: string; columns: readonly string[] }
type Counts = { page?: number; pages?: number; total?: number; sum?: unknown; sums?: Row }
type Listed = Counts & { rows: Row[]; people?: string[]; settlers?: string[] }

const times = ['appliedAt', 'settledAt', 'at']

async function mainList(backoffice: BackofficeRequest, list: Drawn) {
  const { url, query, t, word } = backoffice
  const { command } = list
  const { fields, known, asked } = listQuery.filtersOf(list, url)
  const paging = listQuery.pagingOf(command, query)
  const isPaged = 'page' in commands[command].payload.shape
  const outcome = await backoffice.client.call(command, { ...asked, ...(isPaged && paging) })
  const { atLeast = 0, atMost = atLeast } = asked as Row
  const isReversed = Number(atLeast) > Number(atMost)
  const reversed = isReversed ? { field: 'atMost', message: 'the minimum or more' } : undefined
  const wrong = outcome.kind === 'refused' ? outcome.refusal.wrong?.[0] : reversed
  if (outcome.kind !== 'done' && !wrong) throw new NotDone(outcome)
  // The quick filters stay beside an error.
  const whole = wrong && (await backoffice.client.call(command, { ...list.payload, ...(isPaged && { size: 1 }) }))
  const { people } = (whole?.kind === 'done' ? whole.result : {}) as Partial<Listed>
  const result = (outcome.kind === 'done' ? outcome.result : { people, rows: [] }) as Listed
  const all = list.join?.(result.rows) ?? result.rows
  const { page = paging.page, pages = Math.ceil(all.length / paging.size), total = all.length, sum, sums } = result
  const rows = result.pages === undefined ? all.slice((page - 1) * paging.size, page * paging.size) : all
  const isPending = isPendingRow({ state: known.get('state') })
  const unlisted = command === 'movements' ? await readUnlisted(backoffice, asked.kind, rows) : []
  const drawn = [...rows, ...unlisted.map((row) => ({ ...row, isGone: isPending && row.isGone }))]
  const tabs = fields.filter(listQuery.isTab)
  const isSettled = command === 'movements' && list.columns.includes('settledAt')
  const labels = isSettled ? textsOf(backoffice, 'settled') : backoffice
  const { deposits: deposit, withdrawals: withdrawal } = backoffice.operator.waiting
  const waitingCounts: Record<string, number> = isPending ? { deposit, withdrawal } : {}
  const period = list.hasOwnRanges ? ['from', 'to'] : []
  const staff: Record<string, string[] | undefined> = { who: result.people, settledBy: result.settlers }
  const replaced = fields.some(({ name }) => name === 'name') && !known.has('member') ? ['member'] : []
  const further = fields
    .filter((field) => !listQuery.isTab(field) && !period.includes(field.name) && !replaced.includes(field.name))
    .map((field) => ({ ...listQuery.withChoices(field, staff[field.name]), required: false }))
  const isAtField = further.some(({ name }) => name === wrong?.field)
  const usualOrder = isPending ? 'oldest' : 'newest'
  const rowFields = rowFieldsOf(command)
  const picked = listQuery.pickedColumns(backoffice, command)
  const chosen = [...new Set([...list.columns, ...rowFields])].filter((field) => picked.includes(field))
  const changedHref = (changes: Row) =>
    hrefWith(url, { page: '', none: '', tick: '', [listQuery.keepField]: '', ...changes })
  const chip = (values: Record<string, string>, text: string) => {
    const current = Object.entries(values).every(([name, value]) => known.get(name) === value)
    return { to: changedHref(values), text, current }
  }
  const sort = (field: string) => {
    const orders = field === 'won' ? ['largest', 'smallest'] : times.includes(field) ? ['newest', 'oldest'] : []
    const { choices } = fields.find(({ name }) => name === 'order') ?? {}
    if (!choices?.includes(orders[0] ?? '') || (field === 'appliedAt' && isSettled)) return undefined
    const given = known.get('order') ?? ''
    const steps = [...orders.filter((order) => order !== usualOrder), '']
    const order = steps[(steps.indexOf(given) + 1) % steps.length]
    return {
      to: changedHref({ order }),
      now: (['descending', 'ascending'] as const)[orders.indexOf(given || usualOrder)],
    }
  }
  const set = further.filter(({ name }) => known.has(name))
  const noFilters = Object.fromEntries(further.map(({ name }) => [name, '']))
  const isNarrowed = set.length > 0 || chosen.length > 0
  const filters = Object.entries(asked).filter(([, value]) => value !== undefined && value !== false)
  const csvQuery = queryOf({ ...Object.fromEntries(filters), format: 'csv' })
  const view: Lead = ['keep-view', { address: changedHref({}) }, t('views.keep')]
  const isShown = (field: string) =>
    field in (list.cells ?? {}) || !known.has(field) || rows.some((row) => String(row[field]) !== known.get(field))
  const shown = chosen.length > 0 ? chosen : list.columns.filter(isShown)
  const own = ['all', 'part', ...period, ...Object.keys(list.payload ?? {}), ...tabs.map(({ name }) => name)]
  const kept = [...known].filter(([name]) => own.includes(name))
  const hasPeriods = further.some(({ name }) => name === 'from')
  const periods = hasPeriods ? periodLinks(backoffice, known.get('from'), known.get('to')) : []
  const staffLinks = result.people?.map((who) => chip({ who }, word(`who.${who}`, who)))
  const tabItem = (name: string) => (choice: string) =>
    chip({ [name]: choice }, `${word(`${name}.${choice}`)} ${waitingCounts[choice] ?? ''}`.trim())
  const covered = [...tabs.map(({ name }) => name), rowFields.includes('number') && 'id', list.cells?.member && 'nick']
  const offered = [...list.columns, ...listQuery.offeredOf(rowFields).filter((field) => !covered.includes(field))]
  return (
    <section key={command} id={command} className={card}>
      {wrong ? !isAtField && <Alert kind="error" title={wrongText(backoffice, wrong)} /> : list.above?.(result)}
      <div className="bar">
        {list.beside}
        {staffLinks && <ChipFilter label={t('list.filters')} items={[...periods.slice(0, 1), ...staffLinks]} />}
        <Commands backoffice={backoffice} leads={list.leads ?? []} size="small" />
        {tabs.map(({ name, choices }) => (
          <ChipFilter key={name} label={fieldName(backoffice, name)} items={choices.map(tabItem(name))} />
        ))}
        {isNarrowed && (
          <p className="row filtered">
            {set.map(({ name }) => (
              <a key={name} href={changedHref({ [name]: '' })}>
                {`${word(`label.${name}`, fieldName(labels, name))}: ${textOf(backoffice, name, asked[name] ?? known.get(name))} ✕`}
              </a>
            ))}
            <a href={changedHref({ ...noFilters, column: listQuery.usualColumns, [listQuery.keepField]: 'y' })}>
              {t('list.reset')}
            </a>
          </p>
        )}
        {(total > 0 || isNarrowed) && (
          <>
            {further.length > 0 && (
              <Panel backoffice={backoffice} title={t('list.filters')} isOpen={isAtField}>
                {periods.length > 0 && <ChipFilter label={t('list.range')} items={periods} />}
                <Hidden fields={[...kept, ...query.column.map((column) => ['column', column])]} />
                {further.map((field) => (
                  <Control
                    key={field.name}
                    {...{ texts: labels, value: known.get(field.name) }}
                    field={{ ...field, choices: field.choices.filter((choice) => choice !== usualOrder) }}
                    hint={word(`hint.${field.name}.list`, '') || undefined}
                    error={wrong?.field === field.name ? ruleText(backoffice, wrong.message, field.name) : undefined}
                    none={field.name === 'order' ? word(`order.${usualOrder}`) : t('state.all')}
                  />
                ))}
              </Panel>
            )}
            <Panel backoffice={backoffice} title={t('list.columns')} press={t('list.apply')}>
              <Hidden
                fields={[...kept, [listQuery.keepField, 'y'], ...set.map(({ name }) => [name, known.get(name) ?? ''])]}
              />
              <fieldset className="row wide">
                <legend>{t('list.columns')}</legend>
                {[...new Set([...offered, ...shown])].map((column) => (
                  <Checkbox
                    key={column}
                    {...{ name: 'column', id: `column-${column}`, value: column }}
                    label={fieldName(backoffice, column)}
                    defaultChecked={shownColumns(shown, rows, list).includes(column)}
                  />
                ))}
              </fieldset>
            </Panel>
          </>
        )}
      </div>
      {drawRows(backoffice, { ...list, sort, totals: sums }, drawn, shown)}
      <p className="foot">
        {/* `join` may add or remove rows. If there is only one page, its rows are counted. */}
        <span>{t('list.total', { total: pages > 1 ? total : rows.length })}</span>
        {sum !== undefined && !sums && (
          <span>
            {word(`list.sum.${known.get('state')}`, t('list.sum'))} <b>{textOf(backoffice, 'sum', sum)}</b>
          </span>
        )}
        {total > 0 && <a href={`/backoffice/command/${command}?${csvQuery}`}>{t('list.csv')}</a>}
        {total > 0 && <Commands backoffice={backoffice} leads={[view]} size="small" variant="ghost" />}
      </p>
      <Pager
        {...{ label: t('list'), page, pages, previousLabel: t('list.before'), nextLabel: t('list.next') }}
        pageHref={(to) => changedHref({ page: to })}
        pageLabel={(to) => t('list.page', { page: to, pages })}
      />
    </section>
  )
}

/** Reads the shown payments that are not listed now. The script updates rows in place, so it needs these too. */
export async function readUnlisted(backoffice: BackofficeRequest, kind: unknown, listed: readonly Row[], key = '') {
  const shown = backoffice.info.renewal?.match(new RegExp(`(?<= ${key})\\d{1,18}\\b`, 'g'))
  const ids = shown?.filter((id) => !listed.some((row) => row.id === id)) ?? []
  const { rows } = ids.length > 0 ? await read(backoffice, 'movements', { kind, state: 'all', ids }) : { rows: [] }
  return rows.map((row) => ({ ...row, isGone: !isPendingRow(row) }))
}

async function sideList(backoffice: BackofficeRequest, list: Drawn) {
  const { command, payload = {}, path = `command/${command}`, join = (all) => all } = list
  const result = (list.result ?? (await read(backoffice, command, payload))) as Listed
  const rows = join(result.rows)
  // `join` may add rows that the command does not count.
  const total = Math.max(result.total ?? 0, rows.length)
  const query = queryOf(payload)
  const { shownRows: shown = rows.length } = list
  const all = total > shown && (
    <a className="all" href={`/backoffice/${path}?${query}`}>
      {backoffice.t('list.some', { total, shown })}
    </a>
  )
  if (rows.length === 0 && list.isHiddenEmpty) return null
  const end = (
    <div className={wrapRow}>
      <Commands backoffice={backoffice} leads={list.leads ?? []} size="small" />
      {total === 0 ? soft(backoffice.word(`none.${command}`, backoffice.t('list.none'))) : all}
    </div>
  )
  const table = total > 0 && drawRows(backoffice, { ...list, totals: result.sums }, rows.slice(0, shown), list.columns)
  const key = `${command} ${query}`
  const id = [command, payload.kind, payload.account, payload.closed].filter(Boolean).join('-')
  return list.isFolded ? (
    <details key={key} id={id} className={`${card} folded`}>
      <summary>
        {list.title} <small>{backoffice.number(total)}</small>
      </summary>
      {table}
      {all}
    </details>
  ) : (
    <Part key={key} {...{ id, title: list.title, end }}>
      {table}
      {list.below?.(result)}
    </Part>
  )
}

function drawRows(backoffice: BackofficeRequest, list: Drawn, rows: readonly Row[], columns: readonly string[]) {
  const { command, title: label, tools, around = (inner) => inner, ...look } = list
  const none = backoffice.word(`none.${command}`, backoffice.t('list.none'))
  const links = (row: Row) => {
    if (row.isGone) return factsText(backoffice, row)
    const leads = tools?.(row).filter(([command]) => mayRun(backoffice, command)) ?? []
    const claim = leads.findIndex(([command]) => commands[command].isDirect)
    const shown = leads[0]?.[1]?.first ? 1 : claim + 1 || (leads.at(-1)?.[0] === 'cancel' ? 1 : 2)
    return leads.length > 0 && <Commands {...{ backoffice, leads, shown }} isOfRow />
  }
  return around(<Rows texts={backoffice} {...{ ...look, label, none, columns, rows, tools: tools && links }} />, rows)
}

/** Reads lists sequentially, because PGlite has a single connection. @param hasMain true if one of them has filters */
export async function drawLists(asked: BackofficeRequest, lists: readonly List[], hasMain = false) {
  const drawn: ReactNode[] = []
  for (const [index, list] of lists.entries()) {
    const { command, payload = {} } = list
    const backoffice = textsOf(asked, command)
    if (!mayRun(backoffice, command)) continue
    const title = backoffice.word(`title.${command}`, backoffice.word(`command.${command}`))
    const columns = commands[command].columns ?? rowFieldsOf(command).filter((field) => field !== 'id')
    const whole = { title, columns, ...looks[command]?.(backoffice, payload), ...list }
    const beside = lists.length > 1 ? <h2>{whole.title}</h2> : list.beside
    const draw = hasMain && index === 0 ? mainList : sideList
    drawn.push(await draw(backoffice, { ...whole, beside }))
  }
  return drawn
}

type Head = { leads?: readonly Lead[]; isPrimary?: boolean; intro?: ReactNode; from?: string; back?: string }

export async function listScreen(asked: BackofficeRequest, title: string, lists: readonly List[], head: Head = {}) {
  const { leads = [], isPrimary, intro, ...page } = head
  const beside = leads.length > 0 && (
    <>
      {isPrimary && <Commands backoffice={asked} leads={leads.slice(0, 1)} variant="primary" />}
      <Commands backoffice={asked} leads={isPrimary ? leads.slice(1) : leads} shown={4} />
    </>
  )
  const drawn = await drawLists(asked, lists, true)
  const kept = lists[0] && listQuery.keepColumns(asked, lists[0].command)
  return titledPage(asked, title, { beside, ...page, ...kept })(intro, ...drawn)
}
