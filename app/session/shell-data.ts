import type { HelpLine } from '~/brand/brand.server'
import type { PlayLimitsSummary } from '~/limits/names'
import type { Won } from '~/values/amount'
import type { ParsedAmount } from '~/values/balance'
import type { Transaction } from '~/values/transaction'
import type { SessionTimeLeft } from './time-left'

/** Sums in whole won; a missing one is shown as –, an unreadable one as 0. */
export type ShellMember = {
  userId: string
  nick?: string
  level?: number
  /** trunc(balance + in_balance), without unreadable ones. */
  totalWon?: Won
  cashWon?: ParsedAmount
  inGameWon?: ParsedAmount
  compPoints?: ParsedAmount
  unreadNotes?: number
  unreadReplies?: number
}

export type PageFlash = {
  kind: 'success' | 'info' | 'warning' | 'error'
  message: string
  /** `amount` in won, `from` in ISO 8601; `company` and `code` name a game. */
  values?: { amount?: number; from?: string; reference?: string; userId?: string; company?: string; code?: string }
}

export type SettledTransaction = {
  transaction: Transaction
  /** Its entries in the cookie of pending transactions. */
  entries: string
}

export type ShellData = {
  member: ShellMember | null
  /** Null for visitors, and where limits are not supported or could not be read. */
  playLimits: PlayLimitsSummary | null
  helpLines: readonly HelpLine[]
  /** False where the request's country is not served: no registration, deposits or play from there. */
  isCountryServed: boolean
  /** How long the member's session still lasts; null without one. */
  sessionLeft: SessionTimeLeft | null
  flash: PageFlash | null
  settled: SettledTransaction[]
}

/** The footer's data, which changes only with the document. Provider names are in its language. */
export type FooterData = {
  providerNames: Record<'casino' | 'slot' | 'sport', readonly string[]>
  minimumAge: number
  licence?: string
}
