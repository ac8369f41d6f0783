import type { ReactNode } from 'react'
import { DocumentTitle } from '~/components/document-title'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { PageTitle } from '~/ui/page-title/page-title'
import * as css from './cashier.css'
import type { MoneyAnswer } from './money-answer'
import type { FormErrorSummary } from './use-money-form'

interface CashierPageProps {
  title: string
  errorSummary: FormErrorSummary | undefined
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
  return (
    <div className={css.page}>
      <DocumentTitle page={title} />
      <div className={errorSummary ? css.fullWidthHead : css.head}>
        <PageTitle title={title} />
        {errorSummary && <ErrorSummary title={errorSummary.title} errors={errorSummary.errors} result={answer} />}
        {errorSummary && remedy}
      </div>
      <div className={errorSummary ? css.walletBelow : css.wallet}>{wallet}</div>
      <div className={css.form}>{form}</div>
      {recent && <div className={css.recent}>{recent}</div>}
    </div>
  )
}
