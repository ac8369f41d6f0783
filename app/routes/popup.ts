import { data, redirect } from 'react-router'
import { fieldOf, formOf } from '~/http/body.server'
import { hidePopup } from '~/http/preferences.server'
import { pathOnSite } from '~/paths/path-on-site'
import type { Route } from './+types/popup'

/** Pop-ups with a longer id can't be hidden: the id becomes part of a cookie. */
const idxCharactersMax = 128

/** Hides a notice pop-up on this browser for 8 hours. */
export function action({ context }: Route.ActionArgs) {
  const form = formOf(context)
  const idx = fieldOf(form, 'idx')
  if (!idx || idx.length > idxCharactersMax) throw data({ problem: 'bad-request' }, { status: 400 })
  hidePopup(context, idx)
  return redirect(pathOnSite(fieldOf(form, 'next')) ?? '/', 303)
}

/** There is no page here: a GET is redirected to home. */
export function loader() {
  return redirect('/', 303)
}

/** Never rendered. A default export makes this a page route, so that errors are answered with an HTML page. */
export default function Nothing() {
  return null
}
