import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { incomingContext } from '../door/incoming.server'
import { isFromThisMachine, thisMachineHeader } from '../request-info/client-ip.server'
import { requestInfoContext } from '../request-info/request-info.server'
import { connectOrRefuse } from './member-client.server'

/**
 * Forwards a request for the embedded upstream's own pages (games, payments, callbacks, the desk). All but the request id
 * and the client's address is forwarded unchanged, as to a third party. With a real upstream it answers 404.
 */
export async function forwardToEmbedded({
  request,
  context,
}: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
  const { servePage } = await connectOrRefuse(context)
  if (!servePage) return new Response('Not found\n', { status: 404 })
  const { requestId, clientIp } = context.get(requestInfoContext)
  const isOwn = isFromThisMachine(context.get(incomingContext)?.socketIp ?? '', request.headers)
  // These replace a client's values, because the embedded upstream logs them.
  request.headers.set('X-Request-Id', requestId)
  request.headers.set('X-Forwarded-For', clientIp)
  request.headers.set(thisMachineHeader, isOwn ? 'yes' : 'no')
  return servePage(request)
}
