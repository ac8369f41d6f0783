import type { I18n, MessageKey } from '~/i18n/i18n'
import { breakLengths, exclusionLengths, type LimitSlot, limitKinds, limitSlots, realityMinutes } from '~/limits/names'
import { longerLengths, raiseConfirmableMs, runningExclusion } from '~/limits/rules'
import type { Query } from '~/server/request-info/query.server'
import type { PageUpstream } from '~/server/upstream/page-upstream.server'
import type { PlayLimits } from '~/upstream/contract/play-limits'

/** The limits as the page shows them. Amounts are in won, and dates in ISO 8601. */
export type LimitsView = Extract<Awaited<ReturnType<typeof loadLimits>>, { kind: 'kept' }>

/** Loads the limits, and the question in a query such as `?ask=break&break=7d`. @returns null if not supported */
export async function loadLimits(upstream: PageUpstream, query: Query, i18n: I18n) {
  const outcome = await upstream.callOptionalOnce('get-play-limits')
  if (outcome.kind === 'unsupported') return null
  if (outcome.kind === 'failed') return outcome
  const { limits, keptBy } = outcome.response
  const now = new Date()
  const lengths = longerLengths(limits, now)
  const kind = exclusionKinds.find((name) => name === query.ask)
  const chosen = kind && lengths[kind].find(({ length }) => length === query[kind])
  return {
    kind: 'kept' as const,
    groups: limitKinds
      .filter((kind) => limits[kind])
      .map((kind) => ({
        kind,
        openText: kind === 'loss' ? openTextOf(limits, i18n) : '',
        slots: limitSlots
          .filter((slot) => slot.kind === kind)
          .map((slot) => ({ ...slot, limit: limitOf(limits, slot), used: usedOf(limits, slot) })),
      })),
    pending: limits.pending.flatMap(({ name, value, from }) => {
      const slot = limitSlots.find((candidate) => candidate.name === name && limits[candidate.kind])
      if (!slot) return []
      const isReady = Date.parse(from) <= now.getTime()
      const until = new Date(Date.parse(from) + raiseConfirmableMs).toISOString()
      return [{ ...slot, current: limitOf(limits, slot), value, from, isReady, until }]
    }),
    reality: limits.reality,
    realityMinutes,
    exclusion: runningExclusion(limits, now) ?? null,
    lengths,
    isKeptBySite: keptBy === 'site',
    question: kind && chosen ? { kind, ...chosen } : null,
    /** Set if no duration was chosen, or if the exclusion would end before the current one. */
    invalidLength: kind && !chosen ? { kind, message: lengthError(query[kind]) } : null,
  }
}

/** Returns a limit in won or minutes, null if there is no limit, or undefined if it is unreadable. */
export function limitOf(limits: PlayLimits, { kind, period }: LimitSlot): number | null | undefined {
  const ofKind = limits[kind]
  return ofKind ? ofKind[period] : null
}

function usedOf({ used, lossUsed, timeUsed }: PlayLimits, { kind, period }: LimitSlot) {
  const { [period]: amount = 0 } = { deposit: used, loss: lossUsed ?? {}, time: timeUsed ?? {} }[kind]
  return amount
}

/** Describes how much of the losses is in open bets, or returns ''. A week can include bets from the previous month. */
function openTextOf({ lossUsed, lossOpen }: PlayLimits, { t, won }: I18n): string {
  const open = Math.max(...limitSlots.map(({ period }) => (lossUsed?.[period] && lossOpen?.[period]) || 0))
  return open > 0 ? t('matches.open.included', { amount: won(open) }) : ''
}

const exclusionKinds = ['break', 'exclude'] as const
export type ExclusionKind = (typeof exclusionKinds)[number]

function lengthError(chosen: string | undefined): MessageKey {
  const isLength = [...breakLengths, ...exclusionLengths].some((length) => length === chosen)
  return isLength ? 'limits.length.shorter' : 'limits.length.missing'
}
