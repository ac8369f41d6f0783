import { redirect } from 'react-router'
import { sendCookie } from '~/http/answer.server'
import { formOf } from '~/http/body.server'
import { pathOnSite } from '~/http/next.server'
import { preferenceLine } from '~/http/preferences.server'
import type { Route } from './+types/theme'

/** Keeps dark, light or the system's own look for a year. */
export function action({ context }: Route.ActionArgs) {
  const form = formOf(context)
  const theme = form.get('theme')
  if (theme === 'dark' || theme === 'light' || theme === 'system') sendCookie(context, preferenceLine('theme', theme))
  return redirect(pathOnSite(form.get('next')) ?? '/', 303)
}

/** Nothing stands here; a member who comes by a link is sent home. */
export function loader() {
  return redirect('/', 303)
}
