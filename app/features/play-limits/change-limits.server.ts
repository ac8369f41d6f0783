import { href, redirect } from 'react-router'
import { z } from 'zod'
import { notOffered, redisplayForm, requestFailures, respondToFailure } from '~/forms/form-responses.server'
import { type ReadFormResult, readForm, typedAmount } from '~/forms/read-form.server'
import type { MessageKey } from '~/i18n/i18n'
import {
  type BreakLength,
  breakLengths,
  type ExclusionLength,
  exclusionLengths,
  type LimitName,
  type LimitSlot,
  limitPeriods,
  limitSlots,
  longestMinutes,
  realityMinutes,
} from '~/limits/names'
import { changesCheckInterval, longerLengths, raiseDelayMs } from '~/limits/rules'
import type { PlayLimitsChange } from '~/limits/schemas'
import { type Flash, redirectWithFlash } from '~/server/cookies/flash.server'
import type { Context } from '~/server/http/incoming.server'
import { i18nOf } from '~/server/request-info/request-info.server'
import { responseOrThrow, upstreamContext } from '~/server/upstream/page-upstream.server'
import type { PlayLimits } from '~/upstream/contract/play-limits'
import { hrefWithQuery, limitsSectionHref } from '~/values/addresses'
import { minDeposit, parseAmount } from '~/values/amount'
import { changeLimitsUnlessDue, realityCheckDue } from './reality-check.server'
import { type ExclusionKind, limitOf } from './view.server'

/** Returns a schema for a limit that the member enters. An empty field becomes null, which means no limit. */
const typedLimit = (message: MessageKey, most = Number.POSITIVE_INFINITY) =>
  typedAmount(null, message).refine((limit) => limit === null || limit <= most, message)

export const limitField = typedLimit('limits.amount.wrong')

const fieldOf = ({ kind, period }: LimitSlot) =>
  kind === 'time' ? typedLimit(`limits.time.wrong.${period}`, longestMinutes[period]) : limitField
const limitFields = Object.fromEntries(limitSlots.map((slot) => [slot.name, fieldOf(slot).optional()])) as Record<
  LimitName,
  z.ZodOptional<typeof limitField>
>

const realityField = z
  .enum([...realityMinutes.map((minutes) => `${minutes}` as const), 'none'], 'field.unreadable')
  .transform((chosen) => realityMinutes.find((minutes) => `${minutes}` === chosen) ?? null)

/** The limits as displayed in the form, in order. Another page may have changed them since. */
const shownField = z
  .string()
  .regex(/^\d{0,16}(,\d{0,16}){2,8}$/, 'field.unreadable')
  .transform((text) => text.split(',').map((limit) => (limit === '' ? null : Number(limit))))

/** The forms for limits. In the `limits` form, a missing field leaves its limit unchanged. */
const limitsForm = z.discriminatedUnion('intent', [
  z.strictObject({
    intent: z.literal('limits'),
    shown: shownField.optional(),
    ...limitFields,
    reality: realityField.optional(),
  }),
  z.strictObject({
    intent: z.enum(['limits-confirm', 'limits-cancel']),
    period: z.enum(
      limitSlots.map(({ name }) => name),
      'field.unreadable',
    ),
  }),
  z.strictObject({ intent: z.literal('break'), break: z.enum(breakLengths, 'limits.length.missing') }),
  z.strictObject({ intent: z.literal('exclusion-end') }),
  z.strictObject({ intent: z.literal('exclude'), exclude: z.enum(exclusionLengths, 'limits.length.missing') }),
])
type LimitsForm = z.output<typeof limitsForm>
type Submitted = Pick<ReadFormResult<unknown>, 'submitted'>

/** Handles a form for limits. @throws the error page for an ended session or an upstream failure */
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
      return startExclusion(context, form, 'break', values.break)
    case 'exclude':
      return startExclusion(context, form, 'exclude', values.exclude)
    case 'exclusion-end':
      // An outdated page may send this too early, or after a new self-exclusion has begun.
      return setLimits(context, form, { endExclusion: true }, ({ endsOnRequest, excludedUntil }) =>
        !endsOnRequest && excludedUntil && Date.parse(excludedUntil) > Date.now()
          ? { kind: 'success', message: 'limits.exclusion.ending' }
          : { kind: 'info', message: 'limits.unchanged' },
      )
    default:
      return values satisfies never
  }
}

/** Starts a break or self-exclusion. If it would end before the current one, nothing changes, and a message says so. */
async function startExclusion(
  context: Context,
  form: Submitted,
  kind: ExclusionKind,
  length: BreakLength | ExclusionLength,
) {
  const known = await context.get(upstreamContext).callOptionalOnce('get-play-limits')
  const isShorter =
    known.kind === 'done' &&
    !longerLengths(known.response.limits, new Date())[kind].some((end) => end.length === length)
  if (isShorter) return redisplayForm(form, { fields: { [kind]: ['limits.length.shorter'] } })
  const message = kind === 'break' ? 'limits.break.done' : 'limits.exclusion.done'
  return setLimits(context, form, { [kind]: length }, () => ({ kind: 'success', message }))
}

/** Saves the fields that differ from the displayed limits or, if those are missing, from the current limits. */
async function saveLimits(context: Context, form: Submitted, values: Extract<LimitsForm, { intent: 'limits' }>) {
  const limits = await readLimits(context)
  if (!limits) return redisplayForm(form, notOffered)
  const tooLow = tooLowError(context, form.submitted, limits)
  if (tooLow) return redisplayForm(form, tooLow)
  if (limitSlots.some(({ kind, name }) => !limits[kind] && values[name] !== undefined))
    return redisplayForm(form, notOffered)
  const offered = limitSlots.filter(({ kind }) => limits[kind])
  const changed = offered.filter((slot, index) => {
    const shown = (values.shown ? values.shown[index] : limitOf(limits, slot)) ?? null
    return values[slot.name] !== undefined && values[slot.name] !== shown
  })
  const hasReality = values.reality !== undefined && values.reality !== limits.reality
  if (changed.length === 0 && !hasReality)
    return redirectWithFlash(limitsSectionHref, { kind: 'info', message: 'limits.unchanged' })
  const change: PlayLimitsChange = hasReality ? { reality: values.reality } : {}
  for (const { kind, period, name } of changed) change[kind] = { ...change[kind], [period]: values[name] }
  const asked = Object.fromEntries(changed.map(({ name }) => [name, values[name]]))
  return setLimits(context, form, change, (saved) => flashOfSaved(saved, asked, hasReality))
}

/** Returns the error for deposit limits that are too low for any deposit. A limit that is already active may stay. */
export function tooLowError(context: Context, submitted: Record<string, string>, current: PlayLimits | undefined) {
  const tooLow = limitPeriods.filter((period) => {
    const won = parseAmount(submitted[period] ?? '')
    return won !== undefined && won > 0 && won < minDeposit && won !== current?.deposit[period]
  })
  if (tooLow.length === 0) return undefined
  const fields = Object.fromEntries(tooLow.map((period) => [period, ['limits.amount.tooLow' as const]]))
  const { won } = i18nOf(context)
  return { fields, values: { min: won(minDeposit) } }
}

/** Confirms a raise by requesting it again, or cancels it by requesting the current limit. */
async function answerPending(
  context: Context,
  form: Submitted,
  { intent, period: name }: Extract<LimitsForm, { period: LimitName }>,
) {
  const limits = await readLimits(context)
  if (!limits) return redisplayForm(form, notOffered)
  const raise = limits.pending.find((pending) => pending.name === name)
  const slot = limitSlots.find((candidate) => candidate.name === name)
  const value = slot && (intent === 'limits-cancel' ? limitOf(limits, slot) : raise?.value)
  // The form names no pending raise, or the amount of the raise is unknown.
  if (!raise || !slot || value === undefined) throw redirect(limitsSectionHref, 303)
  const change = { [slot.kind]: { [slot.period]: value } }
  if (intent === 'limits-cancel')
    return setLimits(context, form, change, () => ({ kind: 'success', message: 'limits.cancelled' }))
  return setLimits(context, form, change, (saved) => flashOfSaved(saved, { [name]: value }))
}

function flashOfSaved(
  saved: PlayLimits,
  asked: { readonly [Name in LimitName]?: number | null | undefined },
  isMoreSaved = false,
): Flash {
  const slots = limitSlots.filter(({ name }) => asked[name] !== undefined)
  const waiting = slots.filter((slot) => limitOf(saved, slot) !== asked[slot.name])
  if (waiting.length === 0) return { kind: 'success', message: 'limits.saved' }
  const raises = saved.pending.filter((raise) => waiting.some(({ name }) => name === raise.name))
  const last = Math.max(...raises.map(({ from }) => Date.parse(from)))
  const from = new Date(raises.length > 0 ? last : Date.now() + raiseDelayMs).toISOString()
  const isPartly = isMoreSaved || waiting.length < slots.length
  return { kind: 'info', message: isPartly ? 'limits.saved.partly' : 'limits.saved.waiting', values: { from } }
}

export const limitsFailures = {
  refused: { other: 'limits.failed' },
  unknown: 'limits.unknown',
  pages: [...requestFailures, 'limited'],
} as const

async function setLimits(
  context: Context,
  form: Submitted,
  change: PlayLimitsChange,
  flashFor: (saved: PlayLimits) => Flash,
) {
  const outcome = await changeLimitsUnlessDue(context, change)
  const saved = outcome.kind === 'done' ? outcome.response.limits : undefined
  // While a reality check is due, a new interval is ignored.
  const isIgnored = saved && changesCheckInterval(change, saved.reality) && (await realityCheckDue(context, saved))
  if (outcome.kind === 'reality-check-due' || isIgnored) {
    const check = hrefWithQuery(href('/reality-check'), { next: limitsSectionHref })
    return redirectWithFlash(check, { kind: 'info', message: 'limits.reality.due' })
  }
  // A current break or self-exclusion is shown at the top of the page.
  const next = change.break || change.exclude || change.endExclusion ? href('/user') : limitsSectionHref
  if (outcome.kind === 'done') return redirectWithFlash(next, flashFor(outcome.response.limits))
  return respondToFailure(context, form, outcome, limitsFailures)
}

/** @returns undefined if limits are not supported @throws the error page if the limits can't be read */
async function readLimits(context: Context): Promise<PlayLimits | undefined> {
  const upstream = context.get(upstreamContext)
  const outcome = await upstream.call('get-play-limits', {})
  return outcome.kind === 'unsupported' ? undefined : responseOrThrow('get-play-limits', outcome, upstream).limits
}
