import type { ReactNode } from 'react'
import { BackLink, MoreLink } from '../text-link/text-link'
import * as css from './page-title.css'

interface PageTitleProps {
  title: ReactNode
  back?: { to: string; text: string }
  lead?: ReactNode
  aside?: ReactNode
  end?: ReactNode
}

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

interface SectionHeadingProps {
  title: ReactNode
  id?: string
  more?: { to: string; text: ReactNode; about?: string } | undefined
  end?: ReactNode
}

export function SectionHeading({ title, id, more, end }: SectionHeadingProps) {
  return (
    <div className={css.sectionHead}>
      <h2 className={css.section} id={id}>
        {title}
      </h2>
      {more && (
        <MoreLink to={more.to} about={more.about}>
          {more.text}
        </MoreLink>
      )}
      {end}
    </div>
  )
}
