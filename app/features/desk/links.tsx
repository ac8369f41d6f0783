import type { ReactNode } from 'react'
import type { CommandName } from '~/embedded/desk/commands'
import { mayRun } from './form/may-run'
import type { DeskRequest } from './screen'

/** The address of a list as a file, with the filters of its page. */
export function csvHref(command: CommandName, filters: Readonly<Record<string, unknown>>): string {
  const set = Object.entries(filters).filter(([, value]) => value !== undefined && value !== false)
  const query = set.map(([name, value]): [string, string] => [name, String(value)])
  return `/desk/command/${command}?${new URLSearchParams([...query, ['format', 'csv']])}`
}

/** A link to the form of a command, with what is known of it filled in; nothing for who may not run it. */
export function CommandLink({
  desk,
  command,
  values,
  className = 'button',
  children,
}: {
  desk: DeskRequest
  command: CommandName
  values?: Readonly<Record<string, string>> | undefined
  className?: string
  children?: ReactNode
}) {
  if (!mayRun(desk, command)) return null
  return (
    <a
      className={className}
      href={`/desk/command/${command}?${new URLSearchParams({ ...values, back: hereOf(desk) })}`}
    >
      {children ?? desk.texts.word(`command.${command}`, command)}
    </a>
  )
}

/** The address of this page, to come back to. */
export const hereOf = ({ url }: Pick<DeskRequest, 'url'>) => url.pathname + url.search
