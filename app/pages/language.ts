import { data, redirect } from 'react-router'
import { getField, getForm } from '~/http/body.server'
import { preferenceCookieLine } from '~/http/preferences.server'
import { sendCookie } from '~/http/response-headers.server'
import { isLocale } from '~/i18n/locale'
import { pathOnSite } from '~/paths/path-on-site'
import type { Route } from './+types/language'

/** Stores the language in a cookie for a year and redirects to `next`. */
export function action({ context }: Route.ActionArgs) {
  const form = getForm(context)
  const lng = getField(form, 'lng')
  if (!isLocale(lng)) throw data({ problem: 'bad-request' }, { status: 400 })
  sendCookie(context, preferenceCookieLine('lng', lng))
  return redirect(pathOnSite(getField(form, 'next')) ?? '/', 303)
}

/** There is no page here: a GET is redirected to home. */
export function loader() {
  return redirect('/', 303)
}

/** Never rendered. A default export makes this a page route, so that errors are answered with an HTML page. */
export default function NoPage() {
  return null
}
