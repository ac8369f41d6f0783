import { type FormField, fieldsOf, payloadFrom, rowFieldsOf } from '~/embedded/backoffice/commands/form-fields'
import { type CommandName, commands } from '~/embedded/backoffice/commands/table'
import { formatSetCookie } from '~/server/cookies/cookie.server'
import { yearSeconds } from '~/server/cookies/preferences.server'
import type { Query } from '~/server/request-info/query.server'
import { type Day, daysBefore, isCalendarDay, toSeoulDay } from '~/values/seoul'
import { isPendingRow } from './marks'
import type { BackofficeRequest, Row } from './screen'
import { namesOf } from './values'

export type ListQuery = {
  command: CommandName
  payload?: Row
  choices?: Readonly<Record<string, readonly string[]>>
}

/** Returns a page and size that keep the response under 60 kB. Log rows are large, but reads are folded into few. */
export function pagingOf(command: CommandName, query: Query) {
  const page = Number(query.page ?? 1)
  return { page: Number.isInteger(page) && page > 0 ? page : 1, size: command !== 'acts' ? 30 : query.all ? 45 : 15 }
}

export const isTab = ({ kind, required, fallback }: FormField) =>
  kind === 'choice' && (required || fallback !== undefined)

/** Returns the days of a report. The API has the same default. */
export function periodOf(command: CommandName, url: URL, now: number) {
  const { to: last = '', from: first = '' } = filtersOf({ command }, url).asked as Record<string, Day>
  const to = isCalendarDay(last) ? last : toSeoulDay(now)
  return { from: isCalendarDay(first) ? first : daysBefore(to, 27), to }
}

/** Returns a list's filters with their values from a URL. Drops unknown choices, and puts swapped dates in order. */
export function filtersOf({ command, payload = {}, choices = {} }: ListQuery, { searchParams }: URL) {
  const fields = fieldsOf(command)
    .filter(({ name }) => !(name in payload))
    .map((field) => withChoices(field, choices[field.name]))
  const known = new URLSearchParams([...searchParams].filter(([name, value]) => value !== '' || name === 'all'))
  const [from, to] = [known.get('from'), known.get('to')]
  if (from && to && from > to) {
    known.set('from', to)
    known.set('to', from)
  }
  for (const { name, kind, choices } of fields)
    if (kind === 'choice' && !choices.includes(known.get(name) ?? '')) known.delete(name)
  for (const field of fields.filter(isTab))
    if (!known.has(field.name)) known.set(field.name, field.fallback ?? field.choices[0] ?? '')
  // Nobody has settled a pending transaction.
  const used = isPendingRow({ state: known.get('state') }) ? fields.filter(({ name }) => name !== 'settledBy') : fields
  return { fields: used, known, asked: { ...payloadFrom(used, known), ...payload } }
}

export const withChoices = (field: FormField, choices: readonly string[] | undefined): FormField =>
  choices ? { ...field, kind: 'choice', choices } : field

/** Fields that only programs need, and those that are among the marks of a payment. */
const unoffered = namesOf(`paymentIdx paidFor dueAt deposit isReply asksAccount firstApprovedBy accountChangedAt
  creditedWon bankBefore bankChangedAt breakUntil excludedUntil memberClosedAt sameWon claimedAt accountRequest
  accountSentAt firstApprovals signs`)

export const offeredOf = (fields: readonly string[]) => fields.filter((field) => !unoffered.has(field))

/** In place of chosen columns, this means a list's own ones. */
export const usualColumns = '-'

const cookieName = (command: CommandName) => `columns-${command}`

/** In the address of a list, it saves the chosen columns. Saved views and links only show theirs. */
export const keepField = 'keep'

/** Returns the columns in the address, or those that a person chose the last time. */
export const pickedColumns = ({ query, info }: BackofficeRequest, command: CommandName) =>
  query.column.length > 0 ? query.column : (info.cookies.get(cookieName(command)) ?? '').split('.')

/** Saves the chosen columns, but not names in a URL that the list doesn't have. */
export function keepColumns({ query, url }: BackofficeRequest, command: CommandName) {
  const columns = [usualColumns, 'marks', ...rowFieldsOf(command), ...(commands[command].columns ?? [])]
  const chosen = [...new Set(columns)].filter((column) => query.column.includes(column)).join('.')
  const isKept = chosen !== '' && url.searchParams.has(keepField)
  return isKept && { headers: { 'Set-Cookie': formatSetCookie(cookieName(command), chosen, yearSeconds) } }
}
