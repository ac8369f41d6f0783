import type { ReactNode } from 'react'
import { href } from 'react-router'
import { DocumentTitle } from '~/frame/parts/document-title'
import { ListPager } from '~/frame/parts/list-pager'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { Alert } from '~/ui/alert/alert'
import { emptyStateArtSrc } from '~/ui/artwork/picture-urls'
import { Empty } from '~/ui/empty/empty'
import { stack } from '~/ui/layout/layout.css'
import { List, ListRow } from '~/ui/list/list'
import { PageTitle, SectionHeading } from '~/ui/page-title/page-title'
import { Picture } from '~/ui/picture/picture'
import { hrefWithQuery } from '~/values/addresses/with-query'
import { ItemRows } from './item-rows'
import type { ListPage, OpenedItemData } from './items.server'
import { OpenedItem } from './opened'
import * as css from './panes.css'
import { WaysOn } from './ways-on'

interface ItemPanesProps {
  kind: 'note' | 'notice' | 'help'
  list: ListPage
  /** What stands beside the list's title, such as the link that deletes all. */
  end?: ReactNode
  /** The opened item, or the question before deleting all. Without it the list is the page. */
  opened?: ReactNode
  openedId?: string | undefined
  /** What stands beside the list on a wide screen while nothing is opened. Default: words that ask to open something. */
  newest?: readonly OpenedItemData[]
  /** What is offered where the list is empty. */
  whenEmpty: ReactNode
  lead?: string | undefined
  problem?: MessageKey | undefined
}

/** A list, and what is opened of it: two pages on a phone, side by side from 960 px. */
export function ItemPanes({
  kind,
  list,
  end,
  opened,
  openedId,
  newest = [],
  whenEmpty,
  lead,
  problem,
}: ItemPanesProps) {
  const { t } = useI18n()
  const { count, page, pages, rows } = list
  const title = t(`${kind}.title`)
  const head = (
    <>
      <DocumentTitle page={page > 1 ? `${title}, ${t('pager.page', { page })}` : title} />
      <PageTitle title={title} lead={lead} end={end} />
      {problem && <Alert kind="error">{t(problem)}</Alert>}
    </>
  )
  if (count === 0)
    return (
      <div className={stack}>
        {head}
        {whenEmpty}
        <div className={css.wideOnly}>
          <WaysOn from={kind} />
        </div>
      </div>
    )
  return (
    <div className={css.panes}>
      {opened && (
        <div className={css.opened}>
          {opened}
          <Neighbours kind={kind} rows={rows} openedId={openedId} />
        </div>
      )}
      <div className={css.list}>
        {opened ? <SectionHeading title={title} end={end} /> : head}
        <ItemRows kind={kind} rows={rows} label={kind === 'help' ? t('help.list') : title} openedId={openedId} />
        <ListPager path={href(`/${kind}`)} page={page} pages={pages} />
      </div>
      {!opened && (
        <div className={css.besideList}>
          {newest.map((item) => (
            <OpenedItem key={item.id} kind={kind} item={item} page={page} isBesideList />
          ))}
          {newest.length === 0 && (
            <Empty
              artwork={<Picture src={emptyStateArtSrc(kind === 'help' ? 'help' : 'notes')} shape="game" />}
              title={t(`${kind}.choose`)}
            />
          )}
        </div>
      )}
      {(opened || newest.length === 0) && (
        <div className={css.belowOpened}>
          <WaysOn from={kind} />
        </div>
      )}
    </div>
  )
}

/** The items before and after the opened one, at the foot of its pane. */
function Neighbours({ kind, rows, openedId }: Pick<ItemPanesProps, 'kind' | 'openedId'> & { rows: ListPage['rows'] }) {
  const { t } = useI18n()
  const index = openedId === undefined ? -1 : rows.findIndex(({ id }) => id === openedId)
  if (index < 0) return null
  // Lists begin with the newest.
  const neighbours = [
    { message: 'item.newer', row: rows[index - 1] },
    { message: 'item.older', row: rows[index + 1] },
  ] as const
  return (
    <nav className={css.wideOnly} aria-label={t('item.neighbours')}>
      <List>
        {neighbours.map(
          ({ message, row }) =>
            row?.id !== undefined && (
              <ListRow
                key={message}
                to={hrefWithQuery(href(`/${kind}`), { id: row.id })}
                title={<bdi>{row.title ?? t(`${kind}.untitled`)}</bdi>}
                below={t(message)}
                chevron
              />
            ),
        )}
      </List>
    </nav>
  )
}
