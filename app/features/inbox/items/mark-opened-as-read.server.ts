import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { type PageUpstream, upstreamContext } from '~/server/upstream/page-upstream.server'
import { findById } from '~/upstream/find-by-id'
import type { Outcome } from '~/upstream/outcome'
import { openedItemId } from './items.server'

type ReadableItem = { _id?: string | number | undefined; isRead?: boolean | undefined }

type MarkableList<ResponseBody, Refusal extends string, Markable extends ReadableItem> = {
  fetchList(upstream: PageUpstream): Promise<Outcome<ResponseBody, Refusal>>
  itemsOf(response: ResponseBody): readonly Markable[]
  markAsRead(upstream: PageUpstream, id: string | number): Promise<unknown>
}

/** A list whose opened item is marked as read. The mark is set before any loader runs, so that counts are right. */
export function createMarkableList<ResponseBody, Refusal extends string, Markable extends ReadableItem>({
  fetchList,
  itemsOf,
  markAsRead,
}: MarkableList<ResponseBody, Refusal, Markable>) {
  const listContext = createContext<Outcome<ResponseBody, Refusal> | null>(null)

  /** Marks the opened item as read. On failure the item is shown and stays unread. */
  const markOpenedAsRead: MiddlewareFunction<Response> = async ({ request, url, context }) => {
    const id = openedItemId(request, url)
    if (id === undefined) return
    const upstream = context.get(upstreamContext)
    const list = await fetchList(upstream)
    context.set(listContext, list)
    const item = list.kind === 'done' ? findById(itemsOf(list.response), id) : undefined
    if (item?._id !== undefined && item.isRead !== true) await markAsRead(upstream, item._id)
  }

  const getList = async (context: Readonly<RouterContextProvider>) =>
    context.get(listContext) ?? (await fetchList(context.get(upstreamContext)))

  return {
    markOpenedAsRead,
    getList,
    getItems: async (context: Readonly<RouterContextProvider>) => {
      const list = await getList(context)
      return list.kind === 'done' ? itemsOf(list.response) : undefined
    },
  }
}
