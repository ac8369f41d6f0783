import type { ReactNode } from 'react'
import type { CommandName } from '~/embedded/desk/commands'
import { type DeskRequest, mayRun, type Page } from './screen'
import type { DeskTexts } from './texts'

type Link = { to: string; text: ReactNode; className?: string | undefined; rel?: string }
type Said = { text: ReactNode; tone?: string }
type Button = { text: string; className?: string; formMethod?: 'get'; formAction?: string }
type Box = { title: string; beside?: ReactNode; children?: ReactNode; id?: string | undefined }

/** A link, and one that looks like a button. */
export const A = ({ to, text, ...more }: Link) => (
  <a {...more} href={to}>
    {text}
  </a>
)

/** A sentence that stands out. @param said.isAlert whether it is announced, because what was sent was not done */
export const Note = ({ text, tone = '', isAlert }: Said & { isAlert?: boolean }) => (
  <p className={`note ${tone}`} role={isAlert ? 'alert' : undefined}>
    {text}
  </p>
)

/** A word that stands out. */
export const Badge = ({ text, tone = '' }: Said) => <span className={`badge ${tone}`}>{text}</span>

/** The button that sends a form. */
export const Press = ({ text, ...more }: Button) => (
  <button type="submit" {...more}>
    {text}
  </button>
)

/** Fields that go with a form unseen. */
export const Hidden = ({ fields }: { fields: readonly (readonly string[])[] }) =>
  fields.map(([name, value]) => <input key={`${name} ${value}`} {...{ type: 'hidden', name, value }} />)

/** Links of which one is where we are. */
export const Tabs = ({ title, tabs }: { title: string; tabs: readonly (readonly [string, string, boolean])[] }) => (
  <nav className="tabs" aria-label={title}>
    {tabs.map(([href, text, isCurrent]) => (
      <a key={href} href={href} aria-current={isCurrent ? 'true' : undefined}>
        {text}
      </a>
    ))}
  </nav>
)

/** What is counted, how much of it (false: none), where that is, and its sum. */
export type Figure = readonly [name: string, amount: string | false, to?: string, sum?: string | undefined]

/** Figures beside each other. */
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

/** A box with a heading, and what stands beside that. */
export const Section = ({ title, beside, children, ...more }: Box) => (
  <section {...more}>
    <div className="bar">
      <h2>{title}</h2>
      {beside}
    </div>
    {children}
  </section>
)

/** A page that says why there is no other, and leads elsewhere. */
export const messagePage = ({ t }: DeskTexts, status: number, title: string, text: string, to = '/desk'): Page => ({
  title,
  status,
  body: (
    <section className="narrow">
      <h1>{title}</h1>
      <p>{text}</p>
      <A className="button" to={to} text={t(to === '/desk' ? 'nav.today' : 'nav.log')} />
    </section>
  ),
})

/** The address of a list as a file, with the filters of its page. */
export function csvHref(command: CommandName, filters: Readonly<Record<string, unknown>>): string {
  const set = Object.entries(filters).filter(([, value]) => value !== undefined && value !== false)
  const query = set.map(([name, value]): [string, string] => [name, String(value)])
  return `/desk/command/${command}?${new URLSearchParams([...query, ['format', 'csv']])}`
}

type LinkProps = { desk: DeskRequest; command: CommandName } & {
  values?: Readonly<Record<string, string>> | undefined
  className?: string
  text?: string | undefined
}

/** A command, what of its form is filled in, and other words than its own. */
export type Lead = readonly [command: CommandName, values?: Readonly<Record<string, string>>, text?: string]

/** Links to the forms of several commands: the first of them as buttons, the others below one. @param shown how many */
export function Commands({ desk, leads, shown }: { desk: DeskRequest; leads: readonly Lead[]; shown: number }) {
  const links = (className: string, some: readonly Lead[]) =>
    some.map(([command, values, text]) => (
      <CommandLink key={command + values?.place} {...{ desk, command, values, text, className }} />
    ))
  const allowed = leads.filter(([command]) => mayRun(desk, command))
  const further = allowed.slice(shown)
  return (
    <div className="row">
      {links('button', allowed.slice(0, shown))}
      {further.length > 0 && (
        <details className="menu">
          <summary>{desk.texts.t('commands.more')}</summary>
          <div>{links('', further)}</div>
        </details>
      )}
    </div>
  )
}

/** A link to the form of a command, with what is known of it filled in; nothing for who may not run it. */
export function CommandLink({ desk, command, values, className = 'button', text }: LinkProps) {
  if (!mayRun(desk, command)) return null
  // The form leads back to this page.
  const query = new URLSearchParams({ ...values, back: desk.url.pathname + desk.url.search })
  return (
    <A
      {...{
        className,
        to: `/desk/command/${command}?${query}`,
        text: text ?? desk.texts.word(`command.${command}.${values?.place}`, desk.texts.word(`command.${command}`)),
      }}
    />
  )
}
