import { data, redirect } from 'react-router'
import { fieldOf, formOf } from '~/http/body.server'
import { hidePopup } from '~/http/preferences.server'
import { pathOnSite } from '~/paths/path-on-site'
import type { Route } from './+types/popup'

/** The longest id of a pop-up that is worth a cookie. */
const idxCharactersMax = 128

/** Hides a notice pop-up on this browser for 8 hours. */
export function action({ context }: Route.ActionArgs) {
  const form = formOf(context)
  const idx = fieldOf(form, 'idx')
  if (!idx || idx.length > idxCharactersMax) throw data({ problem: 'bad-request' }, { status: 400 })
  hidePopup(context, idx)
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
