import type { ReactNode } from 'react'
import { href } from 'react-router'
import { DocumentTitle } from '~/components/document-title'
import { MessageBadge } from '~/components/message-badge'
import { useI18n } from '~/i18n/i18n'
import { tightStack } from '~/ui/layout/layout.css'
import { PageTitle, SectionHeading } from '~/ui/page-title/page-title'
import { BackLink } from '~/ui/text-link/text-link'
import { hrefWithQuery } from '~/values/addresses'
import { DateText, MessageBody } from './body'
import * as css from './items.css'
import type { OpenedItemData } from './items.server'
import { back } from './panes.css'

interface OpenedItemProps {
  kind: 'note' | 'notice' | 'help'
  item: OpenedItemData
  page: number
  /** Beside a list that nobody has opened it from, the page is named after the list. */
  isBesideList?: boolean
  children?: ReactNode
}

export function OpenedItem({ kind, item, page, isBesideList, children }: OpenedItemProps) {
  const { title, text, date, dateText, status } = item
  const { t } = useI18n()
  const name = title ?? t(`${kind}.untitled`)
  return (
    <article className={css.item}>
      {!isBesideList && <DocumentTitle page={name} />}
      <div className={tightStack}>
        <div className={back}>
          <BackLink to={hrefWithQuery(href(`/${kind}`), { page: page > 1 ? String(page) : '' })}>
            {t(`${kind}.title`)}
          </BackLink>
        </div>
        {isBesideList ? <SectionHeading title={<bdi>{name}</bdi>} /> : <PageTitle title={<bdi>{name}</bdi>} />}
        <p className={css.meta}>
          <MessageBadge status={status} />
          <DateText date={date} text={dateText} />
        </p>
      </div>
      <MessageBody text={text} />
      {children}
    </article>
  )
}
