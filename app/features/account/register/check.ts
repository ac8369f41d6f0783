import { readForm } from '~/forms/read-form.server'
import { getForm } from '~/server/middleware/body.server'
import type { RouteHandle } from '~/server/middleware/route.server'
import { apiError } from '~/server/responses/refusal.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'
import type { Route } from './+types/check'
import { askAvailability, checkedField, type FieldCheckResult, isTaken, registerForm } from './register.server'

export const handle = { kind: 'api' } satisfies RouteHandle

export function loader({ context }: Route.LoaderArgs) {
  return apiError(context, 'method_not_allowed', { headers: { Allow: 'POST' } })
}

/** Checks one field by the form's rules. Responds with 503 if the upstream fails, or 204 if it has no such check. */
export async function action({ context }: Route.ActionArgs): Promise<Response> {
  const posted = getForm(context)
  const respond = (error: string | null) =>
    Response.json({ error } satisfies FieldCheckResult, { headers: { 'Cache-Control': 'no-store' } })
  const name = checkedField.safeParse(posted.get('field')).data
  if (name === undefined) return apiError(context, 'invalid_payload')
  const form = readForm(posted, registerForm)
  const [error] = (form.kind === 'invalid' && form.fields[name]) || []
  if (error !== undefined || (name !== 'id' && name !== 'nick')) return respond(error ?? null)
  const outcome = await askAvailability(context.get(upstreamContext), name, String(posted.get(name)))
  if (isTaken(outcome)) return respond(`register.${name}.taken`)
  if (outcome.kind === 'done') return respond(null)
  if (outcome.kind === 'unsupported') return new Response(null, { status: 204 })
  if (outcome.kind !== 'limited') return apiError(context, 'unavailable')
  return apiError(context, 'limited', { retryAfterSeconds: outcome.retryAfterSeconds })
}
