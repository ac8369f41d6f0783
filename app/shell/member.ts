import type { AnswerOf } from '~/upstream/contract'
import type { ShellMember } from './data'

/**
 * Maps a health check's answer to what the shell shows of a member; only the id when the upstream did not answer.
 * Sums in whole won, truncated. Source: docs/product.md, display rules.
 */
export function shellMember(userId: string, health?: Partial<AnswerOf<'user-health-check'>>): ShellMember {
  if (!health?.user) return { userId }
  const { user, noteCount, helpCount } = health
  const { balance, in_balance: inGame } = user
  return {
    userId: user.userId,
    nick: user.nick,
    level: user.level,
    money: balance === undefined && inGame === undefined ? undefined : Math.trunc((balance ?? 0) + (inGame ?? 0)),
    cash: balance === undefined ? undefined : Math.trunc(balance),
    inGame: inGame === undefined ? undefined : Math.trunc(inGame),
    comp: user.rolling === undefined ? undefined : Math.trunc(user.rolling),
    notes: noteCount ?? user.noteCount,
    helps: helpCount ?? user.helpCount,
  }
}
