import type { ReactNode } from 'react'
import { ListPager } from '~/components/list-pager'
import { PageHead } from '~/components/page-head'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { Alert } from '~/ui/alert/alert'
import { emptyStateArtSrc } from '~/ui/artwork/picture-urls'
import { Badge } from '~/ui/badge/badge'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { stack } from '~/ui/layout/layout.css'
import { List, ListRow } from '~/ui/list/list'
import { SectionHeading } from '~/ui/page-title/page-title'
import { Picture } from '~/ui/picture/picture'
import { type MessageKind, messagesHref } from '~/values/addresses'
import { dot } from '~/values/parts'
import { DateText } from './body'
import { DeleteLink, type DeletionProps } from './delete-messages'
import * as css from './items.css'
import type { ItemRow, ItemsView } from './items.server'
import { MessageBadge, OpenedItem } from './opened'

const mailTexts: { readonly [Kind in MessageKind]?: { unread: MessageKey; open: MessageKey } } = {
  note: { unread: 'note.unread', open: 'msg2003.go' },
  help: { unread: 'help.answer.unread', open: 'msg2004.go' },
}

interface ItemRowsProps {
  kind: MessageKind
  rows: readonly ItemRow[]
  openedId?: string | undefined
  newestId?: string | undefined
}

function ItemRows({ kind, rows, openedId, newestId }: ItemRowsProps) {
  const { t } = useI18n()
  const mail = mailTexts[kind]
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
          unread={mail && row.unread}
          current={row.id !== undefined && (row.id === openedId || (row.id === newestId && 'beside'))}
          below={
            <>
              {row.excerpt && <span className={css.excerpt}>{row.excerpt}</span>}
              <DateText date={row.date} text={row.dateText} />
              {row.subject && row.subject !== 'other' && `${dot}${t(`help.subject.${row.subject}`)}`}
              {mail && row.unread && <span>{`${dot}${t(mail.unread)}`}</span>}
            </>
          }
          end={
            row.status ? (
              <MessageBadge status={row.status} />
            ) : (
              !mail && row.unread && <Badge kind="accent">{t('notice.new')}</Badge>
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
  const { count, page, pages, rows } = view.list
  const openedId = view.kind === 'item' ? view.item.id : undefined
  const newest = view.kind === 'list' ? view.newest : undefined
  const mail = mailTexts[kind]
  // An unread note or answer is not shown beside the list, because opening it marks it as read.
  const unreadId = mail && rows.find((row) => row.unread)?.id
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
      {(beside || !opened) && (
        <div className={css.besideList}>
          {newest && <OpenedItem kind={kind} item={newest} page={page} isBesideList />}
          {beside}
          {!newest && !beside && (
            <Empty
              artwork={<Picture src={emptyStateArtSrc(kind === 'help' ? 'help' : 'notes')} shape="game" />}
              title={t(`${kind}.choose`)}
              action={
                mail && unreadId && <ButtonLink to={messagesHref(kind, { id: unreadId })}>{t(mail.open)}</ButtonLink>
              }
            />
          )}
        </div>
      )}
    </div>
  )
}
