import type { ResponseOf } from '~/upstream/contract'
import { type ParsedAmount, totalBalance, toWholeWon } from '~/values/balance'
import type { ShellMember } from './shell-data'

/**
 * Maps a health check's response to the shell's member; only the id when the upstream did not answer. Source:
 * docs/product.md, display rules.
 */
export function toShellMember(userId: string, health?: Partial<ResponseOf<'user-health-check'>>): ShellMember {
  if (!health?.user) return { userId }
  const { user, noteCount, helpCount } = health
  const { balance, in_balance: inGame } = user
  return {
    userId: user.userId,
    nick: user.nick,
    level: user.level,
    totalWon: totalBalance(balance, inGame),
    cashWon: toWholeWon(balance),
    inGameWon: toWholeWon(inGame),
    compPoints: user.rolling,
    unreadNotes: noteCount ?? user.noteCount,
    unreadReplies: helpCount ?? user.helpCount,
  }
}

/** The member's figures; the shell reports unreadable ones. */
export function moneyOf({ cashWon, inGameWon, compPoints }: ShellMember): readonly ParsedAmount[] {
  return [cashWon, inGameWon, compPoints]
}

/** Whether the member has no money at all; false where a part is unreadable. */
export function hasNoMoney(member: ShellMember | null): boolean {
  return member?.totalWon === 0 && member.cashWon !== null && member.inGameWon !== null
}
