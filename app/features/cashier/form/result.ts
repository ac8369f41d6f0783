import type { FormState } from '~/forms/form-state'
import type { AccountRequest } from '../deposit/account-request.server'
import type { ListedTransaction, TransactionMatch } from '../tracking/find-transaction'

/** What is known of a transaction whose upstream response was lost. */
export type UnknownTransaction = {
  /** The request id, which a member can give to the help desk. */
  reference: string
  /** Whether the upstream's list contains it. */
  lookup: TransactionMatch['kind']
  transaction?: ListedTransaction
}

/** The action result of a money screen: the form again, or `unknown` when it is not known whether money moved. */
export type MoneyResult = FormState & {
  unknown?: UnknownTransaction
  /** Whether the page may be older than the result: the upstream refused the form by what it knows, or may have taken it. */
  isOutdated?: boolean
  /** The request for the deposit account that was sent before this one. */
  account?: AccountRequest | undefined
}
