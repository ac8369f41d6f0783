import type { ReactNode } from 'react'
import { BackLink } from '../text-link/text-link'
import * as css from './page-title.css'

interface PageTitleProps {
  title: ReactNode
  back?: { to: string; text: string }
  lead?: ReactNode
  /** A few words on the title's line. */
  aside?: ReactNode
  /** What stands beside the title, such as a search box or a download. */
  end?: ReactNode
}

/** The page's only h1. */
export function PageTitle({ title, back, lead, aside, end }: PageTitleProps) {
  return (
    <div className={css.head}>
      <div className={css.text}>
        {back && <BackLink to={back.to}>{back.text}</BackLink>}
        <div className={css.titleLine}>
          <h1 className={css.page}>{title}</h1>
          {aside}
        </div>
        {lead && <p className={css.lead}>{lead}</p>}
      </div>
      {end}
    </div>
  )
}

/** The h2 of a section, with an optional link at its end. */
export function SectionHeading({ title, id, end }: { title: ReactNode; id?: string; end?: ReactNode }) {
  return (
    <div className={css.sectionHead}>
      <h2 className={css.section} id={id}>
        {title}
      </h2>
      {end}
    </div>
  )
}
