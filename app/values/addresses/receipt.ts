import { href } from 'react-router'
import type { Transaction } from '../transaction'
import { hrefWithQuery } from './with-query'

/**
 * The URL of a transaction's receipt.
 *
 * @param transaction.id from the upstream's list; without one there is no receipt to come back to.
 * @param transaction.at its ISO 8601 time: the receipt is looked up among the transactions of that day.
 */
export function receiptHref({ kind, id, at }: Pick<Transaction, 'kind' | 'at'> & { id: string }): string {
  return hrefWithQuery(href('/user/receipt'), { kind, id, at })
}
