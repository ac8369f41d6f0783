import type { ReactNode } from 'react'
import { matchPath } from 'react-router'
import { type CommandName, commands, isCommandName } from '~/embedded/backoffice/commands/table'
import { toNewAddress } from '~/platform/old-names'
import type { Query } from '~/server/request-info/query.server'
import { daysBefore, startOfSeoulWeek, toSeoulDay } from '~/values/seoul'
import type { BackofficeInfo, CommandClient, CommandOutcome, Operator } from './command-client.server'
import type { BackofficeTexts } from './texts'

export type BackofficeRequest = BackofficeTexts & {
  url: URL
  query: Query
  form: URLSearchParams | undefined
  operator: Operator
  client: CommandClient
  info: Pick<BackofficeInfo, 'cookies' | 'renewal'>
  now: number
  session: string
  isCodeWrong?: boolean
}

export type Page = { title: string; status?: number; body: ReactNode; headers?: Readonly<Record<string, string>> } & {
  from?: string
  operator?: Operator
  notice?: string | undefined
  /** Who has settled or claimed each transaction of a form, a line each. The script compares it to detect changes. */
  live?: string | undefined
}

export type Row = Readonly<Record<string, unknown>>

export const icons = {
  ...({ today: 'bell', waiting: 'wallet', member: 'user-round', inquiries: 'message-circle-question-mark' } as const),
  ...({ content: 'feather', figures: 'chart-column', books: 'receipt-text', log: 'eye' } as const),
  ...({ people: 'shield-check', setup: 'wrench' } as const),
}
export type Place = keyof typeof icons
export const places = Object.keys(icons) as Place[]
export const pathOf = (place: Place) => (place === 'today' ? '/backoffice' : `/backoffice/${place}`)

export const contentOf = (place: string) => `/backoffice/content?place=${place}`

export const pendingCounts = ({ waiting }: Operator): { readonly [at in Place]?: number } => ({
  waiting: waiting.deposits + waiting.withdrawals,
  member: waiting.resets,
  inquiries: waiting.inquiries,
  people: waiting.approvals,
})

export const placeOf = (address: string) => places.find((place) => matchPath(pathOf(place), pathnameOf(address)))

export function backText({ t, word }: BackofficeTexts, address: string): string {
  const place = placeOf(address)
  const list = word(`command.${matchPath('/backoffice/command/:name', pathnameOf(address))?.params.name}`, '')
  return place || list ? t('done.to', { place: place ? t(`nav.${place}`) : list }) : t('done.back')
}

export class NotDone extends Error {
  override name = 'NotDone'
  constructor(readonly outcome: Exclude<CommandOutcome<CommandName>, { kind: 'done' }>) {
    super(outcome.kind)
  }
}

type Client = Pick<BackofficeRequest, 'client'>

export async function read<A extends CommandName>({ client }: Client, command: A, payload: object = {}) {
  const outcome = await client.call(command, payload)
  if (outcome.kind === 'done') return outcome.result
  throw new NotDone(outcome)
}

const anyOrigin = 'http://localhost'
const pathnameOf = (address: string) => new URL(address, anyOrigin).pathname

export function ownAddressOf(given: string | null | undefined): string {
  if (!given || !URL.canParse(given, anyOrigin)) return '/backoffice'
  const { origin, pathname, search } = new URL(toNewAddress(given), anyOrigin)
  const isOurs =
    origin === anyOrigin && matchPath('/backoffice/*', pathname) && !matchPath('/backoffice/logout', pathname)
  return isOurs ? pathname + search : '/backoffice'
}

export const queryOf = (values: Row) =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))

export function addQuery(address: string, name: string, values: readonly string[]): string {
  const { pathname, searchParams } = new URL(address, anyOrigin)
  for (const value of values) searchParams.append(name, value)
  return `${pathname}?${searchParams}`
}

/** Returns a page's URL with other values of some query fields. An empty value removes its field. */
export function hrefWith({ pathname, searchParams }: URL, changes: Readonly<Record<string, unknown>>): string {
  const changed = new URLSearchParams(searchParams)
  for (const [name, value] of Object.entries(changes)) {
    changed.delete(name)
    if (value !== '') changed.set(name, String(value))
  }
  return `${pathname}?${changed}`.replace(/\?$/, '')
}

function ranges(now: number) {
  const today = toSeoulDay(now)
  const [yesterday, first] = [daysBefore(today, 1), `${today.slice(0, 7)}-01`]
  const lastOfMonth = daysBefore(first, 1)
  const monday = toSeoulDay(startOfSeoulWeek(new Date(now)).getTime())
  return {
    ...({ today: [today, today], yesterday: [yesterday, yesterday], week: [monday, today] } as const),
    ...({ lastWeek: [daysBefore(monday, 7), daysBefore(monday, 1)], month: [first, today] } as const),
    ...({ lastMonth: [`${lastOfMonth.slice(0, 7)}-01`, lastOfMonth], days28: [daysBefore(today, 27), today] } as const),
  }
}

/** Returns links to periods. Of periods with the same days, such as today and a week from Monday, one is current. */
export function periodLinks({ url, now, word }: BackofficeRequest, from: unknown, to: unknown) {
  const all = Object.entries(ranges(now))
  const current = all.find(([, [first, last]]) => first === from && last === to)
  return all.map(([name, [first, last]]) => ({
    to: hrefWith(url, { page: '', none: '', tick: '', from: first, to: last }),
    text: word(`range.${name}`),
    current: name === current?.[0],
  }))
}

export function mayRun({ operator }: Pick<BackofficeRequest, 'operator'>, name: string): name is CommandName {
  if (!isCommandName(name) || commands[name].hasNoForm) return false
  const roles: readonly string[] = commands[name].roles
  return roles.includes(operator.role)
}
