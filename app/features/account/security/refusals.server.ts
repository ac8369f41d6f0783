import type { FormMessage } from '~/forms/form-responses.server'
import { formatWholeMinutes } from '~/i18n/format-wait'
import type { Context } from '~/server/http/incoming.server'
import { i18nOf } from '~/server/request-info/request-info.server'
import { toSeconds } from '~/values/durations'

export function factorRefusals(context: Context) {
  return {
    otp_wrong: { fields: { otp: ['security.code.wrong'] } } satisfies FormMessage,
    ticket_old: { problem: 'security.factor.over' } satisfies FormMessage,
    wait: waitRefusal(context, 'security.code.wait'),
  }
}

export function waitRefusal(context: Context, problem: 'security.code.wait' | 'security.data.wait') {
  const i18n = i18nOf(context)
  return ({ waitMs = 0 }: { waitMs?: number }): FormMessage => ({
    problem,
    values: { time: formatWholeMinutes(i18n, Math.max(1, toSeconds(waitMs))) },
  })
}
