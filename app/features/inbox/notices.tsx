import { i18nFor } from '~/i18n/catalogue.server'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import { upstreamContext } from '~/server/upstream/for-pages.server'
import type { Route } from './+types/notices'
import { viewItems } from './items/items.server'
import { ItemListPage } from './items/list-page'
import { MissingItem } from './items/missing'
import { OpenedItem } from './items/opened'

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
