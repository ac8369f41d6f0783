import type { ReactNode } from 'react'
import { DocumentTitle } from '~/frame/parts/document-title'
import { StatusBadge } from '~/frame/parts/status-badge'
import { useI18n } from '~/i18n/i18n'
import { pageSections, tightStack } from '~/ui/layout/layout.css'
import { PageTitle, SectionHeading } from '~/ui/page-title/page-title'
import { MessageBody } from './body'
import { DateText } from './date-text'
import { ItemRows } from './item-rows'
import * as css from './items.css'
import type { OpenedItemData } from './items.server'

/** One item: back link, title, status, date and text, then `children` and the neighbouring items. */
export function OpenedItem({
  kind,
  item: { title, text, date, dateText, status, neighbours, listHref },
  children,
}: {
  kind: 'note' | 'notice' | 'help'
  item: OpenedItemData
  children?: ReactNode
}) {
  const { t } = useI18n()
  const name = title ?? t(`${kind}.untitled`)
  return (
    <div className={pageSections}>
      <DocumentTitle page={name} />
      <article className={css.item}>
        <div className={tightStack}>
          <PageTitle back={{ to: listHref, text: t(`${kind}.title`) }} title={<bdi>{name}</bdi>} />
          <p className={css.meta}>
            <StatusBadge status={status} />
            <DateText date={date} text={dateText} />
          </p>
        </div>
        <MessageBody text={text} />
        {children}
      </article>
      {neighbours.length > 0 && (
        <section className={css.neighbours}>
          <SectionHeading title={t(`${kind}.others`)} />
          <ItemRows kind={kind} rows={neighbours} label={t(`${kind}.others`)} />
        </section>
      )}
    </div>
  )
}
