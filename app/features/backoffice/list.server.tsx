import type { ReactNode } from 'react'
import { type CommandName, commands } from '~/embedded/backoffice/commands'
import { type FormField, fieldsOf, payloadFrom, rowFieldsOf } from '~/embedded/backoffice/commands/form-fields'
import { days } from '~/values/durations'
import { formatSeoulMinute } from '~/values/seoul'
import { Control } from './form/form'
import { A, Commands, Hidden, type Lead, Press, Section, Tabs, titledPage } from './parts'
import { type Look, looks } from './rows.server'
import { type BackofficeRequest, mayRun, type Page, read } from './screen'
import { textsOf } from './texts'
import { fieldName, type Row, Rows, textOf } from './values'

/** A command that reads rows, and how a screen lists them. What it says not, the look of the command does, or its row. */
export type List = Look & {
  command: CommandName
  /** Other words than those of the command. */
  title?: string
  /** Fields of the payload that the list is of, or undefined: no filter asks for them. */
  payload?: Row
  /** The words that a filter of a plain text takes. */
  choices?: Readonly<Record<string, readonly string[]>>
  beside?: ReactNode
  /** How many rows are shown of a list that is not a screen's own, and where all of them are. */
  shownRows?: number
  path?: string
}
/** A list with all that is said of it. */
type Drawn = List & { title: string; columns: readonly string[] }
type Listed = { rows: Row[]; page?: number; pages?: number; total?: number; sum?: number | string; people?: string[] }

/** The page of a list that an address asks for; a command without pages has none. */
function pageOf(command: CommandName, { searchParams }: URL): { page?: number } {
  const page = Number(searchParams.get('page') ?? 1)
  return 'page' in commands[command].payload.shape && Number.isInteger(page) && page > 0 ? { page } : {}
}

/** What a list is narrowed by: always one of some words, which stand as links, or a field of a form. */
const isTab = ({ kind, required, fallback }: FormField) => kind === 'choice' && (required || fallback !== undefined)

/** The filters of a list with their values in an address. A word that a choice does not know counts as none. */
export function filtersOf(
  { command, payload = {}, choices = {} }: Pick<List, 'command' | 'payload' | 'choices'>,
  { searchParams }: URL,
) {
  const fields = fieldsOf(command)
    .filter(({ name }) => !(name in payload))
    .map((field) => withChoices(field, choices[field.name]))
  const known = new URLSearchParams([...searchParams].filter(([, value]) => value !== ''))
  for (const { name, kind, choices } of fields)
    if (kind === 'choice' && !choices.includes(known.get(name) ?? '')) known.delete(name)
  for (const field of fields.filter(isTab))
    if (!known.has(field.name)) known.set(field.name, field.fallback ?? field.choices[0] ?? '')
  return { fields, known, asked: { ...payloadFrom(fields, known), ...payload } }
}

const withChoices = (field: FormField, choices: readonly string[] | undefined): FormField =>
  choices ? { ...field, kind: 'choice', choices } : field

/** Days that are often asked for: the first and the last of each, by how long ago they are. */
const ranges = [
  ['range.today', 0, 0],
  ['range.yesterday', 1, 1],
  ['range.week', 6, 0],
] as const
const dayBefore = (now: number, ago: number) => formatSeoulMinute(new Date(now - days(ago)).toISOString()).slice(0, 10)

/** A list with its filters, pages and file, which is a screen or the main part of one. */
async function mainList(backoffice: BackofficeRequest, list: Drawn) {
  const { url, now, t, word } = backoffice
  const { command } = list
  const { fields, known, asked } = filtersOf(list, url)
  const result = (await read(backoffice, command, { ...asked, ...pageOf(command, url) })) as Listed
  const rows = list.join?.(result.rows) ?? result.rows
  const tabs = fields.filter(isTab)
  const further = fields
    .filter((field) => !isTab(field))
    .map((field) => ({ ...withChoices(field, field.name === 'who' ? result.people : undefined), required: false }))
  const fieldsOfRows = rowFieldsOf(command)
  const chosen = fieldsOfRows.filter((field) => url.searchParams.getAll('column').includes(field))
  const columns = chosen.length > 0 ? chosen : list.columns
  const hrefWith = (changes: Row) => {
    const query = new URLSearchParams(url.searchParams)
    for (const name of ['page', 'none', 'tick', ...Object.keys(changes)]) query.delete(name)
    for (const [name, value] of Object.entries(changes)) if (value !== '') query.set(name, String(value))
    return `${url.pathname}?${query}`.replace(/\?$/, '')
  }
  const set = further.filter(({ name }) => known.has(name))
  const withoutFilters = hrefWith(Object.fromEntries([...further.map(({ name }) => [name, '']), ['column', '']]))
  const isNarrowed = set.length > 0 || url.searchParams.has('column')
  const { page = 1, pages = 1, total = rows.length, sum } = result
  const filters = Object.entries(asked).filter(([, value]) => value !== undefined && value !== false)
  const csv = new URLSearchParams([...filters.map(([name, value]) => [name, String(value)]), ['format', 'csv']])
  const shown = columns.filter((field) => field in (list.cells ?? {}) || [null, 'all'].includes(known.get(field)))
  return (
    <section key={command} id={command}>
      <div className="bar">
        {list.beside}
        {tabs.map(({ name, choices }) => (
          <Tabs
            key={name}
            title={fieldName(backoffice, name)}
            tabs={choices.map((to) => [hrefWith({ [name]: to }), word(`${name}.${to}`), known.get(name) === to])}
          />
        ))}
        {set.map(({ name }) => {
          const text = `${fieldName(backoffice, name)}: ${textOf(backoffice, name, known.get(name))} ✕`
          return <A key={name} className="badge" to={hrefWith({ [name]: '' })} text={text} />
        })}
        {isNarrowed && <A to={withoutFilters} text={t('list.reset')} />}
        {(total > 0 || isNarrowed) && (
          <details className="filters">
            <summary>{t('list.filters')}</summary>
            {further.some(({ name }) => name === 'from') && (
              <Tabs
                title={t('list.range')}
                tabs={ranges.map(([name, ...ago]) => {
                  const [from, to] = ago.map((days) => dayBefore(now, days))
                  return [hrefWith({ from, to }), t(name), known.get('from') === from && known.get('to') === to]
                })}
              />
            )}
            <form action={url.pathname} className="row">
              <Hidden fields={[...known].filter(([name]) => name === 'all' || tabs.some((tab) => tab.name === name))} />
              {further.map((field) => (
                <Control key={field.name} texts={backoffice} field={field} value={known.get(field.name)} />
              ))}
              <fieldset className="row wide">
                <legend>{t('list.columns')}</legend>
                {fieldsOfRows
                  // A row's number stands for its id.
                  .filter((field) => field !== 'id' || !fieldsOfRows.includes('number'))
                  .map((column) => (
                    <label key={column} className="check">
                      <input type="checkbox" name="column" value={column} defaultChecked={columns.includes(column)} />{' '}
                      {fieldName(backoffice, column)}
                    </label>
                  ))}
              </fieldset>
              <Press text={t('form.show')} />
            </form>
          </details>
        )}
      </div>
      {rowsOf(backoffice, list, rows, shown)}
      {total > 0 && (
        <p className="foot">
          <span>{t('list.total', { total })}</span>
          {sum !== undefined && (
            <span>
              {word(`list.sum.${known.get('state')}`, t('list.sum'))} <b>{textOf(backoffice, 'sum', sum)}</b>
            </span>
          )}
          <a href={`/backoffice/command/${command}?${csv}`}>{t('list.csv')}</a>
          <Commands
            backoffice={backoffice}
            className=""
            leads={[['keep-view', { address: hrefWith({}) }, t('views.keep')]]}
          />
          {pages > 1 && (
            <span className="pages">
              {page > 1 && <A to={hrefWith({ page: page - 1 })} rel="prev" text={t('list.before')} />}
              {t('list.page', { page, pages })}
              {page < pages && <A to={hrefWith({ page: page + 1 })} rel="next" text={t('list.next')} />}
            </span>
          )}
        </p>
      )}
    </section>
  )
}

/** A list beside others of a screen: its first rows, and where it stands alone. */
async function sideList(backoffice: BackofficeRequest, list: Drawn) {
  const { command, payload = {}, shownRows, path = `command/${command}`, join = (all) => all } = list
  const result = (await read(backoffice, command, payload)) as Listed
  const rows = join(result.rows)
  const { total = rows.length } = result
  const query = new URLSearchParams(payload as Record<string, string>)
  const all = <A to={`/backoffice/${path}?${query}`} text={backoffice.t('list.all', { count: total })} />
  const none = <span className="soft">{backoffice.t('list.none')}</span>
  return (
    <Section key={`${command} ${query}`} id={command} title={list.title} beside={total === 0 ? none : all}>
      {total > 0 && rowsOf(backoffice, list, rows.slice(0, shownRows), list.columns)}
    </Section>
  )
}

function rowsOf(backoffice: BackofficeRequest, list: Drawn, rows: readonly Row[], columns: readonly string[]) {
  const { command, title: label, cells, pick, below, tools, around = (inner) => inner } = list
  const none = backoffice.word(`none.${command}`, backoffice.t('list.none'))
  const links =
    tools && ((row: Row) => <Commands backoffice={backoffice} leads={tools(row)} className="button small" />)
  return around(<Rows texts={backoffice} {...{ label, none, columns, rows, cells, pick, below, tools: links }} />, rows)
}

/** Lists one after the other, those that somebody may read: PGlite has one connection. @param hasMain whether one has filters */
export async function drawLists(
  asked: BackofficeRequest,
  lists: readonly List[],
  hasMain = false,
): Promise<ReactNode[]> {
  const drawn: ReactNode[] = []
  for (const [index, list] of lists.entries()) {
    const { command, payload = {} } = list
    const backoffice = textsOf(asked, command)
    if (!mayRun(backoffice, command)) continue
    const title = backoffice.word(`title.${command}`, backoffice.word(`command.${command}`))
    const columns = commands[command].columns ?? rowFieldsOf(command)
    const whole = { title, columns, ...looks[command]?.(backoffice, payload), ...list }
    const beside = lists.length > 1 ? <h2>{whole.title}</h2> : list.beside
    drawn.push(
      await (hasMain && index === 0 ? mainList(backoffice, { ...whole, beside }) : sideList(backoffice, whole)),
    )
  }
  return drawn
}

/** A screen of lists: the first with filters and pages, with the commands that change them above. */
export async function listScreen(
  backoffice: BackofficeRequest,
  title: string,
  lists: readonly List[],
  around: { leads?: readonly Lead[]; intro?: ReactNode; from?: string; beside?: ReactNode } = {},
): Promise<Page> {
  const { leads = [], intro, ...page } = around
  const beside = <Commands {...{ backoffice, leads, shown: 3 }} />
  return titledPage(title, { beside, ...page }, intro, ...(await drawLists(backoffice, lists, true)))
}
