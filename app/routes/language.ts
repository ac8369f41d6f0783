import { redirect } from 'react-router'
import { sendCookie } from '~/http/answer.server'
import { formOf } from '~/http/body.server'
import { pathOnSite } from '~/http/next.server'
import { preferenceLine } from '~/http/preferences.server'
import { isLocale } from '~/i18n/locale'
import type { Route } from './+types/language'

/** Keeps the language for a year and goes on to where the member was. A language that is none of ours changes nothing. */
export function action({ context }: Route.ActionArgs) {
  const form = formOf(context)
  const lng = form.get('lng')
  if (isLocale(lng)) sendCookie(context, preferenceLine('lng', lng))
  return redirect(pathOnSite(form.get('next')) ?? '/', 303)
}

/** Nothing stands here; a member who comes by a link is sent home. */
export function loader() {
  return redirect('/', 303)
}
