import { href } from 'react-router'
import { MessageBadge } from '~/components/message-badge'
import { useI18n } from '~/i18n/i18n'
import { List, ListRow } from '~/ui/list/list'
import { hrefWithQuery } from '~/values/addresses'
import { DateText } from './body'
import * as css from './items.css'
import type { ItemRow } from './items.server'

interface ItemRowsProps {
  kind: 'note' | 'notice' | 'help'
  rows: readonly ItemRow[]
  label: string
  openedId?: string | undefined
}

export function ItemRows({ kind, rows, label, openedId }: ItemRowsProps) {
  const { t } = useI18n()
  return (
    <List label={label}>
      {rows.map((row, index) => (
        <ListRow
          // biome-ignore lint/suspicious/noArrayIndexKey: ids may be missing or come twice.
          key={index}
          to={row.id === undefined ? undefined : hrefWithQuery(href(`/${kind}`), { id: row.id })}
          title={
            <span dir="auto" className={css.rowTitle}>
              {row.title ?? t(`${kind}.untitled`)}
            </span>
          }
          unread={row.unread}
          current={openedId !== undefined && row.id === openedId}
          below={
            <>
              <DateText date={row.date} text={row.dateText} />
              {row.unread && <span>{` · ${t(kind === 'help' ? 'help.answer.unread' : 'note.unread')}`}</span>}
            </>
          }
          end={row.status && <MessageBadge status={row.status} />}
          chevron={row.id !== undefined && row.status === undefined}
        />
      ))}
    </List>
  )
}
