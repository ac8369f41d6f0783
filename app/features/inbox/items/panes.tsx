import type { ReactNode } from 'react'
import { ListPager } from '~/components/list-pager'
import { PageHead } from '~/components/page-head'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { Alert } from '~/ui/alert/alert'
import { Badge } from '~/ui/badge/badge'
import { stack } from '~/ui/layout/layout.css'
import { List, ListRow } from '~/ui/list/list'
import { SectionHeading } from '~/ui/page-title/page-title'
import { type MessageKind, messagesHref } from '~/values/addresses'
import { dot } from '~/values/parts'
import { DateText } from './body'
import { DeleteLink, type DeletionProps } from './delete-messages'
import * as css from './items.css'
import type { ItemRow, ItemsView } from './items.server'
import { useMarkShownAsRead } from './mark-shown'
import { MessageBadge, OpenedItem } from './opened'

const unreadTexts: { readonly [Kind in MessageKind]?: MessageKey } = { note: 'note.unread', help: 'help.answer.unread' }

interface ItemRowsProps {
  kind: MessageKind
  rows: readonly ItemRow[]
  openedId?: string | undefined
  newestId?: string | undefined
}

function ItemRows({ kind, rows, openedId, newestId }: ItemRowsProps) {
  const { t } = useI18n()
  const unreadText = unreadTexts[kind]
  return (
    <List label={t(kind === 'help' ? 'help.list' : `${kind}.title`)}>
      {rows.map((row, index) => (
        <ListRow
          // biome-ignore lint/suspicious/noArrayIndexKey: ids may be missing or duplicated.
          key={index}
          to={row.id === undefined ? undefined : messagesHref(kind, { id: row.id })}
          title={
            <span dir="auto" className={css.rowTitle}>
              {row.title ?? t(`${kind}.untitled`)}
            </span>
          }
          unread={unreadText && row.unread}
          current={row.id !== undefined && (row.id === openedId || (row.id === newestId && 'beside'))}
          below={
            <>
              {row.excerpt && <span className={css.excerpt}>{row.excerpt}</span>}
              <DateText date={row.date} text={row.dateText} />
              {row.subject && row.subject !== 'other' && `${dot}${t(`help.subject.${row.subject}`)}`}
              {unreadText && row.unread && <span>{`${dot}${t(unreadText)}`}</span>}
            </>
          }
          end={
            row.status ? (
              <MessageBadge status={row.status} />
            ) : (
              !unreadText && row.unread && <Badge kind="accent">{t('notice.new')}</Badge>
            )
          }
          chevron={row.id !== undefined && row.status === undefined}
        />
      ))}
    </List>
  )
}

interface ItemPanesProps {
  kind: MessageKind
  view: ItemsView
  end?: ReactNode
  deletion?: DeletionProps | undefined
  opened?: ReactNode
  beside?: ReactNode
  belowList?: ReactNode
  whenEmpty: ReactNode
  tabs?: ReactNode
  problem?: MessageKey | undefined
}

export function ItemPanes({ kind, view, end, deletion, opened, beside, problem, ...rest }: ItemPanesProps) {
  const { t } = useI18n()
  const { belowList, whenEmpty, tabs } = rest
  const { count, page, pages } = view.list
  const openedId = view.kind === 'item' ? view.item.id : undefined
  const newest = view.kind === 'list' ? view.newest : undefined
  const { pane, markedId } = useMarkShownAsRead(kind, newest?.unreadId)
  const rows = view.list.rows.map((row) => (row.id === String(markedId) ? { ...row, unread: false } : row))
  const title = t(`${kind}.title`)
  const head = (
    <>
      <PageHead documentTitle={page > 1 ? `${title}, ${t('pager.page', { page })}` : title} title={title} end={end} />
      {problem && <Alert kind="error">{t(problem)}</Alert>}
    </>
  )
  if (count === 0 && !beside)
    return (
      <div className={stack}>
        {head}
        {tabs}
        {whenEmpty}
      </div>
    )
  const shownBeside = beside || (newest && <OpenedItem kind={kind} item={newest} page={page} isBesideList />)
  return (
    <div className={css.panes}>
      {opened && <div className={css.opened}>{opened}</div>}
      <div className={css.list}>
        {opened ? <SectionHeading title={title} end={end} /> : head}
        {tabs}
        {count === 0 ? whenEmpty : <ItemRows kind={kind} rows={rows} openedId={openedId} newestId={newest?.id} />}
        <ListPager
          page={page}
          pages={pages}
          pageHref={(to) => messagesHref(kind, { page: to > 1 ? String(to) : '' })}
        />
        {deletion && <DeleteLink {...deletion} />}
        {belowList}
      </div>
      {shownBeside && (
        <div ref={pane} className={css.besideList}>
          {shownBeside}
        </div>
      )}
    </div>
  )
}
