import type { ReactNode } from 'react'
import { DocumentTitle } from '~/components/document-title'
import type { FormView } from '~/forms/form-state'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { PageTitle } from '~/ui/page-title/page-title'
import * as css from './cashier.css'
import type { MoneyAnswer } from './money-answer'

interface CashierPageProps {
  title: string
  /** From the form's view. */
  errorSummary: FormView['summary']
  /** The action's result: the error summary takes the focus whenever it changes. */
  answer: MoneyAnswer | undefined
  /** Shown below the errors: a control that fixes them. */
  remedy?: ReactNode
  wallet: ReactNode
  form: ReactNode
  recent?: ReactNode
}

/** Layout of a money screen: title and errors, wallet, form, recent movements. From 1200 px the form comes first. */
export function CashierPage({ title, errorSummary, answer, remedy, wallet, form, recent }: CashierPageProps) {
  const hasErrors = errorSummary.errors.length > 0
  return (
    <div className={css.page}>
      <DocumentTitle page={title} />
      <div className={hasErrors ? css.fullWidthHead : css.head}>
        <PageTitle title={title} />
        <ErrorSummary {...errorSummary} result={answer} />
        {hasErrors && remedy}
      </div>
      <div className={hasErrors ? css.walletBelow : css.wallet}>{wallet}</div>
      <div className={css.form}>{form}</div>
      {recent && <div className={css.recent}>{recent}</div>}
    </div>
  )
}
