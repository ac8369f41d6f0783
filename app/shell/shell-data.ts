import type { SessionTimeLeft } from '~/api/session-time-left'
import type { LimitPeriod } from '~/upstream/contract/play-limits'

/** What the shell shows of a member. Sums in whole won; undefined when the upstream did not send it (shown as –). */
export type ShellMember = {
  userId: string
  nick?: string
  level?: number
  /** trunc(balance + in_balance). */
  totalWon?: number
  cashWon?: number
  inGameWon?: number
  compPoints?: number
  unreadNotes?: number
  unreadReplies?: number
}

/** What the shell shows of the member's play limits. Amounts in won, `until` in ISO 8601. */
export type ShellPlayLimits = {
  /** The deposit limit that leaves the least; null without a limit. */
  tightest: { period: LimitPeriod; limit: number; used: number; left: number } | null
  /** The break or self-exclusion that runs. */
  exclusion: { kind: 'break' | 'exclusion'; until: string } | null
}

/** A reality check that is due: since when the member plays (ISO 8601), and won staked and won back, if known. */
export type ShellRealityCheck = { from: string; minutes: number; staked?: number; won?: number }

/** One-time message for the next page; `message` is a key of locales/. */
export type Flash = {
  kind: 'success' | 'info' | 'warning' | 'error'
  message: string
  /** `amount` in won. */
  values?: { amount?: number; reference?: string; userId?: string }
}

/** Data from the root loader for the shell. Provider names are already in the language of the request. */
export type ShellData = {
  member: ShellMember | null
  /** Null for visitors, and where nobody keeps limits or they could not be read. */
  playLimits: ShellPlayLimits | null
  /** False for a member whose country is not served: they can neither play nor deposit. */
  isCountryServed: boolean
  /** How long the member's session still lasts; null without one. */
  sessionLeft: SessionTimeLeft | null
  flash: Flash | null
  providerNames: { casino: string[]; slot: string[]; sport: string[] }
  brand: { minimumAge: number; licence?: string }
}
