import type { ReactNode } from 'react'
import type { CommandName } from '~/embedded/desk/commands'
import { mayRun } from './form/may-run'
import type { DeskRequest } from './screen'

/** The address of a command's form, with what is known of it filled in. */
function commandHref(command: CommandName, values: Readonly<Record<string, string>> = {}, back?: string): string {
  const query = new URLSearchParams({ ...values, ...(back ? { back } : {}) })
  return `/desk/command/${command}${query.size > 0 ? `?${query}` : ''}`
}

/** The address of a list as a file, with the filters of its page. */
export function csvHref(command: CommandName, filters: URLSearchParams | Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(filters)
  query.delete('page')
  query.set('format', 'csv')
  return `/desk/command/${command}?${query}`
}

/** A link to the form of a command; nothing for who may not run it. */
export function CommandLink({
  desk,
  command,
  values,
  className = 'button',
  children,
}: {
  desk: DeskRequest
  command: CommandName
  values?: Readonly<Record<string, string>>
  className?: string
  children?: ReactNode
}) {
  if (!mayRun(desk, command)) return null
  return (
    <a className={className} href={commandHref(command, values, hereOf(desk))}>
      {children ?? desk.texts.word(`command.${command}`, command)}
    </a>
  )
}

/** The address of this page, to come back to. */
export const hereOf = ({ url }: Pick<DeskRequest, 'url'>) => url.pathname + url.search
