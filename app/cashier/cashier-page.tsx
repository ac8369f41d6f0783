import type { ReactNode } from 'react'
import { DocumentTitle } from '~/shell/document-title'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { PageTitle } from '~/ui/page-title/page-title'
import type { MoneyAnswer } from './answer'
import * as css from './cashier.css'
import type { Trouble } from './use-money-form'

interface CashierPageProps {
  title: string
  trouble: Trouble | undefined
  /** The action's result: the error summary takes the focus whenever it changes. */
  answer: MoneyAnswer | undefined
  /** Shown below the errors: a control that fixes them. */
  remedy?: ReactNode
  wallet: ReactNode
  form: ReactNode
  recent?: ReactNode
}

/** Layout of a money screen: title and errors, wallet, form, recent movements. From 1200 px the form comes first. */
export function CashierPage({ title, trouble, answer, remedy, wallet, form, recent }: CashierPageProps) {
  return (
    <div className={css.page}>
      <DocumentTitle page={title} />
      <div className={trouble ? css.wideHead : css.head}>
        <PageTitle title={title} />
        {trouble && <ErrorSummary title={trouble.title} errors={trouble.errors} answer={answer} />}
        {trouble && remedy}
      </div>
      <div className={trouble ? css.walletBelow : css.wallet}>{wallet}</div>
      <div className={css.form}>{form}</div>
      {recent && <div className={css.recent}>{recent}</div>}
    </div>
  )
}
