import { apiError } from '~/server/errors/refusal.server'
import { getForm } from '~/server/steps/body.server'
import type { RouteHandle } from '~/server/steps/route.server'
import type { Route } from './+types/check'
import { checkField } from './register.server'

/** Checks one field of a registration for the page's script, by the rules of the form that is sent in the end. */

export const handle = { kind: 'api' } satisfies RouteHandle

export function loader({ context }: Route.LoaderArgs) {
  return apiError(context, 'method_not_allowed', { headers: { Allow: 'POST' } })
}

export function action({ context }: Route.ActionArgs) {
  return checkField(context, getForm(context))
}
