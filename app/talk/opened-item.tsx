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

/** Data of an item's page. */
export type Opened = {
  title?: string
  text: string
  /** ISO 8601, or empty. `when` is the same date as text. */
  at: string
  when: string
  status?: string
  others: readonly Row[]
  /** URL of the list page that contains the item. */
  list: string
}

/** One item: back link, title, status, date and text, then `children` and the neighbouring items. */
export function OpenedItem({
  of,
  item: { title, text, at, when, status, others, list },
  unread,
  children,
}: {
  of: 'note' | 'notice' | 'help'
  item: Opened
  /** Text beside the date of an unread neighbouring item. */
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
