import { useExclusion, useSession } from '~/frame/session/state'
import { type I18n, type MessageKey, useI18n } from '~/i18n/i18n'
import { Badge, type BadgeKind } from '~/ui/badge/badge'
import type { Transaction } from '~/values/transaction'
import type { BankAccountRequest } from '../bank-account/request.server'
import { type Turn, toTransactionState, turnOf } from './state'

/** The word and colour of each state of a deposit or withdrawal, the same wherever it stands. */
const displays = {
  member: { kind: 'accent', message: 'pending.turn.member' },
  operator: { kind: 'warn', message: 'pending.turn.operator' },
  open: { kind: 'warn', message: 'pending.open' },
  done: { kind: 'good', message: 'status.done' },
  cancelled: { kind: 'plain', message: 'status.cancelled' },
} as const satisfies Record<Exclude<Turn, 'own'>, { kind: BadgeKind; message: MessageKey }>

/** Whether the member may send no money: during a break or self-exclusion, and where the country is not served. */
export function useMayNotDeposit(): boolean {
  const exclusion = useExclusion()
  const { isCountryServed } = useSession()
  return exclusion !== null || !isCountryServed
}

/**
 * Whose turn it is, or how it ended, in a word: for badges and exported files. A word that only the upstream knows is shown
 * unchanged; of what is listed without a status nothing is said.
 */
export function describeTurn(
  transaction: Transaction,
  circumstances: Parameters<typeof toTransactionState>[1],
  { t }: I18n,
): { word: string; kind?: BadgeKind } | undefined {
  const { kind, listing, status } = transaction
  if (listing === 'listed' && !status) return undefined
  const turn = turnOf(toTransactionState(transaction, circumstances), kind)
  return turn === 'own' ? { word: status ?? '' } : { word: t(displays[turn].message), kind: displays[turn].kind }
}

/** The badge of a deposit or withdrawal. @param accountRequest of the page; undefined where it was not looked up. */
export function StateBadge({
  transaction,
  accountRequest,
}: {
  transaction: Transaction
  accountRequest?: BankAccountRequest | undefined
}) {
  const i18n = useI18n()
  const isExcluded = useMayNotDeposit() && transaction.kind === 'deposit'
  const turn = describeTurn(transaction, { accountRequest, isExcluded }, i18n)
  return turn ? <Badge kind={turn.kind}>{turn.word}</Badge> : null
}
