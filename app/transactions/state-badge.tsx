import { type I18n, type MessageKey, useI18n } from '~/i18n/i18n'
import { bcp47 } from '~/i18n/locale'
import { useMayNotDeposit } from '~/session/session-context'
import { Badge, type BadgeKind } from '~/ui/badge/badge'
import { isDone, isRefused, mayHaveBeenSent, type Transaction } from '~/values/transaction'
import type { BankAccountRequest } from './bank-account-request.server'
import { type Phase, phaseOf, type TransactionState, toTransactionState } from './state'

/** Describes a transaction by kind, amount and number. Without a number, its time is used. */
export function formatName(transaction: Transaction, i18n: I18n): string {
  const { kind, id, at, amount } = transaction
  const mark = id === undefined ? i18n.dateTime(at) : `${i18n.t('receipt.number')} ${id}`
  return `${i18n.t(`transaction.${kind}`)} ${i18n.won(amount)}, ${mark}`
}

const phaseDisplays = {
  member: { kind: 'accent', message: 'pending.open' },
  operator: { kind: 'warn', message: 'pending.turn.operator' },
  open: { kind: 'warn', message: 'pending.open' },
  done: { kind: 'good', message: 'status.done' },
  cancelled: { kind: 'plain', message: 'status.cancelled' },
} as const satisfies Record<Exclude<Phase, 'own'>, { kind: BadgeKind; message: MessageKey }>

const stateMessages: { readonly [Kind in TransactionState['kind']]?: MessageKey } = {
  'account-unknown': 'pending.turn.ask',
  'account-asked': 'pending.turn.account',
  'send-money': 'pending.turn.send',
  unpaid: 'pending.turn.pay',
  sent: 'pending.open',
}

/** Returns the state's label, or undefined without a status. A status known only to the upstream is its own label. */
export function describePhase(
  transaction: Transaction,
  circumstances: Parameters<typeof toTransactionState>[1],
  { t }: I18n,
): { word: string; kind?: BadgeKind } | undefined {
  const { kind, listing, status } = transaction
  if (listing === 'listed' && !status) return undefined
  const state = toTransactionState(transaction, circumstances)
  const phase = phaseOf(state, kind)
  if (phase === 'own') return { word: status ?? '' }
  if (isRefused(transaction)) return { word: t('status.refused'), kind: 'bad' }
  const display = phaseDisplays[phase]
  return { word: t(stateMessages[state.kind] ?? display.message), kind: display.kind }
}

/** Shows the operator's reason. Of a transaction that failed, it has a label, such as 취소 사유: 계좌 해지. */
export function Reason({ transaction }: { transaction: Transaction }) {
  const { lang, t } = useI18n()
  const { reason } = transaction
  if (!reason) return null
  const isKorean = lang !== bcp47.ko && /\p{Script=Hangul}/u.test(reason)
  const label = isRefused(transaction) ? 'receipt.reason.refused' : 'receipt.reason'
  return (
    <span>
      {(isKorean || !isDone(transaction)) && `${t(isKorean ? 'receipt.reason.korean' : label)}: `}
      <span lang={isKorean ? 'ko' : undefined}>{reason}</span>
    </span>
  )
}

/** The kind of mark of a settled transaction. Members' own cancellations and abandoned payments have none. */
export function outcomeMark(row: Transaction): 'success' | 'error' | 'warning' | undefined {
  if (isDone(row)) return 'success'
  if (isRefused(row)) return 'error'
  return mayHaveBeenSent(row) && !row.cancelledByMember ? 'warning' : undefined
}

/** Returns the message about the balance after a transaction that failed, unless another deposit changed it. */
export function moneyAfterFailure({ kind, cancelledByMember, paidApart }: Transaction): MessageKey | undefined {
  if (kind === 'withdraw') return 'news.withdraw.returned'
  return cancelledByMember || paidApart ? undefined : 'news.deposit.unchanged'
}

type StateBadgeProps = { transaction: Transaction; accountRequest?: BankAccountRequest | undefined }

/** Shows the state of a deposit or withdrawal. @param accountRequest undefined if it was not loaded */
export function StateBadge({ transaction, accountRequest }: StateBadgeProps) {
  const i18n = useI18n()
  const isExcluded = useMayNotDeposit() && transaction.kind === 'deposit'
  const phase = describePhase(transaction, { accountRequest, isExcluded }, i18n)
  return phase ? <Badge kind={phase.kind}>{phase.word}</Badge> : null
}
