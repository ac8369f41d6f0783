import { useI18n } from '~/i18n/i18n'
import { visuallyHidden } from '~/ui/base.css'
import type { Transaction } from '~/values/transaction'
import type { TransactionState } from './state'
import * as css from './transactions.css'

/** The steps of a bank transfer or withdrawal, with the states in which each step is the current one. */
const steps: Record<Transaction['kind'], readonly { step: StepName; states: readonly TransactionState['kind'][] }[]> = {
  deposit: [
    { step: 'requested', states: [] },
    { step: 'account', states: ['account-unknown', 'account-asked'] },
    { step: 'transfer', states: ['send-money', 'account-outdated'] },
    { step: 'credited', states: ['checking', 'crediting'] },
  ],
  withdraw: [
    { step: 'requested', states: [] },
    { step: 'checked', states: ['accepted', 'checking'] },
    { step: 'paid', states: ['sent'] },
  ],
}
type StepName = 'requested' | 'account' | 'transfer' | 'credited' | 'checked' | 'paid'

function currentStep({ kind, paidBy }: Transaction, state: TransactionState): number {
  if (kind === 'deposit' && paidBy !== 'bank') return -1
  return steps[kind].findIndex(({ states }) => states.includes(state.kind))
}

export function ProgressSteps({ transaction, state }: { transaction: Transaction; state: TransactionState }) {
  const { t } = useI18n()
  const current = currentStep(transaction, state)
  if (current < 0) return null
  return (
    <ol className={css.steps}>
      {steps[transaction.kind].map(({ step }, index) => (
        <li
          key={step}
          className={css.stepMark}
          data-done={index < current || undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          {t(`pending.step.${step}`)}
          {index < current && <span className={visuallyHidden}>, {t('status.done')}</span>}
        </li>
      ))}
    </ol>
  )
}
