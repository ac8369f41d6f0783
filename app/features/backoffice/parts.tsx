import { randomUUID } from 'node:crypto'
import { createElement, Fragment, type ReactNode } from 'react'
import { type CommandName, commands } from '~/embedded/backoffice/commands/table'
import { Alert, type AlertKind } from '~/ui/alert/alert'
import { Button, ButtonLink, type ButtonVariant } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { card } from '~/ui/card/card.css'
import { wrapRow } from '~/ui/layout/layout.css'
import { PageTitle } from '~/ui/page-title/page-title'
import { addQuery, type BackofficeRequest, backText, hrefWith, mayRun, type Page, queryOf, type Row } from './screen'
import type { BackofficeTexts } from './texts'

export const line = (...parts: ReactNode[]) => createElement(Fragment, null, ...parts)

export const soft = (text: unknown) =>
  text ? (
    <p key={String(text)} className="soft">
      {String(text)}
    </p>
  ) : null

export const unfold = (summary: ReactNode, ...parts: ReactNode[]) => (
  <details>
    <summary>{summary}</summary>
    {line(...parts)}
  </details>
)

type ButtonLook = { variant?: ButtonVariant; size?: 'small'; autoFocus?: boolean }

export const buttonTo = (to: string, text: ReactNode, look?: ButtonLook) => (
  <ButtonLink key={to} {...look} to={to}>
    {text}
  </ButtonLink>
)

/** A message that screen readers don't announce. To announce one, use Alert. */
export const note = (text: string, kind: AlertKind = 'warning', end?: ReactNode) => (
  <Alert key={text} kind={kind} silent>
    {text} {end}
  </Alert>
)

export const Hidden = ({ fields }: { fields: readonly (readonly string[])[] }) =>
  fields.map(([name, value]) => (
    <input key={`${name} ${value}`} {...{ type: 'hidden', name, value, autoComplete: 'off' }} />
  ))

/** `boxOf` returns a row's value, or undefined for rows without a checkbox. `all` is the URL with all rows ticked. */
type TickBoxes = { name: string; all: string; boxOf: (row: Row) => unknown; isTicked?: boolean }

/** Returns a column of checkboxes. `tick` in the URL is a ticked row's value, or empty for all rows. */
export const tickBoxes = ({ t, query: { tick } }: BackofficeRequest, boxes: TickBoxes) => ({
  title: (
    <a href={boxes.all} data-tick-all="">
      {t('list.pick.all')}
    </a>
  ),
  cell: (row: Row) => {
    const given = boxes.boxOf(row)
    if (given === undefined) return null
    const [name, value, number] = [boxes.name, String(given), String(row.number ?? given)]
    const isTicked = boxes.isTicked || tick.includes('') || tick.includes(value)
    const part = `${row.state === 'first' ? 'first' : 'now'}${row.isUnsent === true ? ' unsent' : ''}`
    const about = {
      'data-won': row.won,
      'data-part': part,
      'data-number': number,
      'aria-label': t('list.pick.row', { number }),
    }
    return (
      <label>
        <input {...{ type: 'checkbox', name, value, ...about }} defaultChecked={isTicked} />
      </label>
    )
  },
})

export const Ticked = ({ texts: { t }, isOfMembers }: { texts: BackofficeTexts; isOfMembers?: boolean }) => (
  <output
    data-ticked={t(isOfMembers ? 'list.ticked.members' : 'list.ticked')}
    data-flagged={t('list.ticked.flagged', { count: '{count}' })}
  />
)

type Ticking = Pick<TickBoxes, 'boxOf'> & { command: CommandName; fields?: Readonly<Record<string, string>> } & {
  /** The names of prefilled fields. With them, the form leads straight to the preview. */
  fixed?: string
  buttons?: (rows: readonly Row[]) => ReactNode
}

/** Returns checkboxes for a list's rows, with a surrounding form that runs a command for the ticked ones. */
export function tickForm(backoffice: BackofficeRequest, { command, boxOf, fields, fixed, buttons }: Ticking) {
  const { url, query, t, word } = backoffice
  if (!mayRun(backoffice, command)) return {}
  const { each: name = '', moves } = commands[command]
  const back = hrefWith(url, { none: '', tick: '' })
  const around = (rows: ReactNode, all: readonly Row[]) => (
    <form method={fixed && 'post'} action={`/backoffice/command/${command}`} data-dialog="">
      <Hidden fields={Object.entries({ ...fields, back, ...(fixed && { requestId: randomUUID(), fixed }) })} />
      {fixed && query.none && <Alert kind="warning">{t('waiting.none')}</Alert>}
      {rows}
      {all.some((row) => boxOf(row) !== undefined) && (
        <div className="row sticky">
          <Ticked texts={backoffice} isOfMembers={!moves} />
          <Button variant={fixed ? 'primary' : undefined}>
            {word(`command.${command}.${fields?.kind}`, word(`command.${command}`))}
          </Button>
          {buttons?.(all)}
          <a href={back} data-untick="">
            {t('list.untick')}
          </a>
        </div>
      )}
    </form>
  )
  return { pick: tickBoxes(backoffice, { name, boxOf, all: addQuery(back, 'tick', ['']) }), around }
}

export type Figure = readonly [name: string, amount: ReactNode, to?: string | undefined, sum?: ReactNode]

/** Shows sums as tiles. @param props.isEven they form a grid, in which the first one is the largest */
export const Figures = ({ figures, isEven }: { figures: readonly Figure[]; isEven?: boolean }) => (
  <ul className={`${card} figures${isEven ? ' even' : ''}`}>
    {figures.map(([name, amount, to, sum]) => (
      <li key={name}>
        <a href={to}>
          {name} <b>{amount}</b>
          {sum}
        </a>
      </li>
    ))}
  </ul>
)

type Titled = Omit<Page, 'title' | 'body'> & {
  box?: 'narrow' | 'login' | 'wide'
  /** `more` is beside the title, `beside` is at the end of its line, and `back` is the URL of the list linked above. */
  more?: ReactNode
  beside?: ReactNode
  back?: string
}

/** Creates a page with a heading. @returns a function that takes the parts below the heading */
export const titledPage =
  (texts: BackofficeTexts, title: string, { box, more, beside, back, ...page }: Titled) =>
  (...parts: ReactNode[]): Page => {
    const head = { title, aside: more, end: beside && <div className={wrapRow}>{beside}</div> }
    const heading = <PageTitle {...head} {...(back && { back: { to: back, text: backText(texts, back) } })} />
    const all = line(heading, ...parts)
    return { ...page, title, body: box ? <section className={`${card} ${box}`}>{all}</section> : all }
  }

export function messagePage(
  texts: BackofficeTexts,
  status: number,
  title: string,
  text: string,
  to = '/backoffice',
  links: ReactNode = buttonTo(to, backText(texts, to)),
) {
  return titledPage(texts, title, { from: to, status, box: 'narrow' })(
    <p>{text}</p>,
    <div className="row">{links}</div>,
  )
}

export const Part = ({ id, ...part }: { id?: string; title: string; end?: ReactNode; children: ReactNode }) => (
  <div id={id}>
    <Card isRegion={false} {...part} />
  </div>
)

type PanelProps = {
  backoffice: BackofficeRequest
  title: string
  press?: string
  isOpen?: boolean
  children: ReactNode
}

export const Panel = ({ backoffice: { url, t }, title, press = t('form.show'), isOpen, children }: PanelProps) => (
  <details className="filters" name="panel" open={isOpen}>
    <summary>{title}</summary>
    <form action={url.pathname} className="row">
      {children}
      <Button>{press}</Button>
    </form>
  </details>
)

export type Lead = readonly [command: CommandName, values?: Row, text?: ReactNode]

type CommandsProps = { leads: readonly Lead[] } & {
  backoffice: BackofficeTexts & Pick<BackofficeRequest, 'operator' | 'url'>
  shown?: number
  /** True for the actions of a row. They are plain links, because every row repeats them. */
  isOfRow?: boolean
  size?: 'small'
  variant?: ButtonVariant
}

/** Links to the commands that the operator may run. @param props.shown the number of links that aren't folded */
export function Commands({ backoffice, leads, shown = leads.length, isOfRow, ...look }: CommandsProps) {
  const { t, word, url } = backoffice
  const back = url.pathname + url.search
  const links = leads
    .filter(([command]) => mayRun(backoffice, command))
    .map(([command, values, own]) => {
      const { isDirect, isDestructive, showsTransaction, opensDialog } = commands[command]
      const pathname = `/backoffice/command/${command}`
      const to = `${pathname}?${queryOf({ ...values, back: values?.back ?? back })}`
      const { place = values?.used, id, ...subject } = values ?? {}
      const text = own ?? word(`command.${command}.${place}`, word(`command.${command}`))
      if (isDirect && own === undefined) {
        // `form` is at the end of the document, because a form may surround this list, and forms can't be nested.
        const formAction = `${pathname}?${queryOf(subject)}`
        const press = { children: text, form: 'direct', name: 'id', value: String(id), formAction }
        return isOfRow ? <button key={to} {...press} className="claim" /> : <Button key={to} {...press} {...look} />
      }
      const link = { children: text, ...((showsTransaction || opensDialog) && { 'data-dialog': '' }) }
      const isDanger = isDestructive && place !== 'y'
      const danger = isDanger && ({ variant: 'danger' } as const)
      const className = isDanger ? 'danger' : isDirect ? 'claim' : undefined
      if (isOfRow) return <a key={to} {...{ ...link, className }} href={to} />
      return <ButtonLink key={to} {...link} to={to} {...danger} {...look} />
    })
  const visible = links.length === shown + 1 && leads.at(-1)?.[0] !== 'cancel' ? links.length : shown
  return (
    <>
      {links.slice(0, visible)}
      {links.length > visible && (
        <details className="menu" name={isOfRow ? 'menu' : undefined}>
          {isOfRow ? <summary aria-label={t('commands.more')}>⋯</summary> : <summary>{t('commands.more')}</summary>}
          <div>{links.slice(visible)}</div>
        </details>
      )}
    </>
  )
}

export const NoteText = ({ title, contents, label }: { title: string; contents: string | null; label?: string }) => (
  <section className="example" aria-label={label ?? title}>
    {label && soft(label)}
    <h2>{title}</h2>
    <p className="text">{contents}</p>
  </section>
)
