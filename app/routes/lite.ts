import { redirect } from 'react-router'
import { sendCookie } from '~/http/answer.server'
import { formOf } from '~/http/body.server'
import { pathOnSite } from '~/http/next.server'
import { preferenceLine } from '~/http/preferences.server'
import type { Route } from './+types/lite'

/** Keeps pages without script, or with it, for a year. */
export function action({ context }: Route.ActionArgs) {
  const form = formOf(context)
  const lite = form.get('lite')
  if (lite === 'on' || lite === 'off') sendCookie(context, preferenceLine('lite', lite))
  return redirect(pathOnSite(form.get('next')) ?? '/', 303)
}

/** Nothing stands here; a member who comes by a link is sent home. */
export function loader() {
  return redirect('/', 303)
}
