import { useI18n } from '~/i18n/i18n'
import { readQuery } from '~/server/request-info/query.server'
import { i18nOf } from '~/server/request-info/request-info.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'
import { Tabs } from '~/ui/link-row/link-row'
import { isMissing, takeCallsToProbe } from '~/upstream/client/call-support.server'
import { messagesHref } from '~/values/addresses'
import { days } from '~/values/durations'
import type { Route } from './+types/notices'
import { viewItems } from './items/items.server'
import { MissingItem, NoItems } from './items/missing'
import { OpenedItem } from './items/opened'
import { ItemPanes } from './items/panes'

export async function loader({ url, context }: Route.LoaderArgs) {
  const upstream = context.get(upstreamContext)
  const of = readQuery(url).tab === 'events' ? ('event' as const) : ('notice' as const)
  const [rows] = await Promise.all([
    of === 'event'
      ? upstream.read('get-event-list', {}).then(({ events }) => events)
      : upstream.read('get-user-notices', {}).then(({ notices }) => notices),
    // Probes whether the upstream supports events, which have a second tab.
    of === 'event'
      ? []
      : Promise.all(takeCallsToProbe(['get-event-list']).map((name) => upstream.callOptional(name, {}))),
  ])
  const newSince = Date.now() - days(3)
  const items = rows.map((row) => ({
    ...row,
    _id: row.idx,
    text: row.contents,
    isUnread: Date.parse(row.regDate) > newSince,
  }))
  const view = viewItems(of, url, items, i18nOf(context))
  return 'kind' in view ? { ...view, of, hasEvents: !isMissing('get-event-list') } : view
}

export default function Notice({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n()
  if (loaderData.kind === 'missing') return <MissingItem kind={loaderData.of} />
  const { of, hasEvents, list } = loaderData
  const item = loaderData.kind === 'item' ? loaderData.item : undefined
  const tabs = (['notice', 'event'] as const).map((kind) => ({
    to: messagesHref(kind),
    text: t(`${kind}.title`),
    current: kind === of,
  }))
  return (
    <ItemPanes
      kind={of}
      view={loaderData}
      tabs={hasEvents && <Tabs label={t('notice.tabs')} items={tabs} />}
      opened={item && <OpenedItem kind={of} item={item} page={list.page} />}
      whenEmpty={<NoItems kind={of} />}
    />
  )
}
