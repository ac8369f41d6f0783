import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { upstreamFetchContext } from '~/upstream/client.server'
import { visitContext } from './visit.server'

/**
 * Answers a request to the embedded upstream's own addresses (a game, a payment, callbacks, the desk). The request goes on
 * untouched, because the embedded upstream is a third party to the site. With a real upstream there are none.
 */
export async function toEmbedded({ request, context }: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
  const fetch = context.get(upstreamFetchContext)
  if (!fetch) return new Response('Not found\n', { status: 404 })
  // Over what a client sent under this name: the embedded upstream's log goes by it.
  request.headers.set('X-Request-Id', context.get(visitContext).requestId)
  return fetch(request)
}
