import type { ReactNode } from 'react'
import { matchPath } from 'react-router'
import { type CommandName, type CommandResult, commands, isCommandName } from '~/embedded/backoffice/commands'
import { newAddressOf } from '~/platform/old-names'
import type { CommandOutcome, Door, Operator } from './door.server'
import type { BackofficeTexts } from './texts'

/** A request for a screen of the back office, by somebody who is in, with the texts that it is answered with. */
export type BackofficeRequest = BackofficeTexts & {
  url: URL
  /** The fields of a POST; undefined for a GET. */
  form: URLSearchParams | undefined
  operator: Operator
  door: Door
  now: number
  session: string
  /** Whether a code of the second factor came along, and was wrong. */
  isCodeWrong?: boolean
}

/** The field of a code that goes with another form. */
export const codeField = 'secondFactor'

/** A page of the back office. */
export type Page = { title: string; status?: number; body: ReactNode; headers?: Readonly<Record<string, string>> } & {
  /** The address that a form came from: its place stays marked in the head. */
  from?: string
  /** Who is in, and gets a head with the screens. */
  operator?: Operator
}

/** The screens that the head of a page leads to. */
export const places = ['today', 'waiting', 'member', 'inquiries', 'content', 'people', 'books', 'log'] as const
type Place = (typeof places)[number]
export const pathOf = (place: Place) => (place === 'today' ? '/backoffice' : `/backoffice/${place}`)

/** The screen that an address of the back office is of; undefined: it is of none. */
export const placeOf = (address: string): Place | undefined =>
  places.find((place) => matchPath(pathOf(place), pathnameOf(address)))

/** The words of a link to the screen or the list that an address of the back office is of. */
export function backText({ t, word }: BackofficeTexts, address: string): string {
  const place = placeOf(address)
  const list = word(`command.${matchPath('/backoffice/command/:name', pathnameOf(address))?.params.name}`, '')
  return place || list ? t('done.to', { place: place ? t(`nav.${place}`) : list }) : t('done.back')
}

/** Thrown by a screen whose command was not answered with a result. */
export class NotDone extends Error {
  override name = 'NotDone'
  constructor(readonly outcome: Exclude<CommandOutcome<CommandName>, { kind: 'done' }>) {
    super(outcome.kind)
  }
}

/** Reads by a command. @throws NotDone */
export async function read<A extends CommandName>(
  { door }: Pick<BackofficeRequest, 'door'>,
  command: A,
  payload: object = {},
): Promise<CommandResult<A>> {
  const outcome = await door.call(command, payload)
  if (outcome.kind === 'done') return outcome.result
  throw new NotDone(outcome)
}

const anyOrigin = 'http://localhost'
const pathnameOf = (address: string) => new URL(address, anyOrigin).pathname

/** An address of the back office to go on with, as a form or an address says it; today where it is none. */
export function backofficeAddressOf(given: string | null | undefined): string {
  if (!given || !URL.canParse(given, anyOrigin)) return '/backoffice'
  const { origin, pathname, search } = new URL(newAddressOf(given), anyOrigin)
  const isOurs =
    origin === anyOrigin && matchPath('/backoffice/*', pathname) && !matchPath('/backoffice/logout', pathname)
  return isOurs ? pathname + search : '/backoffice'
}

/** Goes on with a GET of another address of the back office. @param cookie a Set-Cookie line */
export const seeOther = (location: string, cookie?: string) =>
  new Response(null, {
    status: 303,
    headers: { Location: location, 'Cache-Control': 'no-store', ...(cookie && { 'Set-Cookie': cookie }) },
  })

/** Whether somebody may see and send the form of a command. */
export function mayRun({ operator }: Pick<BackofficeRequest, 'operator'>, name: string): name is CommandName {
  if (!isCommandName(name) || commands[name].hasNoForm) return false
  const roles: readonly string[] = commands[name].roles
  return roles.includes(operator.role)
}
