import { data, redirect } from 'react-router'
import { sendCookie } from '~/http/answer.server'
import { fieldOf, formOf } from '~/http/body.server'
import { preferenceLine } from '~/http/preferences.server'
import { isLocale } from '~/i18n/locale'
import { pathOnSite } from '~/paths/path-on-site'
import type { Route } from './+types/language'

/** Keeps the language for a year and goes on to where the member was. */
export function action({ context }: Route.ActionArgs) {
  const form = formOf(context)
  const lng = fieldOf(form, 'lng')
  if (!isLocale(lng)) throw data({ problem: 'bad-request' }, { status: 400 })
  sendCookie(context, preferenceLine('lng', lng))
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
