import type { RouterContextProvider } from 'react-router'
import type { FormMessage } from '~/forms/form-responses.server'
import { i18nFor } from '~/i18n/catalogue.server'
import { formatWholeMinutes } from '~/i18n/wait'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import { toSeconds } from '~/values/durations'

/** What a form says whose code, or password, an upstream refused. */
export function factorRefusals(context: Readonly<RouterContextProvider>) {
  const wait = ({ waitMs = 0 }: { waitMs?: number }): FormMessage => {
    const time = formatWholeMinutes(i18nFor(context.get(requestInfoContext).locale), Math.max(1, toSeconds(waitMs)))
    return { problem: 'security.code.wait', values: { time } }
  }
  return {
    otp_wrong: { fields: { otp: ['security.code.wrong'] } } satisfies FormMessage,
    ticket_old: { problem: 'security.factor.over' } satisfies FormMessage,
    wait,
  }
}
