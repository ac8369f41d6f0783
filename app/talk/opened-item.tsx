import type { ReactNode } from 'react'
import { useWords } from '~/i18n/words'
import { DocumentTitle } from '~/shell/document-title'
import { StatusBadge } from '~/shell/status-badge'
import { near, parts } from '~/ui/layout/layout.css'
import { PageTitle, PartTitle } from '~/ui/page-title/page-title'
import { Letter } from './letter'
import * as css from './letter.css'
import { type Row, Rows } from './rows'
import { When } from './when'

/** An item as its page shows it. */
export type Opened = {
  title?: string
  text: string
  /** ISO 8601, or empty; `when` is the same in words. */
  at: string
  when: string
  status?: string
  others: readonly Row[]
  /** The page of the list that it stands on. */
  list: string
}

/** One item: the way back, title, state and date, its text, what goes with it, and the items next to it. */
export function OpenedItem({
  of,
  item: { title, text, at, when, status, others, list },
  unread,
  children,
}: {
  of: 'note' | 'notice' | 'help'
  item: Opened
  /** Said beside the date of an unread item among the others. */
  unread?: string
  children?: ReactNode
}) {
  const { t } = useWords()
  const untitled = t(`${of}.untitled`)
  const name = title ?? untitled
  return (
    <div className={parts}>
      <DocumentTitle page={name} />
      <article className={css.item}>
        <div className={near}>
          <PageTitle back={{ to: list, text: t(`${of}.back`) }} title={<bdi>{name}</bdi>} />
          <p className={css.about}>
            <StatusBadge status={status} />
            <When at={at} when={when} />
          </p>
        </div>
        <Letter text={text} />
        {children}
      </article>
      {others.length > 0 && (
        <section className={css.others}>
          <PartTitle title={t(`${of}.others`)} />
          <Rows path={`/${of}`} rows={others} label={t(`${of}.others`)} untitled={untitled} unread={unread} />
        </section>
      )}
    </div>
  )
}
