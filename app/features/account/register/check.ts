import { getForm } from '~/server/middleware/body.server'
import type { RouteHandle } from '~/server/middleware/route.server'
import { apiError } from '~/server/responses/refusal.server'
import type { Route } from './+types/check'
import { checkField } from './register.server'

export const handle = { kind: 'api' } satisfies RouteHandle

export function loader({ context }: Route.LoaderArgs) {
  return apiError(context, 'method_not_allowed', { headers: { Allow: 'POST' } })
}

export function action({ context }: Route.ActionArgs) {
  return checkField(context, getForm(context))
}
