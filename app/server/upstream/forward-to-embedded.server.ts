import type { LoaderFunctionArgs } from 'react-router'
import { type Context, incomingContext } from '../http/incoming.server'
import { clientContext } from '../middleware/thread-share.server'
import { isFromThisMachine, thisMachineHeader } from '../request-info/client-ip.server'
import { requestInfoContext } from '../request-info/request-info.server'
import { connectOrRefuse } from './connection.server'

export async function forwardToEmbedded({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { servePage } = await connectOrRefuse(context)
  if (!servePage) return new Response('Not found\n', { status: 404 })
  const { requestId, clientIp } = context.get(requestInfoContext)
  const isOwn = isFromThisMachine(request, context)
  // Overwrites the client's own headers, because the embedded upstream trusts these.
  request.headers.set('X-Request-Id', requestId)
  request.headers.set('X-Forwarded-For', clientIp)
  request.headers.set(thisMachineHeader, isOwn ? 'yes' : 'no')
  return servePage(request, context.get(clientContext)?.sender)
}

/** Identifies the sender of a signed callback. Unsigned callbacks count toward their IP's limit and fail later. */
export async function identifySender(request: Request, context: Context): Promise<void> {
  if (!context.get(incomingContext)) return
  const { senderOf } = await connectOrRefuse(context)
  const sender = await senderOf?.(request, context.get(requestInfoContext).clientIp)
  if (sender !== undefined) context.set(clientContext, { name: `sender ${sender}`, priority: 'member', sender })
}
