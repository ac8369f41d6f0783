import { i18nFor } from '~/i18n/catalogue.server'
import type { Locale } from '~/i18n/locale'
import { type StoredState, stored } from '~/values/status'
import type { EmbeddedContext } from '../context.server'
import type { MemberId, TransactionKind } from '../ledger/entries'
import { insertRow, type Sql } from '../store/store.server'
import { cancelReasonText, type ShownReason, shownReason } from './cancel-reasons'
import { formatTransactionNumber } from './transaction-number'

export const settledColumns = `id, kind, won, fee, state, applied_at, desk_reason, ${shownReason}`

export type SettledTransaction = { id: bigint; kind: TransactionKind; won: bigint; fee: bigint; state: StoredState } & {
  applied_at: Date
  reason: ShownReason | null
  desk_reason: string | null
}

/** Sends the note about a settlement. Call only inside the settlement's database transaction. */
export async function sendSettlementNote(
  sql: Sql,
  { now }: EmbeddedContext,
  member: MemberId,
  transaction: SettledTransaction,
): Promise<void> {
  // The Korean text is stored too, because earlier releases show the stored text.
  const { title, contents } = settlementNote(transaction, 'ko')
  await insertRow(sql, 'notes', { member_id: member, title, contents, made_at: now(), movement_id: transaction.id })
}

/** Returns settlement notes in the reader's language with their transactions, keyed by transaction id. */
export async function readSettlementNotes(sql: Sql, locale: Locale, notes: readonly { movement_id: bigint | null }[]) {
  const ids = notes.flatMap(({ movement_id: id }) => id ?? [])
  const select = `select ${settledColumns} from movements where id = any($1::bigint[])`
  const transactions = ids.length === 0 ? [] : await sql.query<SettledTransaction>(select, [ids])
  return new Map<bigint | null, SettlementNote>(
    transactions.map((transaction) => [transaction.id, settlementNote(transaction, locale)]),
  )
}

export type SettlementNote = ReturnType<typeof settlementNote>

function settlementNote(transaction: SettledTransaction, locale: Locale) {
  const { won, fee, state, reason, desk_reason: told } = transaction
  const kind = transaction.kind === 'deposit' ? ('deposit' as const) : ('withdraw' as const)
  const id = formatTransactionNumber(transaction.id)
  const i18n = i18nFor(locale)
  const isDone = state === stored.done
  const amount = i18n.won(Number(isDone ? won - fee : won))
  const why = told ?? (reason && cancelReasonText(reason, locale))
  return {
    title: i18n.t(`tracker.${kind}.${isDone ? 'done' : 'cancelled'}`, { amount }),
    contents: [why, `${i18n.t('receipt.number')} ${id}`].filter(Boolean).join('\n\n'),
    transaction: { kind, id, regdate: transaction.applied_at.toISOString() },
  }
}
