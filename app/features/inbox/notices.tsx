import { i18nFor } from '~/i18n/catalogue.server'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'
import type { Route } from './+types/notices'
import { viewItems } from './items/items.server'
import { MissingItem, NoItems } from './items/missing'
import { OpenedItem } from './items/opened'
import { ItemPanes } from './items/panes'

export async function loader({ url, context }: Route.LoaderArgs) {
  const { notices } = await context.get(upstreamContext).read('get-user-notices', {})
  const items = notices.map((notice) => ({ ...notice, _id: notice.idx, text: notice.contents }))
  return viewItems('notice', url, items, i18nFor(context.get(requestInfoContext).locale))
}

export default function Notice({ loaderData }: Route.ComponentProps) {
  if (loaderData.kind === 'missing') return <MissingItem kind="notice" />
  const item = loaderData.kind === 'item' ? loaderData.item : undefined
  return (
    <ItemPanes
      kind="notice"
      list={loaderData.list}
      opened={item && <OpenedItem kind="notice" item={item} page={loaderData.list.page} />}
      openedId={item?.id}
      furtherItems={loaderData.kind === 'question' ? [] : loaderData.furtherItems}
      whenEmpty={<NoItems kind="notice" />}
    />
  )
}
