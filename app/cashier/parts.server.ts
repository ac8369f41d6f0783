import type { Words } from '~/i18n/words'
import type { Attempt, Upstream } from '~/upstream/client.server'
import type { Payment } from '~/upstream/contract/values'
import type { OutcomeOf } from '~/upstream/outcome'

/** How many recent movements a money screen shows. */
const shownMovements = 10

/** A part of a page that may be missing: `hidden` when the upstream does not support it. */
export type Part<Value> = { kind: 'done'; value: Value } | { kind: 'hidden' } | { kind: 'failed'; reference: string }

export type Movement = { id: string; won?: number; at: string; status?: string }

/** A payment method as its card shows it; amounts in won. */
export type Method = { idx: string; name: string; min?: number; max?: number; fee?: number }

/** The last ten deposits or withdrawals, newest first. */
export function lastMovements(list: Attempt<'get-deposit-list' | 'get-withdraw-list'>): Part<Movement[]> {
  switch (list.kind) {
    case 'done':
      return {
        kind: 'done',
        value: list.answer.balances.slice(0, shownMovements).map(({ id, balance, regdate, status }, at) => ({
          id: String(id ?? `nameless ${at}`),
          won: balance,
          at: regdate,
          status,
        })),
      }
    case 'unsupported':
      return { kind: 'hidden' }
    case 'failed':
      return list
    default:
      return list satisfies never
  }
}

/** The most payment methods that a screen offers. */
const methodsMost = 50

/** The payment methods besides a bank transfer. */
export function methodsOf(
  outcome: OutcomeOf<'get-deposit-payment' | 'get-withdrawal-payment'>,
  { reference }: Pick<Upstream, 'reference'>,
  words: Words,
): Part<Method[]> {
  if (outcome.kind !== 'done') return { kind: 'failed', reference }
  const payments = outcome.answer.payments.slice(0, methodsMost)
  return { kind: 'done', value: payments.map((payment) => methodOf(payment, words)) }
}

/** Converts a payment of the upstream; one without a name gets a generic one. */
function methodOf({ idx, name, min, max, fee }: Payment, words: Words): Method {
  return { idx: String(idx), name: name || words.t('payment.unnamed', { idx: String(idx) }), min, max, fee }
}
