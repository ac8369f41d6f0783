import type { RouterContextProvider } from 'react-router'
import { redisplay } from '~/forms/redisplay.server'
import { sendHeader } from '~/http/answer.server'
import { visitContext } from '~/http/visit.server'
import { serverWords } from '~/i18n/catalogue.server'
import { limitedWait } from '~/shell/limited-wait'

/**
 * The same page again for a form that came too often (429), here or at the upstream: what was typed, and when it can be
 * sent.
 *
 * @param problem a message key whose `wait` says how long to wait.
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
