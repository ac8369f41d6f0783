import { redirect } from 'react-router'
import { formOf } from '~/http/body.server'
import { pathOnSite } from '~/http/next.server'
import { hidePopup } from '~/http/preferences.server'
import type { Route } from './+types/popup'

/** The longest id of a pop-up that is worth a cookie. */
const idxCharactersMax = 128

/** Hides a notice pop-up on this browser for 8 hours. */
export function action({ context }: Route.ActionArgs) {
  const form = formOf(context)
  const idx = form.get('idx')
  if (typeof idx === 'string' && idx !== '' && idx.length <= idxCharactersMax) hidePopup(context, idx)
  return redirect(pathOnSite(form.get('next')) ?? '/', 303)
}

/** Nothing stands here; a member who comes by a link is sent home. */
export function loader() {
  return redirect('/', 303)
}
