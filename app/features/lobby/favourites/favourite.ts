import { data, href, redirect } from 'react-router'
import { z } from 'zod'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import { getField, getForm } from '~/server/middleware/body.server'
import { isDataRequest } from '~/server/middleware/route.server'
import { readQuery } from '~/server/request-info/query.server'
import { problemResponse, upstreamContext } from '~/server/upstream/page-upstream.server'
import { clientActionOr } from '~/session/site-response'
import { pathOnSite } from '~/values/addresses'
import { gameAnchor } from '../launch/href'
import type { Route } from './+types/favourite'
import { setFavourite } from './load.server'
import { gameIdSchema } from './member-games.server'
import { favouriteMessages } from './use-favourites'

const favouriteSchema = gameIdSchema.extend({ on: z.enum(['yes', 'no']) })

/**
 * Adds or removes a favourite. A list has a single form, and each button's URL contains the fields. Without JavaScript,
 * the browser returns to the game in the list.
 */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = getForm(context)
  const query = readQuery(url)
  const read = (name: 'company' | 'code' | 'on') => getField(form, name) ?? query[name]
  const favourite = favouriteSchema.safeParse({ company: read('company'), code: read('code'), on: read('on') })
  if (!favourite.success) throw data({ problem: 'bad-request' }, { status: 400 })
  const { on, ...game } = favourite.data
  const isStored = await setFavourite(request, context, game, on === 'yes')
  if (isDataRequest(request)) return data({ isStored }, { status: isStored ? 200 : 503 })
  if (!isStored) throw problemResponse({ problem: 'unavailable', reference: context.get(upstreamContext).reference })
  const next = pathOnSite(getField(form, 'next')) ?? href('/slot')
  const message = favouriteMessages[on]
  return redirectWithFlash(`${next.replace(/#.*/, '')}#${gameAnchor(game)}`, { kind: 'success', message })
}

/** If the response is lost, the favourite counts as not stored, and the page stays. */
export const clientAction = clientActionOr(() => data({ isStored: false }, { status: 503 }))

/** The route has no page, so a GET is redirected to the slots. */
export const loader = () => redirect(href('/slot'), 303)

/** Never rendered. The default export makes this a page route, so that errors get an HTML page. */
export default function NoPage() {
  return null
}
