import type { HelpLine } from '~/brand/brand.server'
import type { PlayLimitsSummary } from '~/limits/names'
import type { ResponseOf } from '~/upstream/contract'
import type { Won } from '~/values/amount'
import { type ParsedAmount, totalBalance, toWholeWon } from '~/values/balance'
import type { SessionTimeLeft } from './time-left'

/** Returns the shell's member data from a health check, or else only the id. Source: docs/product.md, display. */
export function toShellMember(userId: string, health?: Partial<ResponseOf<'user-health-check'>>): ShellMember {
  if (!health?.user) return { userId }
  const { user, noteCount, helpCount, settled } = health
  const { balance, in_balance: inGame } = user
  return {
    userId: user.userId,
    nick: user.nick,
    totalWon: totalBalance(balance, inGame),
    cashWon: toWholeWon(balance),
    inGameWon: toWholeWon(inGame),
    compPoints: user.rolling,
    unreadNotes: noteCount ?? user.noteCount,
    unreadReplies: helpCount ?? user.helpCount,
    unseenSettled: settled?.length,
  }
}

export function moneyOf({ cashWon, inGameWon, compPoints }: ShellMember): readonly ParsedAmount[] {
  return [cashWon, inGameWon, compPoints]
}

/** Returns the member's money in won, or undefined if any part of it is unknown. */
export function knownTotal(member: ShellMember | null): Won | undefined {
  return member?.cashWon === null || member?.inGameWon === null ? undefined : member?.totalWon
}

export const hasNoMoney = (member: ShellMember | null): boolean => knownTotal(member) === 0

/** A member for the shell, with amounts in whole won. A missing amount is shown as "–", and an unreadable one as 0. */
export type ShellMember = {
  userId: string
  nick?: string
  /** trunc(balance + in_balance). Ignores an unreadable amount. */
  totalWon?: Won
  cashWon?: ParsedAmount
  inGameWon?: ParsedAmount
  compPoints?: ParsedAmount
  unreadNotes?: number
  unreadReplies?: number
  /** The number of settlements that the member has not dismissed, or undefined if the upstream does not send it. */
  unseenSettled?: number
}

export type PageFlash = {
  kind: 'success' | 'info' | 'warning' | 'error'
  message: string
  /** `amount` is in won and `from` in ISO 8601. `company` and `code` name a game. */
  values?: { amount?: number } & Partial<Record<'from' | 'number' | 'reference' | 'company' | 'code', string>>
  /** If true, the message only confirms a login and must not move the page's content. */
  isBrief?: boolean
}

export type ShellData = {
  member: ShellMember | null
  /** Null for visitors, or if limits are unsupported or unreadable. */
  playLimits: PlayLimitsSummary | null
  helpLines: readonly HelpLine[]
  /** False if the request's country isn't served. Registration, deposits and play are then blocked. */
  isCountryServed: boolean
  sessionLeft: SessionTimeLeft | null
  flash: PageFlash | null
}

/** Footer data, loaded once per document. Provider names are in the document's language. */
export type FooterData = {
  providerNames: Record<'casino' | 'slot' | 'sport', readonly string[]>
  minimumAge: number
  licence?: string
  lite?: string
}
