import type { FormState } from '~/forms/form-state'
import type { SentMoneyForm } from '~/session/document-state'
import { type ClientAction, sendMoneyForm } from '~/session/sent-money-form'
import { parseAmount } from '~/values/amount'
import type { LookupResult } from './transaction-lookup'

const moneyIntents = ['deposit', 'withdraw', 'exchange', 'bring-back'] as const

/** The intents of the money screens that move money. */
export type MoneyIntent = (typeof moneyIntents)[number]

export function mayMoveMoney(form: FormData): boolean {
  const intent = form.get('intent')
  const isChip = form.has('add') || form.has('set')
  return !isChip && (intent === null || moneyIntents.some((name) => name === intent))
}

export function clientAction(args: ClientAction<MoneyResult>) {
  return sendMoneyForm(args, mayMoveMoney)
}

export function readSentAmount({ fields }: Pick<SentMoneyForm, 'fields'>, name: string): number | undefined {
  const submitted = fields.get(name)
  return typeof submitted === 'string' ? parseAmount(submitted) : undefined
}

export type MoneyResult = FormState & {
  /** `reference`: the request id, which a member can give to support. */
  unknown?: { reference: string; lookup: LookupResult }
  /** Whether the page may be older than the result, because the upstream refused the form or may have taken it. */
  isOutdated?: boolean
}
