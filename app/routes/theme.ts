import { data, redirect } from 'react-router'
import { sendCookie } from '~/http/answer.server'
import { fieldOf, formOf } from '~/http/body.server'
import { preferenceLine } from '~/http/preferences.server'
import { pathOnSite } from '~/paths/path-on-site'
import type { Route } from './+types/theme'

/** Keeps dark, light or the system's own look for a year. */
export function action({ context }: Route.ActionArgs) {
  const form = formOf(context)
  const theme = fieldOf(form, 'theme')
  if (theme !== 'dark' && theme !== 'light' && theme !== 'system')
    throw data({ problem: 'bad-request' }, { status: 400 })
  sendCookie(context, preferenceLine('theme', theme))
  return redirect(pathOnSite(fieldOf(form, 'next')) ?? '/', 303)
}

/** Nothing stands here; a member who comes by a link is sent home. */
export function loader() {
  return redirect('/', 303)
}

/** Never shown. With it this is a page to the framework, and what is refused gets an error page rather than bare JSON. */
export default function Nothing() {
  return null
}
