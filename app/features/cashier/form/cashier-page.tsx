import { type ReactNode, useState } from 'react'
import { useNavigation } from 'react-router'
import { ReceivedPage } from '~/components/empty-page'
import { PageHead } from '~/components/page-head'
import { IntentButton } from '~/components/submit-button'
import { UnreadableMoney } from '~/components/unreadable-money'
import { type FormState, useFormState } from '~/forms/form-state'
import { useI18n } from '~/i18n/i18n'
import { useActionResult } from '~/navigation/current-page'
import { useReload } from '~/navigation/reload'
import { mayMoveMoney, useSentMoneyFormOfPage } from '~/session/send-money-form'
import { Card } from '~/ui/card/card'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { FigureText } from '~/ui/figure/figure'
import { spreadRow } from '~/ui/layout/layout.css'
import { softText } from '~/ui/text.css'
import type { ParsedAmount } from '~/values/balance'
import type { TransactionList } from '~/values/transaction'
import * as css from './cashier.css'
import type { ListedRow } from './find-sent-transaction'
import type { MoneyResult } from './money-form'
import { UnknownOutcome, UnknownOutcomeOfForm, UnknownTransferOut } from './unknown-outcome'

/** Prepares a money form. @param labels the field labels, keyed by name and in display order. */
export function useMoneyForm(
  actionData: MoneyResult | null | undefined,
  loaderData: { code: string; savedForm: FormState | undefined },
  labels: Record<string, string>,
) {
  const result = useActionResult<MoneyResult>(actionData)
  const shown = result ?? loaderData.savedForm
  const { submitted, error, summary: all } = useFormState(shown, { labels })
  const [first, ...others] = all.errors
  const onlyLabel = others.length === 0 && first?.id !== undefined && labels[first.id]
  const summary = onlyLabel ? { ...all, errors: [{ ...first, text: onlyLabel }] } : all
  const code = useRequestCode(shown?.code ?? loaderData.code, shown?.code)
  return { result, isShownAgain: shown !== undefined, submitted, code, error, summary }
}

export type MoneyFormView = ReturnType<typeof useMoneyForm>

/**
 * Returns the form's request code. It is also the form's key, so that what the member types stays with one code. A new
 * code from a reload applies only after a submission. Otherwise, the same money could be sent under two codes.
 */
function useRequestCode(latest: string, answered: string | undefined): string {
  const { formData } = useNavigation()
  // Transfers out of games have no request code.
  const isPayment = formData && mayMoveMoney(formData) && formData.get('intent') !== 'bring-back'
  const sent = isPayment ? formData.get('code') : undefined
  const [code, setCode] = useState(latest)
  const [isSent, setIsSent] = useState(false)
  if (!isSent && sent === code) setIsSent(true)
  if (code === latest || !(isSent || answered === latest)) return code
  setCode(latest)
  setIsSent(false)
  return latest
}

/** Returns whether to replace a form that can't succeed. A visible form stays, because it may have input. */
export function useIsFormReplaced({ isShownAgain }: MoneyFormView, isHopeless: boolean): boolean {
  const [hasBeenShown, setHasBeenShown] = useState(!isHopeless || isShownAgain)
  if (!isHopeless && !hasBeenShown) setHasBeenShown(true)
  return isHopeless && !isShownAgain && !hasBeenShown
}

interface CashierPageProps {
  kind: TransactionList
  rows: readonly ListedRow[]
  form: MoneyFormView
  notices?: ReactNode
  pending?: ReactNode
  news?: ReactNode
  children: ReactNode
}

/** Lays out a money screen. If the outcome is unknown, shows the known facts instead of the form. */
export function CashierPage({ kind, rows, form, notices, pending, news, children }: CashierPageProps) {
  const { result, summary } = form
  const { t } = useI18n()
  const sent = useSentMoneyFormOfPage()
  const isIdle = useNavigation().state === 'idle'
  // After a failed form, the router doesn't reload the page's data, although it may be outdated.
  useReload(result?.isOutdated ? result : null)
  // The member navigated away during the submission, so the next page never opened.
  if (sent?.nextPath !== undefined && isIdle) return <ReceivedPage nextPath={sent.nextPath} />
  if (sent?.isLost && sent.fields.get('intent') === 'bring-back') return <UnknownTransferOut sent={sent} />
  if (sent?.isLost) return <UnknownOutcomeOfForm sent={sent} {...{ kind, rows }} />
  if (result?.unknown) return <UnknownOutcome unknown={result.unknown} {...{ kind, rows }} />
  return (
    <div className={css.page}>
      <div className={css.head}>
        <PageHead title={t(`${kind}.title`)} />
        {/* Takes the focus whenever the result changes. */}
        <ErrorSummary {...summary} result={result} />
        {notices}
      </div>
      <div className={css.pending}>{pending}</div>
      <div className={css.news}>{news}</div>
      <div className={css.form}>{children}</div>
    </div>
  )
}

interface MoneyInGamesProps {
  won: ParsedAmount
  canTransfer: boolean
  form?: string | undefined
  /** True for a row in a form, false for a card. */
  isBare?: boolean
}

export function MoneyInGames({ won = 0, canTransfer, form, isBare }: MoneyInGamesProps) {
  const { t, won: format } = useI18n()
  if (won === 0) return null
  const amount = format(won)
  const row = (
    <>
      <div className={`${spreadRow} ${softText}`}>
        <span>
          {t('withdraw.inGame')}{' '}
          <strong>
            <FigureText>{amount}</FigureText>
          </strong>
        </span>
        {canTransfer && <IntentButton intent="bring-back" text={t('withdraw.transferToWallet')} form={form} />}
      </div>
      <UnreadableMoney figures={[won]} />
    </>
  )
  return isBare ? row : <Card>{row}</Card>
}
