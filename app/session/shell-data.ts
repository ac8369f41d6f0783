import type { HelpLine } from '~/brand/brand.server'
import type { PlayLimitsSummary } from '~/limits/names'
import type { Won } from '~/values/amount'
import type { ParsedAmount } from '~/values/balance'
import type { Transaction } from '~/values/transaction'
import type { SessionTimeLeft } from './time-left'

/** What the shell shows of a member. Sums in whole won; a missing one is shown as –, one that could not be read as 0. */
export type ShellMember = {
  userId: string
  nick?: string
  level?: number
  /** trunc(balance + in_balance); one that could not be read is not in it. */
  totalWon?: Won
  cashWon?: ParsedAmount
  inGameWon?: ParsedAmount
  compPoints?: ParsedAmount
  unreadNotes?: number
  unreadReplies?: number
}

/** The flash message as the page gets it, once; `message` is a key of locales/. */
export type PageFlash = {
  kind: 'success' | 'info' | 'warning' | 'error'
  message: string
  /** `amount` in won, `from` in ISO 8601; `company` and `code` name a game. */
  values?: { amount?: number; from?: string; reference?: string; userId?: string; company?: string; code?: string }
}

/** A deposit or withdrawal that was settled since the member's last page. */
export type SettledTransaction = {
  transaction: Transaction
  /** The identities by which the cookie of pending ones has it. */
  entries: string
}

/** Data from the root loader for the shell, as they are at the time of the request. */
export type ShellData = {
  member: ShellMember | null
  /** Null for visitors, and where nobody keeps limits or they could not be read. */
  playLimits: PlayLimitsSummary | null
  /** Who helps a member during a break or self-exclusion; none at other times. */
  helpLines: readonly HelpLine[]
  /** False where the country of the request is not served: nobody registers, deposits or plays from there. */
  isCountryServed: boolean
  /** How long the member's session still lasts; null without one. */
  sessionLeft: SessionTimeLeft | null
  flash: PageFlash | null
  settled: SettledTransaction[]
}

/** Data of the footer, which change with a document alone. Provider names are already in its language. */
export type FooterData = {
  providerNames: Record<'casino' | 'slot' | 'sport', readonly string[]>
  minimumAge: number
  licence?: string
}
