import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { requestInfoContext } from './request-info.server'
import { connectOrRefuse } from './upstream-connection.server'

/**
 * Forwards a request for the embedded upstream's own pages (games, payments, callbacks, the desk). Everything but
 * X-Request-Id is forwarded unchanged, as to a third party. With a real upstream it answers 404.
 */
export async function forwardToEmbedded({
  request,
  context,
}: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
  const { embedded, fetch } = await connectOrRefuse(context)
  if (!embedded) return new Response('Not found\n', { status: 404 })
  // Replaces a client's value, because the embedded upstream logs it.
  request.headers.set('X-Request-Id', context.get(requestInfoContext).requestId)
  return fetch(request)
}
