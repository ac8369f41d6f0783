import { href, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import {
  type FormMessage,
  notOffered,
  redisplayForm,
  requestFailures,
  respondToFailure,
} from '~/forms/form-responses.server'
import { type ReadFormResult, readForm } from '~/forms/read-form.server'
import { i18nFor } from '~/i18n/catalogue.server'
import type { MessageKey } from '~/i18n/i18n'
import { type Flash, redirectWithFlash } from '~/server/cookies/flash.server'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import { type PageUpstream, responseOrThrow, upstreamContext } from '~/server/upstream/for-pages.server'
import {
  type BreakLength,
  breakLengths,
  changeLimits,
  defaultLimits,
  type ExclusionLength,
  exclusionLengths,
  type LimitPeriod,
  limitPeriods,
  type PlayLimits,
  type PlayLimitsChange,
  raiseConfirmableMs,
  raiseDelayMs,
  realityMinutes,
  runningExclusion,
} from '~/upstream/contract/play-limits'
import type { OutcomeOf } from '~/upstream/outcome'
import { limitsSectionHref } from '~/values/addresses/page-sections'
import { hrefWithQuery } from '~/values/addresses/with-query'
import { minDeposit, parseAmount, type Won } from '~/values/amount'
import { changeLimitsUnlessDue, realityCheckDue } from '../reality-check.server'

type Context = Readonly<RouterContextProvider>

/** The limits as the page shows them, amounts in won, dates in ISO 8601. */
export type LimitsView = Extract<Awaited<ReturnType<typeof loadLimits>>, { kind: 'kept' }>

/**
 * Loads the limits, and the question of the query: `?ask=break&break=7d` or `?ask=exclude&exclude=6m`.
 *
 * @returns null when nobody keeps limits.
 */
export async function loadLimits(upstream: PageUpstream, query: URLSearchParams) {
  const outcome = await upstream.callOptionalOnce('get-play-limits')
  if (outcome.kind === 'unsupported') return null
  if (outcome.kind === 'failed') return outcome
  const { limits, keptBy } = outcome.response
  const now = new Date()
  const lengths = longerEnds(limits, now)
  const kind = exclusionKinds.find((name) => name === query.get('ask'))
  const chosen = kind && lengths[kind].find(({ length }) => length === query.get(kind))
  return {
    kind: 'kept' as const,
    deposits: limitPeriods.map((period) => {
      const { [period]: used = 0 } = limits.used
      return { period, limit: limits.deposit[period], used }
    }),
    pending: limits.pending.map(({ name, value, from }) => ({
      period: name,
      current: limits.deposit[name],
      value,
      from,
      isReady: Date.parse(from) <= now.getTime(),
      until: new Date(Date.parse(from) + raiseConfirmableMs).toISOString(),
    })),
    reality: limits.reality,
    realityMinutes,
    exclusion: runningExclusion(limits, now) ?? null,
    lengths,
    isKeptBySite: keptBy === 'site',
    question: kind && chosen ? { kind, ...chosen } : null,
    /** The form of this kind was sent without a choice, or with one that ends before what runs. */
    invalidLength: kind && !chosen ? { kind, message: lengthError(query.get(kind)) } : null,
  }
}

/** The lengths that end later than what runs already, each with its end if it starts now. */
function longerEnds(limits: PlayLimits, now: Date) {
  const runsUntil = Date.parse(runningExclusion(limits, now)?.until ?? '') || 0
  const { breakUntil, excludedUntil } = limits
  const current = { ...defaultLimits, breakUntil, excludedUntil }
  const endOf = {
    break: (length: BreakLength) => changeLimits(current, { break: length }, now).breakUntil,
    exclude: (length: ExclusionLength) => changeLimits(current, { exclude: length }, now).excludedUntil,
  }
  const isLonger = ({ until }: { until: string }) => Date.parse(until) > runsUntil
  return {
    break: breakLengths.map((length) => ({ length, until: endOf.break(length) ?? '' })).filter(isLonger),
    exclude: exclusionLengths.map((length) => ({ length, until: endOf.exclude(length) ?? '' })).filter(isLonger),
  }
}

const exclusionKinds = ['break', 'exclude'] as const
export type ExclusionKind = (typeof exclusionKinds)[number]

function lengthError(chosen: string | null): MessageKey {
  const isLength = [...breakLengths, ...exclusionLengths].some((length) => length === chosen)
  return isLength ? 'limits.length.shorter' : 'limits.length.missing'
}

/** A limit as a person types it, in won; null for an empty field: no limit. */
const limitField = z.string().transform((submitted, context): Won | null => {
  if (submitted.trim() === '') return null
  const won = parseAmount(submitted)
  if (won !== undefined) return won
  context.addIssue({ code: 'custom', message: 'limits.amount.wrong' })
  return z.NEVER
})

const realityField = z
  .enum([...realityMinutes.map((minutes) => `${minutes}` as const), 'none'], 'field.unreadable')
  .transform((chosen) => realityMinutes.find((minutes) => `${minutes}` === chosen) ?? null)

/** The limits as the form showed them, by period: another page may have changed them since. */
const shownField = z
  .string()
  .regex(/^\d{0,16}(,\d{0,16}){2}$/, 'field.unreadable')
  .transform((text) => {
    const shown = text.split(',').map((won) => (won === '' ? null : Number(won)))
    return Object.fromEntries(limitPeriods.map((period, index) => [period, shown[index] ?? null]))
  })

/** The forms about limits. In `limits` a field that is missing changes nothing. */
const limitsForm = z.discriminatedUnion('intent', [
  z.strictObject({
    intent: z.literal('limits'),
    shown: shownField.optional(),
    day: limitField.optional(),
    week: limitField.optional(),
    month: limitField.optional(),
    reality: realityField.optional(),
  }),
  z.strictObject({
    intent: z.enum(['limits-confirm', 'limits-cancel']),
    period: z.enum(limitPeriods, 'field.unreadable'),
  }),
  z.strictObject({ intent: z.literal('break'), break: z.enum(breakLengths, 'limits.length.missing') }),
  z.strictObject({ intent: z.literal('exclude'), exclude: z.enum(exclusionLengths, 'limits.length.missing') }),
])
type LimitsForm = z.output<typeof limitsForm>
type Submitted = Pick<ReadFormResult<unknown>, 'submitted'>

/**
 * Answers a form about limits.
 *
 * @throws the page of a dead session or of an upstream failure.
 */
export async function changePlayLimits(context: Context, posted: FormData) {
  const form = readForm(posted, limitsForm)
  if (form.kind === 'invalid') {
    const known = await context.get(upstreamContext).callOptionalOnce('get-play-limits')
    const current = known.kind === 'done' ? known.response.limits : undefined
    return redisplayForm(form, tooLowError(context, form.submitted, current))
  }
  const { values } = form
  switch (values.intent) {
    case 'limits':
      return saveLimits(context, form, values)
    case 'limits-confirm':
    case 'limits-cancel':
      return answerPending(context, form, values)
    case 'break':
      return startExclusion(context, form, 'break', values.break, 'limits.break.done')
    case 'exclude':
      return startExclusion(context, form, 'exclude', values.exclude, 'limits.exclusion.done')
    default:
      return values satisfies never
  }
}

/** Starts a break or self-exclusion. One that ends before what runs already changes nothing, and the page says so. */
async function startExclusion(
  context: Context,
  form: Submitted,
  kind: ExclusionKind,
  length: BreakLength | ExclusionLength,
  message: 'limits.break.done' | 'limits.exclusion.done',
) {
  const known = await context.get(upstreamContext).callOptionalOnce('get-play-limits')
  const isShorter =
    known.kind === 'done' && !longerEnds(known.response.limits, new Date())[kind].some((end) => end.length === length)
  if (isShorter) return redisplayForm(form, { fields: { [kind]: ['limits.length.shorter'] } })
  return setLimits(context, form, { [kind]: length }, () => ({ kind: 'success', message }))
}

/** Sends the fields that differ from what the form showed, or without that from the limits that act. */
async function saveLimits(context: Context, form: Submitted, values: Extract<LimitsForm, { intent: 'limits' }>) {
  const limits = await readLimits(context)
  if (!limits) return redisplayForm(form, notOffered)
  const tooLow = tooLowError(context, form.submitted, limits)
  if (tooLow) return redisplayForm(form, tooLow)
  const shown = values.shown ?? limits.deposit
  const deposit: PlayLimitsChange['deposit'] = Object.fromEntries(
    limitPeriods
      // A limit that could not be read is shown as an empty field.
      .filter((period) => values[period] !== undefined && values[period] !== (shown[period] ?? null))
      .map((period) => [period, values[period]]),
  )
  const hasDeposit = Object.keys(deposit).length > 0
  const hasReality = values.reality !== undefined && values.reality !== limits.reality
  if (!hasDeposit && !hasReality)
    return redirectWithFlash(limitsSectionHref, { kind: 'info', message: 'limits.unchanged' })
  const change = { ...(hasDeposit ? { deposit } : {}), ...(hasReality ? { reality: values.reality } : {}) }
  return setLimits(context, form, change, (saved) => {
    const changed = limitPeriods.filter((period) => period in deposit)
    const waiting = changed.filter((period) => saved.deposit[period] !== deposit[period])
    if (waiting.length === 0) return { kind: 'success', message: 'limits.saved' }
    const isPartly = waiting.length < changed.length || hasReality
    return raiseWaits(isPartly ? 'limits.saved.partly' : 'limits.saved.waiting', saved, waiting)
  })
}

/** What the form says of submitted limits that are too low for any deposit. One that acts already may stay as it is. */
function tooLowError(
  context: Context,
  submitted: Record<string, string>,
  current: PlayLimits | undefined,
): FormMessage | undefined {
  const tooLow = limitPeriods.filter((period) => {
    const won = parseAmount(submitted[period] ?? '')
    return won !== undefined && won > 0 && won < minDeposit && won !== current?.deposit[period]
  })
  if (tooLow.length === 0) return undefined
  const fields = Object.fromEntries(tooLow.map((period) => [period, ['limits.amount.tooLow' as const]]))
  const { won } = i18nFor(context.get(requestInfoContext).locale)
  return { fields, values: { min: won(minDeposit) } }
}

/** Confirms a raise by asking for it again, or ends it by asking for the current limit. */
async function answerPending(
  context: Context,
  form: Submitted,
  { intent, period }: Extract<LimitsForm, { period: LimitPeriod }>,
) {
  const limits = await readLimits(context)
  if (!limits) return redisplayForm(form, notOffered)
  const raise = limits.pending.find(({ name }) => name === period)
  const value = intent === 'limits-cancel' ? limits.deposit[period] : raise?.value
  // Gone, or nobody can say what it would be.
  if (!raise || value === undefined) throw redirect(limitsSectionHref, 303)
  const change = { deposit: { [period]: value } }
  if (intent === 'limits-cancel')
    return setLimits(context, form, change, () => ({ kind: 'success', message: 'limits.cancelled' }))
  return setLimits(context, form, change, (saved) =>
    saved.deposit[period] === value
      ? { kind: 'success', message: 'limits.saved' }
      : raiseWaits('limits.saved.waiting', saved, [period]),
  )
}

/** Says from when on the raises of these periods can be confirmed: from the last of their dates. */
function raiseWaits(
  message: 'limits.saved.partly' | 'limits.saved.waiting',
  { pending }: PlayLimits,
  periods: readonly LimitPeriod[],
): Flash {
  const dates = pending.filter(({ name }) => periods.includes(name)).map(({ from }) => Date.parse(from))
  const last = dates.length > 0 ? Math.max(...dates) : Date.now() + raiseDelayMs
  return { kind: 'info', message, values: { from: new Date(last).toISOString() } }
}

async function setLimits(
  context: Context,
  form: Submitted,
  change: PlayLimitsChange,
  flashFor: (saved: PlayLimits) => Flash,
) {
  const outcome = await changeLimitsUnlessDue(context, change)
  if (outcome.kind === 'reality-check-due' || (await keepsInterval(context, change, outcome))) {
    const check = hrefWithQuery(href('/reality-check'), { next: limitsSectionHref })
    return redirectWithFlash(check, { kind: 'info', message: 'limits.reality.due' })
  }
  // A break or self-exclusion that runs is shown at the top of the page.
  const next = change.break || change.exclude ? href('/user') : limitsSectionHref
  if (outcome.kind === 'done') return redirectWithFlash(next, flashFor(outcome.response.limits))
  return respondToFailure(context, form, outcome, {
    refused: { other: 'limits.failed' },
    unknown: 'limits.unknown',
    pages: [...requestFailures, 'limited'],
  })
}

/** Whether a change was made without its interval, because a reality check is due. */
async function keepsInterval(
  context: Context,
  { reality }: PlayLimitsChange,
  outcome: OutcomeOf<'get-play-limits' | 'set-play-limits'>,
): Promise<boolean> {
  if (reality === undefined || outcome.kind !== 'done' || outcome.response.limits.reality === reality) return false
  return (await realityCheckDue(context, outcome.response.limits)) !== undefined
}

/**
 * @returns undefined when nobody keeps limits.
 * @throws the error page when the limits cannot be read: without them nobody knows what a form changes.
 */
async function readLimits(context: Context): Promise<PlayLimits | undefined> {
  const upstream = context.get(upstreamContext)
  const outcome = await upstream.call('get-play-limits', {})
  return outcome.kind === 'unsupported' ? undefined : responseOrThrow('get-play-limits', outcome, upstream).limits
}
