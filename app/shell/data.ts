import type { SessionLeft } from '~/upstream/session-left'

/** What the shell shows of a member; won as whole numbers, undefined when it did not come (shown as –). */
export type ShellMember = {
  userId: string
  nick?: string
  level?: number
  /** trunc(balance + in_balance). */
  money?: number
  cash?: number
  inGame?: number
  comp?: number
  notes?: number
  helps?: number
}

/** What a form or a page left to be said on the next page; `message` is a key of locales/. */
export type Notice = {
  kind: 'success' | 'info' | 'warning' | 'error'
  message: string
  /** `amount` in won. */
  values?: { amount?: number; reference?: string; userId?: string }
}

/** What the root loader hands to the shell. Names are in the reader's language already. */
export type ShellData = {
  member: ShellMember | null
  /** False for a member whose country is not served: nothing can be played or deposited from here. */
  served: boolean
  /** How long the member's session still lasts. */
  session: SessionLeft | null
  notice: Notice | null
  footer: { casino: string[]; slot: string[]; sport: string[] }
  brand: { minimumAge: number; licence?: string }
}
