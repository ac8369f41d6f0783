import { i18nFor } from '~/i18n/catalogue.server'
import { upstreamContext } from '~/server/page-upstream.server'
import { requestInfoContext } from '~/server/request-info.server'
import type { Route } from './+types/notices'
import { ItemListPage } from './item-list-page'
import { viewItems } from './items.server'
import { MissingItem } from './missing-item'
import { OpenedItem } from './opened-item'

export async function loader({ url, context }: Route.LoaderArgs) {
  const { notices } = await context.get(upstreamContext).read('get-user-notices', {})
  const items = notices.map((notice) => ({ ...notice, _id: notice.idx, text: notice.contents }))
  return viewItems('notice', url, items, i18nFor(context.get(requestInfoContext).locale))
}

export default function Notice({ loaderData }: Route.ComponentProps) {
  switch (loaderData.kind) {
    case 'list':
      return <ItemListPage {...loaderData} kind="notice" />
    case 'item':
      return <OpenedItem kind="notice" item={loaderData.item} />
    case 'missing':
      return <MissingItem kind="notice" />
    case 'question':
      return null
    default:
      return loaderData satisfies never
  }
}
