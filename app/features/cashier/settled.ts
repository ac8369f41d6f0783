import { href, redirect } from 'react-router'
import { getField, getForm } from '~/server/middleware/body.server'
import { isDataRequest } from '~/server/middleware/route.server'
import { clientActionOr } from '~/session/site-response'
import { dismissNews } from '~/transactions/settlement-news.server'
import { pathOnSite } from '~/values/addresses'
import { splitEntries } from '~/values/transaction'
import type { Route } from './+types/settled'

/** Dismisses notices about settled deposits and withdrawals. Without JavaScript, the browser returns to `next`. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = getForm(context)
  await dismissNews(context, splitEntries(getField(form, 'news')), Boolean(getField(form, 'here')))
  if (isDataRequest(request)) return null
  throw redirect(pathOnSite(getField(form, 'next')) ?? href('/'), 303)
}

/** If the response is lost, the page stays and shows the news again. */
export const clientAction = clientActionOr(() => null)

export const loader = () => redirect(href('/'), 303)

/** Never rendered. The default export makes this a page route, so that errors get an HTML page. */
export default function NoPage() {
  return null
}
