import type { ReactNode } from 'react'
import { type CommandName, commands } from '~/embedded/desk/commands'
import { type FormField, fieldsOf, payloadFrom, rowFieldsOf } from '~/embedded/desk/commands/form-fields'
import { days } from '~/values/durations'
import { formatSeoulMinute } from '~/values/seoul'
import { Control } from './form/form'
import { A, CommandLink, Commands, csvHref, Hidden, type Lead, Press, Section, Tabs } from './parts'
import { type DeskRequest, mayRun, type Page, read } from './screen'
import { fieldName, type Row, Rows, type Shown, textOf } from './values'

/** A command that reads rows, and how a screen lists them. What it says not, the command's row does. */
export type List = Shown & {
  command: CommandName
  title: string
  /** Fields of the payload that the list is of, or undefined: no filter asks for them. */
  payload?: Row
  /** The words that a filter of a plain text takes. */
  choices?: Readonly<Record<string, readonly string[]>>
  columns?: readonly string[] | undefined
  /** The commands that a row leads to, with the fields of their forms that it fills in, and other words than their own. */
  tools?: ((row: Row) => readonly Lead[]) | undefined
  /** Stands around the rows: the form that ticks some. */
  around?: (rows: ReactNode, list: readonly Row[]) => ReactNode
  /** Stands beside the title. */
  beside?: ReactNode
  /** How many rows are shown of a list that is not a screen's own; the link below leads to all. */
  shownRows?: number
  /** Where the whole list is. */
  href?: string
  id?: string
}
type Listed = { rows: Row[]; page?: number; pages?: number; total?: number; sum?: number | string }

/** The page of a list that an address asks for; a command without pages has none. */
function pageOf(command: CommandName, { searchParams }: URL): { page?: number } {
  const page = Number(searchParams.get('page') ?? 1)
  return 'page' in commands[command].payload.shape && Number.isInteger(page) && page > 0 ? { page } : {}
}

/** The columns that an address asks for, in the order of the list; those that are shown at first where it names none. */
function columnsOf({ command, columns = commands[command].columns }: List, { searchParams }: URL): readonly string[] {
  const chosen = searchParams.getAll('column')
  const known = rowFieldsOf(command).filter((field) => chosen.includes(field))
  return known.length > 0 ? known : (columns ?? rowFieldsOf(command))
}

/** The columns that somebody can choose: a row's number stands for its id. */
const choosable = (command: CommandName) =>
  rowFieldsOf(command).filter((field, _, all) => field !== 'id' || !all.includes('number'))

/** What a list is narrowed by: always one of some words, which stand as links, or a field of a form. */
const isTab = ({ kind, required, fallback }: FormField) => kind === 'choice' && (required || fallback !== undefined)

/** The filters of a list with their values in an address. A word that a choice does not know counts as none. */
export function filtersOf(
  { command, payload = {}, choices = {} }: Pick<List, 'command' | 'payload' | 'choices'>,
  { searchParams }: URL,
) {
  const fields = fieldsOf(command)
    .filter(({ name }) => !(name in payload))
    .map(
      (field): FormField => ({
        ...field,
        ...(choices[field.name] && { kind: 'choice', choices: choices[field.name] }),
      }),
    )
  const known = new URLSearchParams([...searchParams].filter(([, value]) => value !== ''))
  for (const { name, kind, choices } of fields)
    if (kind === 'choice' && !choices.includes(known.get(name) ?? '')) known.delete(name)
  for (const field of fields.filter(isTab))
    if (!known.has(field.name)) known.set(field.name, field.fallback ?? field.choices[0] ?? '')
  return { fields, known, asked: { ...payloadFrom(fields, known), ...payload } }
}

/** Days that are often asked for: the first and the last of each, by how long ago they are. */
const ranges = [
  ['range.today', 0, 0],
  ['range.yesterday', 1, 1],
  ['range.week', 6, 0],
] as const
const dayBefore = (now: number, ago: number) => formatSeoulMinute(new Date(now - days(ago)).toISOString()).slice(0, 10)

/** A list with its filters, pages and file, which is a screen or the main part of one. */
async function mainList(desk: DeskRequest, list: List) {
  if (!mayRun(desk, list.command)) return null
  const { texts, url } = desk
  const { t, word } = texts
  const { command } = list
  const { fields, known, asked } = filtersOf(list, url)
  const result = (await read(desk, command, { ...asked, ...pageOf(command, url) })) as Listed
  const [tabs, further] = [
    fields.filter(isTab),
    fields.filter((field) => !isTab(field)).map((field) => ({ ...field, required: false })),
  ]
  const columns = columnsOf(list, url)
  const hrefWith = (changes: Row) => {
    const query = new URLSearchParams(url.searchParams)
    for (const name of ['page', 'none', 'tick', ...Object.keys(changes)]) query.delete(name)
    for (const [name, value] of Object.entries(changes)) if (value !== '') query.set(name, String(value))
    return `${url.pathname}?${query}`
  }
  const address = hrefWith({}).replace(/\?$/, '')
  const withoutFilters = hrefWith(Object.fromEntries([...further.map(({ name }) => [name, '']), ['column', '']]))
  const set = further.filter(({ name }) => known.has(name))
  const isNarrowed = set.length > 0 || url.searchParams.has('column')
  const { page = 1, pages = 1, total = result.rows.length, sum } = result
  return (
    <section key={command} id={list.id}>
      <div className="bar">
        {list.beside}
        {tabs.map(({ name, choices }) => (
          <Tabs
            key={name}
            title={fieldName(texts, name)}
            tabs={choices.map((choice) => [
              hrefWith({ [name]: choice }),
              word(`${name}.${choice}`),
              known.get(name) === choice,
            ])}
          />
        ))}
        {set.map(({ name }) => (
          <A
            key={name}
            className="badge"
            to={hrefWith({ [name]: '' })}
            text={`${fieldName(texts, name)}: ${textOf(texts, name, known.get(name))} ✕`}
          />
        ))}
        {isNarrowed && <A to={withoutFilters} text={t('list.reset')} />}
        {(total > 0 || isNarrowed) && (
          <details className="filters">
            <summary>{t('list.filters')}</summary>
            {further.some(({ name }) => name === 'from') && (
              <Tabs
                title={t('list.range')}
                tabs={ranges.map(([name, ...ago]) => {
                  const [from, to] = ago.map((days) => dayBefore(desk.now, days))
                  return [hrefWith({ from, to }), t(name), known.get('from') === from && known.get('to') === to]
                })}
              />
            )}
            <form action={url.pathname} className="row">
              <Hidden fields={[...known].filter(([name]) => name === 'all' || tabs.some((tab) => tab.name === name))} />
              {further.map((field) => (
                <Control key={field.name} {...{ texts, field }} value={known.get(field.name)} />
              ))}
              <fieldset className="row wide">
                <legend>{t('list.columns')}</legend>
                {choosable(command).map((column) => (
                  <label key={column} className="check">
                    <input type="checkbox" name="column" value={column} defaultChecked={columns.includes(column)} />{' '}
                    {fieldName(texts, column)}
                  </label>
                ))}
              </fieldset>
              <Press text={t('form.show')} />
            </form>
          </details>
        )}
      </div>
      {rowsOf(
        desk,
        list,
        result.rows,
        columns.filter((field) => field in (list.cells ?? {}) || !known.get(field) || known.get(field) === 'all'),
      )}
      {total > 0 && (
        <p className="foot">
          <span>{t('list.total', { total })}</span>
          {sum !== undefined && (
            <span>
              {t('list.sum')} <b>{textOf(texts, 'sum', sum)}</b>
            </span>
          )}
          <a href={csvHref(command, { ...asked })}>{t('list.csv')}</a>
          <CommandLink {...{ desk, className: '', text: t('views.keep') }} command="keep-view" values={{ address }} />
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

/** A list beside others of a screen: its first rows, and where all are. */
export async function sideList(desk: DeskRequest, list: List) {
  const { command, title, id, href, payload } = list
  if (!mayRun(desk, command)) return null
  const { t } = desk.texts
  const { rows, total = rows.length } = (await read(desk, command, payload)) as Listed
  const shown = rows.slice(0, list.shownRows)
  const [to, text] = href ? [href, t('list.all', { count: total })] : [csvHref(command, { ...payload }), t('list.csv')]
  const isWhole = href !== undefined && total === shown.length
  const beside = total === 0 ? <span className="soft">{t('list.none')}</span> : !isWhole && <A {...{ to, text }} />
  return (
    <Section key={title} {...{ id, title, beside }}>
      {total > 0 && rowsOf(desk, list, shown, list.columns ?? commands[command].columns ?? rowFieldsOf(command))}
    </Section>
  )
}

function rowsOf(desk: DeskRequest, list: List, rows: readonly Row[], columns: readonly string[]) {
  const { texts } = desk
  const { command, title: label, cells, pick, below, tools, around = (inner) => inner } = list
  const none = texts.word(`none.${command}`, texts.t('list.none'))
  const links = (row: Row) =>
    tools?.(row).map(([leads, values, text]) => (
      <CommandLink key={leads} {...{ desk, command: leads, values, text, className: 'button small' }} />
    ))
  return around(<Rows {...{ texts, label, none, columns, rows, cells, pick, below }} tools={tools && links} />, rows)
}

/** A screen of lists: the first with filters and pages, with the commands that change them above. */
export async function listScreen(
  desk: DeskRequest,
  title: string,
  [main, ...sides]: readonly [List, ...List[]],
  leads: readonly Lead[] = [],
  intro?: ReactNode,
): Promise<Page> {
  const sections = [await mainList(desk, sides.length > 0 ? { ...main, beside: <h2>{main.title}</h2> } : main)]
  for (const list of sides) sections.push(await sideList(desk, list))
  return {
    title,
    body: (
      <>
        <div className="bar">
          <h1>{title}</h1>
          <Commands {...{ desk, leads, shown: 3 }} />
        </div>
        {intro}
        {sections}
      </>
    ),
  }
}
