import { href, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { redisplayForm, respondToFailure } from '~/forms/form-responses.server'
import { readForm } from '~/forms/read-form.server'
import { limitPeriods } from '~/limits/names'
import { formatSetCookie, sendCookie } from '~/server/cookies/cookie.server'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import { getForm } from '~/server/middleware/body.server'
import type { Query } from '~/server/request-info/query.server'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import { memberTagsIn } from '~/server/session/member-tag.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'
import type { PlayLimits } from '~/upstream/contract/play-limits'
import { hrefWithQuery } from '~/values/addresses'
import { days, toSeconds } from '~/values/durations'
import { flashOfSaved, limitField, limitsFailures, tooLowError } from './change.server'

/**
 * The question before a member's first deposit: a limit, or none. A member who wants none confirms it; this browser
 * then remembers it. Source: UKGC RTS 12A.
 */

type Context = Readonly<RouterContextProvider>

export type DepositQuestionStep = 'ask' | 'set' | 'sure'

const cookieName = 'no_limit'
const rememberedForSeconds = toSeconds(days(365))

/** Finds a member's step in the question; null when it is answered or limits are not supported. */
export async function loadDepositQuestion(context: Context, query: Query): Promise<DepositQuestionStep | null> {
  const answer = context.get(requestInfoContext).cookies.get(cookieName)
  if (answer !== undefined && memberTagsIn(context).includes(answer)) return null
  const outcome = await context.get(upstreamContext).callOptionalOnce('get-play-limits')
  if (outcome.kind !== 'done' || hasLimit(outcome.response.limits)) return null
  return (['set', 'sure'] as const).find((step) => step === query.limit) ?? 'ask'
}

/** An unreadable limit counts as one. */
function hasLimit({ deposit }: PlayLimits): boolean {
  return limitPeriods.some((period) => deposit[period] !== null)
}

const questionForm = z.discriminatedUnion('intent', [
  z.strictObject({ intent: z.literal('limit'), day: limitField, week: limitField, month: limitField }),
  z.strictObject({ intent: z.literal('no-limit'), sure: z.literal('on').optional() }),
])

/** Answers the question: sets a limit, asks for confirmation that none is wanted, or remembers that. */
export async function answerDepositQuestion(context: Context) {
  const form = readForm(getForm(context), questionForm)
  if (form.kind === 'invalid') return redisplayForm(form, tooLowError(context, form.submitted, undefined))
  const { values } = form
  if (values.intent === 'no-limit') {
    if (!values.sure) return redirect(hrefWithQuery(href('/deposit'), { limit: 'sure' }), 303)
    const [tag] = memberTagsIn(context)
    if (tag) sendCookie(context, formatSetCookie(cookieName, tag, rememberedForSeconds))
    return redirectWithFlash(href('/deposit'), { kind: 'info', message: 'limits.question.kept' })
  }
  const tooLow = tooLowError(context, form.submitted, undefined)
  if (tooLow) return redisplayForm(form, tooLow)
  const { day, week, month } = values
  const chosen = Object.entries({ day, week, month }).filter(([, limit]) => limit !== null)
  if (chosen.length === 0) return redisplayForm(form, { fields: { day: ['limits.question.empty'] } })
  const outcome = await context.get(upstreamContext).call('set-play-limits', { deposit: Object.fromEntries(chosen) })
  if (outcome.kind === 'done')
    return redirectWithFlash(href('/deposit'), flashOfSaved(outcome.response.limits, Object.fromEntries(chosen)))
  return respondToFailure(context, form, outcome, limitsFailures)
}
