import type { ReactNode } from 'react'
import { href } from 'react-router'
import { DocumentTitle } from '~/components/document-title'
import { ListPager } from '~/components/list-pager'
import { LobbyTiles } from '~/components/lobby-tiles'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { Alert } from '~/ui/alert/alert'
import { emptyStateArtSrc } from '~/ui/artwork/picture-urls'
import { Empty } from '~/ui/empty/empty'
import { stack } from '~/ui/layout/layout.css'
import { PageTitle, SectionHeading } from '~/ui/page-title/page-title'
import { Picture } from '~/ui/picture/picture'
import { ItemRows } from './item-rows'
import type { ListPage, OpenedItemData } from './items.server'
import { OpenedItem } from './opened'
import * as css from './panes.css'

interface ItemPanesProps {
  kind: 'note' | 'notice' | 'help'
  list: ListPage
  end?: ReactNode
  opened?: ReactNode
  openedId?: string | undefined
  furtherItems?: readonly OpenedItemData[]
  beside?: ReactNode
  whenEmpty: ReactNode
  lead?: string | undefined
  problem?: MessageKey | undefined
}

/** A list and its opened item: two pages on a phone, side by side from 960 px. */
export function ItemPanes({
  kind,
  list,
  end,
  opened,
  openedId,
  furtherItems = [],
  beside,
  whenEmpty,
  lead,
  problem,
}: ItemPanesProps) {
  const { t } = useI18n()
  const { count, page, pages, rows } = list
  const title = t(`${kind}.title`)
  const hasBeside = furtherItems.length > 0 || Boolean(beside)
  const head = (
    <>
      <DocumentTitle page={page > 1 ? `${title}, ${t('pager.page', { page })}` : title} />
      <PageTitle title={title} lead={lead} end={end} />
      {problem && <Alert kind="error">{t(problem)}</Alert>}
    </>
  )
  if (count === 0 && !beside)
    return (
      <div className={stack}>
        {head}
        {whenEmpty}
        <div className={css.wideOnly}>
          <LobbyTiles />
        </div>
      </div>
    )
  return (
    <div className={css.panes}>
      {opened && <div className={css.opened}>{opened}</div>}
      <div className={css.list}>
        {opened ? <SectionHeading title={title} end={end} /> : head}
        {count === 0 ? (
          whenEmpty
        ) : (
          <ItemRows kind={kind} rows={rows} label={kind === 'help' ? t('help.list') : title} openedId={openedId} />
        )}
        <ListPager path={href(`/${kind}`)} page={page} pages={pages} />
      </div>
      {(hasBeside || !opened) && (
        <div className={css.besideList}>
          {furtherItems.map((item) => (
            <OpenedItem key={item.id} kind={kind} item={item} page={page} isBesideList />
          ))}
          {beside}
          {!hasBeside && (
            <Empty
              artwork={<Picture src={emptyStateArtSrc(kind === 'help' ? 'help' : 'notes')} shape="game" />}
              title={t(`${kind}.choose`)}
            />
          )}
        </div>
      )}
      {!beside && (
        <div className={css.tiles}>
          <LobbyTiles />
        </div>
      )}
    </div>
  )
}
