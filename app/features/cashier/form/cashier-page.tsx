import { type ReactNode, useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import type { FormView } from '~/forms/form-state'
import { ReceivedPage } from '~/frame/lost-responses/received-page'
import { useSentFormOfPage } from '~/frame/lost-responses/sent-form'
import { useReload } from '~/frame/navigation/reload'
import { DocumentTitle } from '~/frame/parts/document-title'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { PageTitle } from '~/ui/page-title/page-title'
import type { TransactionList } from '~/values/transaction'
import { readSentAmount } from '../tracking/look-up'
import { UnknownOutcome, UnknownOutcomeOfForm, UnknownTransferOut } from '../tracking/unknown-outcome'
import * as css from './cashier.css'
import type { MoneyResult } from './result'

interface CashierPageProps {
  title: string
  /** What the form moves: its name, the list that contains it, and the form's field with its amount. */
  transaction: { name: string; list: TransactionList; field: string }
  errorSummary: FormView['summary']
  /** The action's result: the error summary takes the focus whenever it changes. */
  result: MoneyResult | undefined
  wallet?: ReactNode
  form: ReactNode
}

/**
 * Layout of a money screen: title and errors, wallet, form. While it is unknown whether the form moved money, the page says
 * what is known instead and shows no form.
 */
export function CashierPage(props: CashierPageProps) {
  const { title, transaction, errorSummary, result, wallet, form } = props
  const sent = useSentFormOfPage()
  const isIdle = useNavigation().state === 'idle'
  useReloadWhenOutdated(result)
  // Another navigation took the place of the one to its next page.
  if (sent?.nextPath !== undefined && isIdle) return <ReceivedPage nextPath={sent.nextPath} />
  if (sent?.isLost && sent.fields.get('intent') === 'bring-back') return <UnknownTransferOut sent={sent} />
  if (sent?.isLost) {
    const amount = readSentAmount(sent, transaction.field)
    return <UnknownOutcomeOfForm sent={sent} name={transaction.name} list={transaction.list} amount={amount} />
  }
  if (result?.unknown) return <UnknownOutcome unknown={result.unknown} name={transaction.name} />
  return (
    <div className={css.page}>
      <DocumentTitle page={title} />
      <div className={css.head}>
        <PageTitle title={title} />
        <ErrorSummary {...errorSummary} result={result} />
      </div>
      {wallet && <div className={css.wallet}>{wallet}</div>}
      <div className={css.form}>{form}</div>
    </div>
  )
}

/** Loads the page's data again after a form that was not accepted but made them old. The framework leaves them as they were. */
function useReloadWhenOutdated(result: MoneyResult | undefined): void {
  const reload = useReload()
  const [loadedFor, setLoadedFor] = useState(result)
  useEffect(() => {
    if (result === loadedFor) return
    setLoadedFor(result)
    if (result?.isOutdated) reload()
  }, [result, loadedFor, reload])
}
