import type { ReactNode } from 'react'
import type { Page } from './screen'
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

/** A box with a heading, and what stands beside that. */
export const Section = ({ title, beside, children, id }: Box) => (
  <section id={id}>
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
