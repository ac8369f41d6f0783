import type { ReactNode } from 'react'
import { type CommandName, type CommandResult, commands, isCommandName } from '~/embedded/desk/commands'
import { formatSeoulMinute } from '~/values/seoul'
import { Section } from './document.server'
import { pageOf } from './form/command.server'
import { mayRun } from './form/may-run'
import { CommandLink, csvHref } from './links'
import { type DeskRequest, type Page, read } from './screen'
import { ColumnChoice, chosenColumns, MemberAndDays, Pages, Rows } from './values'

type Row = Readonly<Record<string, unknown>>
/** A command that reads rows, and what a list of them shows. */
type List = {
  command: CommandName
  payload?: object
  title: string
  columns: readonly string[]
  /** The commands that a row leads to, with the fields of their forms that it fills in, and other words than their own. */
  last?: (row: Row) => readonly [command: CommandName, values: Record<string, string>, words?: string][]
}

/** One list of a screen; nothing for who may not read it. Only the first of a screen has pages. */
async function listSection(desk: DeskRequest, { command, payload, title, columns, last }: List, hasPages: boolean) {
  if (!mayRun(desk, command)) return null
  const { texts, url } = desk
  const result = (await read(desk, command, { ...payload, ...(hasPages ? pageOf(command, url) : {}) })) as {
    rows: Row[]
    page?: number
    pages?: number
    total?: number
  }
  const { rows, page, pages, total } = result
  return (
    <Section key={title} title={title} id={command === 'first-approvals' ? 'approvals' : undefined}>
      <Rows
        texts={texts}
        label={title}
        columns={hasPages ? chosenColumns(columns, url) : columns}
        rows={rows}
        {...(last && {
          last: {
            title: texts.t('list.more'),
            cell: (row: Row) => (
              <span className="row">
                {last(row).map(([leads, values, words]) => (
                  <CommandLink key={leads} desk={desk} command={leads} values={values} className="nowrap">
                    {words}
                  </CommandLink>
                ))}
              </span>
            ),
          },
        })}
      />
      {hasPages && (
        <form action={url.pathname} className="row">
          <ColumnChoice texts={texts} columns={columns} url={url} />
          <button type="submit">{texts.t('form.show')}</button>
        </form>
      )}
      <p>
        <a href={csvHref(command, filtersOf(payload))}>{texts.t('list.csv')}</a>
      </p>
      {hasPages && page !== undefined && pages !== undefined && pages > 1 && (
        <Pages texts={texts} url={url} page={page} pages={pages} total={total ?? 0} />
      )}
    </Section>
  )
}

/** The fields of a payload, as an address has them. */
const filtersOf = (payload: object = {}) =>
  Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, String(value)]))

/** A screen of lists, with the commands that change them above. */
async function screenOf(
  desk: DeskRequest,
  title: string,
  commands: readonly [CommandName, Record<string, string>?][],
  lists: readonly List[],
  intro?: ReactNode,
): Promise<Page> {
  const sections = []
  for (const [index, list] of lists.entries()) sections.push(await listSection(desk, list, index === 0))
  return {
    title,
    body: (
      <>
        <h1>{title}</h1>
        {intro}
        <p className="row">
          {commands.map(([command, values]) => (
            <CommandLink
              key={command + JSON.stringify(values ?? '')}
              desk={desk}
              command={command}
              {...(values && { values })}
            >
              {values?.place ? desk.texts.word(`command.${command}.${values.place}`) : undefined}
            </CommandLink>
          ))}
        </p>
        {sections}
      </>
    ),
  }
}

/** Notices, pop-ups, providers and referral codes. */
export function contentScreen(desk: DeskRequest): Promise<Page> {
  const { t } = desk.texts
  const notices = (place: 'list' | 'popup'): List => ({
    command: 'notices',
    payload: { place, state: 'all' },
    title: t(`content.${place}`),
    columns: ['title', 'contents', 'madeAt', 'endsAt', 'shown'],
    last: (row) => (row.shown ? [['end-notice', { place, idx: String(row.idx) }]] : []),
  })
  return screenOf(
    desk,
    t('nav.content'),
    [['add-notice', { place: 'list' }], ['add-notice', { place: 'popup' }], ['note'], ['add-referral-code']],
    [
      notices('list'),
      notices('popup'),
      {
        command: 'providers',
        title: t('content.providers'),
        columns: ['code', 'kind', 'nameKo', 'nameEn', 'used', 'closedAt'],
        last: (row) => [['maintenance', { provider: String(row.code), used: row.used === 'y' ? 'n' : 'y' }]],
      },
      {
        command: 'referral-codes',
        title: t('content.codes'),
        columns: ['code', 'owner', 'origin', 'madeAt', 'members', 'removedAt'],
        last: (row) => (row.removedAt ? [] : [['remove-referral-code', { code: String(row.code) }]]),
      },
    ],
  )
}

/** Who works at the desk, and what waits for a second person. */
export function peopleScreen(desk: DeskRequest): Promise<Page> {
  const { t } = desk.texts
  return screenOf(
    desk,
    t('nav.people'),
    [['make-token']],
    [
      {
        command: 'first-approvals',
        title: t('people.approvals'),
        columns: ['act', 'kind', 'number', 'account', 'member', 'won', 'request', 'by', 'at', 'endsAt', 'openedBy'],
        last: (row) => [...followed(desk, row), ['end-first-approval', { id: String(row.id) }]],
      },
      {
        command: 'tokens',
        title: t('people.tokens'),
        columns: ['name', 'role', 'secondFactor', 'madeAt', 'madeBy', 'endedAt', 'endedBy'],
        last: (row) => (row.endedAt ? [] : [['end-token', { name: String(row.name) }]]),
      },
    ],
  )
}

/** What a second person does of a first approval, and the first person with a file that was opened to them. */
function followed({ operator, texts: { t } }: DeskRequest, row: Row): ReturnType<NonNullable<List['last']>> {
  const { act, id, by, member, openedBy, request } = row as CommandResult<'first-approvals'>['rows'][number]
  if (!isCommandName(act)) return []
  const isFile = commands[act].kind === 'download'
  const again = { first: id, ...(member === null ? {} : { member }), ...textsOf(request) }
  if (by === operator.name) return openedBy === null ? [] : [[act, again, t('approvals.open')]]
  return isFile ? [['open-download', { approval: id }]] : [[act, again, t('approvals.follow')]]
}

/** The fields of a request as a form has them: `bank.number` of a group. */
function textsOf(request: Readonly<Record<string, unknown>>, before = ''): Record<string, string> {
  const fields = Object.entries(request).map(([name, value]) =>
    typeof value === 'object' && value !== null
      ? textsOf(value as Record<string, unknown>, `${before}${name}.`)
      : { [before + name]: String(value) },
  )
  return Object.assign({}, ...fields)
}

/** The books: proofs, files, data care. */
export async function booksScreen(desk: DeskRequest): Promise<Page> {
  const { t } = desk.texts
  const { store, lastChecks } = await read(desk, 'overview')
  const at = lastChecks.backup === null ? '–' : formatSeoulMinute(lastChecks.backup)
  return screenOf(
    desk,
    t('nav.books'),
    [
      ['audit'],
      ['export'],
      ...(store === 'pglite' ? [['backup'] as [CommandName]] : []),
      ['correct'],
      ['retention'],
      ['callback-secret'],
      ['who-is'],
      ['end-play-money'],
    ],
    [
      {
        command: 'ledger',
        title: t('books.ledger'),
        columns: ['at', 'member', 'account', 'provider', 'won', 'after', 'cause', 'causeId'],
      },
      {
        command: 'linked-accounts',
        title: t('books.linked'),
        columns: ['member', 'nick', 'cash', 'joinedAt', 'linked'],
      },
    ],
    <p className="soft">
      {t('books.lastBackup', { at })} {store === 'postgres' && t('books.pgDump')}
    </p>,
  )
}

/** What the desk did: changes alone, unless the address asks for all. */
export async function logScreen(desk: DeskRequest): Promise<Page> {
  const { texts, url } = desk
  const { t, word } = texts
  const asked = url.searchParams
  const isAll = asked.has('all')
  const filters = Object.fromEntries(
    ['act', 'member', 'from', 'to'].flatMap((name) => (asked.get(name) ? [[name, String(asked.get(name))]] : [])),
  )
  return screenOf(
    desk,
    t('nav.log'),
    [],
    [
      {
        command: 'acts',
        payload: { ...filters, ...(isAll ? {} : { changes: true }) },
        title: t(isAll ? 'log.all' : 'log.changes'),
        columns: ['at', 'who', 'act', ...(isAll ? ['rehearsed'] : []), 'members', 'payload', 'result'],
      },
    ],
    <form className="row">
      <label>
        {t('field.act')}
        <select name="act" defaultValue={asked.get('act') ?? ''}>
          <option value="">–</option>
          {Object.keys(commands).map((name) => (
            <option key={name} value={name}>
              {word(`command.${name}`, name)}
            </option>
          ))}
        </select>
      </label>
      <MemberAndDays texts={texts} url={url} />
      <label>
        <input type="checkbox" name="all" defaultChecked={isAll} /> {t('log.all')}
      </label>
      <button type="submit">{t('form.show')}</button>
    </form>,
  )
}
