import type { RouterContextProvider } from 'react-router'
import { requestInfoContext } from '~/http/request-info.server'
import { sendHeader } from '~/http/response-headers.server'
import { i18nFor } from '~/i18n/catalogue.server'
import { formatRetryWait } from '~/i18n/retry-wait'
import { redisplayForm } from './redisplay.server'

/**
 * Shows a rate-limited form again (429) with what was typed and how long to wait, whether the site or the upstream set
 * the limit.
 *
 * @param problem the key of a message with the placeholder `wait`.
 */
export function redisplayLimited(
  context: Readonly<RouterContextProvider>,
  form: Parameters<typeof redisplayForm>[0],
  problem: 'form.limited' | 'form.notTaken' | 'help.limited',
  retryAfterSeconds: number,
) {
  sendHeader(context, 'Retry-After', String(retryAfterSeconds))
  const wait = formatRetryWait(i18nFor(context.get(requestInfoContext).locale), retryAfterSeconds)
  return redisplayForm(form, 429, problem, { wait })
}
