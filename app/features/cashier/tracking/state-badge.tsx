import { useExclusion, useSession } from '~/frame/session/state'
import { type I18n, type MessageKey, useI18n } from '~/i18n/i18n'
import { Badge, type BadgeKind } from '~/ui/badge/badge'
import { meaningOf, type Transaction } from '~/values/transaction'
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
 * Whose turn it is, or how it ended. A word that only the upstream knows is shown unchanged; of one that is listed without
 * a status nothing is said.
 *
 * @param accountRequest of the page; undefined where it was not looked up, or none is needed.
 */
export function StateBadge({
  transaction,
  accountRequest,
}: {
  transaction: Transaction
  accountRequest?: BankAccountRequest | undefined
}) {
  const { t } = useI18n()
  const isExcluded = useMayNotDeposit() && transaction.kind === 'deposit'
  const turn = turnOf(toTransactionState(transaction, { accountRequest, isExcluded }), transaction.kind)
  if (transaction.listing === 'listed' && !transaction.status) return null
  if (turn === 'own') return <Badge>{transaction.status}</Badge>
  const { kind, message } = displays[turn]
  return <Badge kind={kind}>{t(message)}</Badge>
}

/** The badge of what is known by its status alone; see `formatSettlement`. */
export function SettlementBadge({ status }: Pick<Transaction, 'status'>) {
  const i18n = useI18n()
  const meaning = meaningOf(status)
  return status ? (
    <Badge kind={meaning && displays[turnOfMeaning(meaning)].kind}>{formatSettlement(status, i18n)}</Badge>
  ) : null
}

const turnOfMeaning = (meaning: NonNullable<ReturnType<typeof meaningOf>>) => (meaning === 'pending' ? 'open' : meaning)

/**
 * The word of what is known by its status alone: not settled, done, or cancelled. It goes to exported files too; a word that
 * only the upstream knows is returned unchanged.
 */
export function formatSettlement(status = '', { t }: I18n): string {
  const meaning = meaningOf(status)
  return meaning ? t(displays[turnOfMeaning(meaning)].message) : status
}
