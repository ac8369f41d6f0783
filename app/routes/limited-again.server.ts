import type { RouterContextProvider } from 'react-router'
import { redisplay } from '~/forms/redisplay.server'
import { sendHeader } from '~/http/answer.server'
import { visitContext } from '~/http/visit.server'
import { serverWords } from '~/i18n/catalogue.server'
import { limitedWait } from '~/shell/limited-wait'

/**
 * Shows a rate-limited form again (429) with what was typed and how long to wait, whether the site or the upstream set
 * the limit.
 *
 * @param problem the key of a message with the placeholder `wait`.
 */
export function limitedAgain(
  context: Readonly<RouterContextProvider>,
  form: Parameters<typeof redisplay>[0],
  problem: 'form.limited' | 'form.notTaken' | 'help.limited',
  waitSeconds: number,
) {
  sendHeader(context, 'Retry-After', String(waitSeconds))
  const wait = limitedWait(serverWords(context.get(visitContext).locale), waitSeconds)
  return redisplay(form, 429, problem, { wait })
}
