import type { ReactNode } from 'react'
import { BackLink } from '../text-link/text-link'
import * as css from './page-title.css'

interface PageTitleProps {
  title: ReactNode
  /** Where the page came from. */
  back?: { to: string; text: string }
  /** As 2 / 2 단계, over the title. */
  step?: string
  /** One sentence under the title. */
  lead?: ReactNode
  /** Beside the title: search, a download. */
  end?: ReactNode
}

/** The one h1 of a page. */
export function PageTitle({ title, back, step, lead, end }: PageTitleProps) {
  return (
    <div className={css.head}>
      <div className={css.words}>
        {back && <BackLink to={back.to}>{back.text}</BackLink>}
        {step && <p className={css.step}>{step}</p>}
        <h1 className={css.page}>{title}</h1>
        {lead && <p className={css.lead}>{lead}</p>}
      </div>
      {end}
    </div>
  )
}

/** The h2 of a part of a page, with a link at its end. */
export function PartTitle({ title, id, end }: { title: ReactNode; id?: string; end?: ReactNode }) {
  return (
    <div className={css.partHead}>
      <h2 className={css.part} id={id}>
        {title}
      </h2>
      {end}
    </div>
  )
}
