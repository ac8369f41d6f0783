import { data } from 'react-router'
import { z } from 'zod'
import { type FormMessage, respondToFailure } from '~/forms/form-responses.server'
import { limitPeriods } from '~/limits/names'
import { formatSetCookie, sendCookie } from '~/server/cookies/cookie.server'
import type { Context } from '~/server/http/incoming.server'
import { i18nOf, requestInfoContext } from '~/server/request-info/request-info.server'
import { memberTagsIn } from '~/server/session/member-tag.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'
import type { Won } from '~/values/amount'
import { days, toSeconds } from '~/values/durations'
import { limitField, limitsFailures, tooLowError } from './change-limits.server'

/**
 * Before the first deposit, members are asked whether to set a limit. The question is in the deposit form, after the
 * amount. Having no limit must be chosen explicitly, and the browser remembers that. Source: UKGC RTS 12A.
 */

const cookieName = 'no_limit'
const rememberedForSeconds = toSeconds(days(365))

/** Returns whether the member still has to answer the question. Returns false if limits are not supported. */
export async function isDepositQuestionDue(context: Context): Promise<boolean> {
  const answer = context.get(requestInfoContext).cookies.get(cookieName)
  if (answer !== undefined && memberTagsIn(context).includes(answer)) return false
  const outcome = await context.get(upstreamContext).callOptionalOnce('get-play-limits')
  if (outcome.kind !== 'done') return false
  const { deposit } = outcome.response.limits
  // Only null means that there is no limit. A limit that can't be read counts as a limit.
  return limitPeriods.every((period) => deposit[period] === null)
}

/** The question's fields in the deposit form. `question` marks a form that contains it. */
export const depositQuestionFields = {
  question: z.literal('on').optional(),
  limit: z.enum(['set', 'none'], 'limits.question.required').optional(),
  day: limitField.optional(),
  week: limitField.optional(),
  month: limitField.optional(),
}

type Answered = { values: z.output<z.ZodObject<typeof depositQuestionFields>>; submitted: Record<string, string> }

/**
 * Checks the answer, and stores it if the member wants no limit. @param amount the amount of the deposit, which each
 * limit must allow @returns the errors if the answer is missing or invalid
 */
export function checkDepositAnswer(context: Context, form: Answered, amount: Won): FormMessage | undefined {
  const { question, limit } = form.values
  if (!question) return undefined
  if (limit === undefined) return { fields: { limit: ['limits.question.required'] } }
  if (limit === 'none') {
    const [tag] = memberTagsIn(context)
    if (tag) sendCookie(context, formatSetCookie(cookieName, tag, rememberedForSeconds))
    return undefined
  }
  const tooLow = tooLowError(context, form.submitted, undefined)
  if (tooLow) return tooLow
  const chosen = chosenLimits(form)
  if (chosen.length === 0) return { fields: { day: ['limits.question.empty'] } }
  const belowAmount = chosen.filter(([, won]) => won !== null && won < amount)
  if (belowAmount.length > 0) {
    const { won } = i18nOf(context)
    const fields = Object.fromEntries(belowAmount.map(([period]) => [period, ['limits.question.tooLow' as const]]))
    return { fields, values: { amount: won(amount) } }
  }
  return undefined
}

function chosenLimits({ values: { question, limit, day = null, week = null, month = null } }: Answered) {
  if (!question || limit !== 'set') return []
  return Object.entries({ day, week, month }).filter(([, won]) => won !== null)
}

/** Sets the chosen limits just before the deposit, because a raise takes a day. @returns the form if that fails */
export async function setFirstLimits(context: Context, form: Answered & { values: { code: string } }) {
  const chosen = chosenLimits(form)
  if (chosen.length === 0) return undefined
  const outcome = await context.get(upstreamContext).call('set-play-limits', { deposit: Object.fromEntries(chosen) })
  if (outcome.kind === 'done') return undefined
  const response = await respondToFailure(context, form, outcome, limitsFailures)
  // The deposit was not sent, so its form keeps the request code.
  return data({ ...response.data, code: form.values.code }, response.init ?? undefined)
}
