import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { upstreamFetchContext } from '~/upstream/client.server'

/**
 * The embedded house's own pages (a game, a payment, callbacks, the desk): the request goes on untouched, because the
 * house is a third party to the site. With a real upstream there are none.
 */
async function toHouse({ request, context }: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
  const fetch = context.get(upstreamFetchContext)
  if (!fetch) return new Response('Not found\n', { status: 404 })
  return fetch(request)
}

export const loader = toHouse
export const action = toHouse
