import { data, redirect } from 'react-router'
import { getField, getForm } from '~/http/body.server'
import { hidePopup } from '~/http/preferences.server'
import { pathOnSite } from '~/paths/path-on-site'
import type { Route } from './+types/hide-popup'

/** Pop-ups with a longer id can't be hidden: the id becomes part of a cookie. */
const maxIdxCharacters = 128

/** Hides a notice pop-up on this browser for 8 hours. */
export function action({ context }: Route.ActionArgs) {
  const form = getForm(context)
  const idx = getField(form, 'idx')
  if (!idx || idx.length > maxIdxCharacters) throw data({ problem: 'bad-request' }, { status: 400 })
  hidePopup(context, idx)
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
