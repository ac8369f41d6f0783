import { createElement, Fragment, type ReactNode } from 'react'
import type { CommandName } from '~/embedded/backoffice/commands'
import { type BackofficeRequest, mayRun, type Page } from './screen'
import type { BackofficeTexts } from './texts'

type Link = { to: string; text: ReactNode; className?: string | undefined; rel?: string }
type Said = { text: ReactNode; tone?: string }
type Button = { text: string; className?: string; formMethod?: 'get'; formAction?: string }
type Box = { title: string; beside?: ReactNode; children?: ReactNode; id?: string | undefined }

export const A = ({ to, text, ...more }: Link) => (
  <a {...more} href={to}>
    {text}
  </a>
)

export const Note = ({ text, tone = '', isAlert }: Said & { isAlert?: boolean }) => (
  <p className={`note ${tone}`} role={isAlert ? 'alert' : undefined}>
    {text}
  </p>
)

export const line = (...parts: ReactNode[]) => createElement(Fragment, null, ...parts)

export const soft = (text: unknown) => (text ? <p className="soft">{String(text)}</p> : null)

export const Badge = ({ text, tone = '' }: Said) => <span className={`badge ${tone}`}>{text}</span>

export const Press = ({ text, ...more }: Button) => (
  <button type="submit" {...more}>
    {text}
  </button>
)

export const Hidden = ({ fields }: { fields: readonly (readonly string[])[] }) =>
  fields.map(([name, value]) => (
    <input key={`${name} ${value}`} {...{ type: 'hidden', name, value, autoComplete: 'off' }} />
  ))

type TickBoxes = { name: string; all: string } & {
  boxOf: (row: Row) => string | undefined
  isTicked: (row: Row) => boolean
}

/**
 * A column of boxes that tick rows of a list; a script turns its link into a box that ticks all. @param boxes.boxOf the
 * value of a row's box; undefined: none
 */
export const tickBoxes = ({ t }: BackofficeTexts, { name, boxOf, isTicked, all }: TickBoxes) => ({
  title: (
    <a href={all} data-tick-all="">
      {t('list.pick.all')}
    </a>
  ),
  cell: (row: Row) => {
    const value = boxOf(row)
    if (value === undefined) return null
    const about = { 'data-won': row.won, 'aria-label': t('list.pick.row', { number: String(row.number ?? value) }) }
    return (
      <label>
        <input {...{ type: 'checkbox', name, value, ...about }} defaultChecked={isTicked(row)} />
      </label>
    )
  },
})

export const Ticked = ({ t }: BackofficeTexts) => <output data-ticked={t('list.ticked')} />

type Row = Readonly<Record<string, unknown>>
type TabsProps = { title: string; tabs: readonly (readonly [string, string, boolean])[]; children?: ReactNode }

export const Tabs = ({ title, tabs, children }: TabsProps) => (
  <nav className="tabs" aria-label={title}>
    {children}
    {tabs.map(([href, text, isCurrent]) => (
      <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
        {text}
      </a>
    ))}
  </nav>
)

export type Figure = readonly [name: string, amount: string | false, to?: string, sum?: string | undefined]

export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <ul className="figures">
    {figures.map(([name, amount, to, sum]) => (
      <li key={name}>
        <a href={to}>
          {name} <b className={amount === false ? 'nil' : undefined}>{amount || 0}</b>
          {amount !== false && sum}
        </a>
      </li>
    ))}
  </ul>
)

export const Section = ({ title, beside, children, ...more }: Box) => (
  <section {...more}>
    <div className="bar">
      <h2>{title}</h2>
      {beside}
    </div>
    {children}
  </section>
)

type Titled = Omit<Page, 'title' | 'body'> & {
  box?: 'narrow' | 'login' | 'wide'
  more?: ReactNode
  beside?: ReactNode
  isDone?: boolean
}

export function titledPage(title: string, { box, more, beside, isDone, ...page }: Titled, ...parts: ReactNode[]): Page {
  const heading = (
    <div className="bar">
      <h1 className={isDone ? 'done' : undefined}>
        {title}
        {more}
      </h1>
      {beside && <div className="row">{beside}</div>}
    </div>
  )
  const all = line(heading, ...parts)
  return { ...page, title, body: box ? <section className={box}>{all}</section> : all }
}

export function messagePage(
  { t }: BackofficeTexts,
  status: number,
  title: string,
  text: string,
  to = '/backoffice',
): Page {
  const link = <A className="button" to={to} text={t(to === '/backoffice' ? 'nav.today' : 'nav.log')} />
  return titledPage(title, { status, box: 'narrow' }, <p>{text}</p>, link)
}

export type Lead = readonly [command: CommandName, values?: Readonly<Record<string, string>>, text?: string]

type CommandsProps = { backoffice: BackofficeRequest; leads: readonly Lead[]; shown?: number; className?: string }

/** Links to the forms of the commands that the operator may run. @param props.shown how many; the others are folded */
export function Commands({ backoffice, leads, shown = leads.length, className = 'button' }: CommandsProps) {
  const { t, word, url } = backoffice
  const back = url.pathname + url.search
  const links = leads
    .filter(([command]) => mayRun(backoffice, command))
    .map(([command, values, own]) => {
      const text = own ?? word(`command.${command}.${values?.place}`, word(`command.${command}`))
      const to = `/backoffice/command/${command}?${new URLSearchParams({ ...values, back })}`
      return <A key={command + values?.place} {...{ className, to, text }} />
    })
  const more = links.length > shown && (
    <details className="menu">
      <summary>{t('commands.more')}</summary>
      <div>{links.slice(shown)}</div>
    </details>
  )
  return line(links.slice(0, shown), more)
}
