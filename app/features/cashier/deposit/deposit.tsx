import type { ReactNode } from 'react'
import { href } from 'react-router'
import { useIsSending } from '~/forms/use-is-sending'
import { sendMoneyForm } from '~/frame/lost-responses/sent-form'
import { useActionResult } from '~/frame/navigation/page-key'
import { unreadableNote } from '~/frame/parts/unreadable-money'
import { useSession } from '~/frame/session/state'
import { type I18n, useI18n } from '~/i18n/i18n'
import type { RouteHandle } from '~/server/steps/route.server'
import { useHydrated } from '~/ui/hydrated'
import { TextLink } from '~/ui/text-link/text-link'
import type { PlayLimitsSummary } from '~/upstream/contract/play-limits'
import { limitsSectionHref } from '~/values/addresses/page-sections'
import { minDeposit, type Won } from '~/values/amount'
import { netAmount, type Transaction } from '~/values/transaction'
import { AmountBox } from '../form/amount-box'
import { checkDeposit } from '../form/amounts'
import { CashierPage } from '../form/cashier-page'
import { forTransfer } from '../form/form.css'
import { findPaymentChoice, MethodChoice } from '../form/method-choice'
import { MoneyForm, SubmitButton, SubmitNotes, TransferSummary } from '../form/parts'
import type { MoneyResult } from '../form/result'
import { findLastUsed, useAmount, useChosenMethod } from '../form/use-amount'
import { useMoneyForm } from '../form/use-form'
import { mayMoveMoney } from '../tracking/look-up'
import { depositFormId } from '../tracking/pending-transaction'
import { PendingTransactions } from '../tracking/pending-transactions'
import { usePolledTransactions } from '../tracking/poll'
import { RecentTransactions } from '../tracking/recent-transactions'
import { toTransactionState } from '../tracking/state'
import { MoneyInGames, TransferToWallet } from '../withdraw/wallet-box'
import type { Route } from './+types/deposit'
import { AccountBox } from './account-box'
import type { AccountRequest } from './account-request.server'

export const handle = {
  requiresConsent: true,
  demotesDepositButton: true,
  restoresForm: true,
  servedCountriesOnly: true,
} satisfies RouteHandle

export { shouldRevalidate } from '~/frame/session/another-member'
export { action, loader } from './deposit.server'

export function clientAction(args: Route.ClientActionArgs) {
  return sendMoneyForm(args, mayMoveMoney)
}

export default function Deposit({ loaderData, actionData }: Route.ComponentProps) {
  const result = useActionResult<MoneyResult>(actionData)
  const { t } = useI18n()
  const labels = { balance: t('deposit.amount.label'), idx: t('deposit.method.label') }
  const form = useMoneyForm(result ?? loaderData.savedForm, loaderData.code, labels)
  const { expired, member } = useSession()
  const known = loaderData.account.kind === 'none' ? (result?.account ?? loaderData.account) : loaderData.account
  // A session that is over shows nothing of its member, and an account to pay into may be out of date.
  const account: AccountRequest = expired ? { kind: 'none' } : known
  const { transactions, further } = loaderData.pending
  usePolledTransactions(transactions)
  const isAccountInPending = !expired && transactions.some((pending) => isAboutAccount(pending, account))
  return (
    <CashierPage
      title={t('deposit.title')}
      transaction={{ name: t('transaction.deposit'), list: 'deposit', field: 'balance' }}
      errorSummary={form.errorSummary}
      result={result}
      wallet={
        <>
          <MoneyInGames
            won={member?.inGameWon}
            button={loaderData.offersTransferToWallet && <TransferToWallet form={depositFormId} />}
          />
          <PendingTransactions pending={{ transactions, further, account }} refreshHref={href('/deposit')} />
        </>
      }
      form={
        <DepositForm key={form.code} form={form} labels={labels} {...loaderData} {...{ account, isAccountInPending }}>
          <RecentTransactions
            title={t('deposit.recent')}
            emptyText={t('deposit.recent.none')}
            transactions={loaderData.recent}
          />
        </DepositForm>
      }
    />
  )
}

/** Whether a deposit under way says which account to pay into, or asks for it. */
function isAboutAccount(transaction: Transaction, account: AccountRequest): boolean {
  const { kind } = toTransactionState(transaction, { account, isExcluded: false })
  return ['account-unknown', 'account-asked', 'account-outdated', 'send-money'].includes(kind)
}

type Loaded = Route.ComponentProps['loaderData']

interface DepositFormProps extends Pick<Loaded, 'depositPayments' | 'recent' | 'pending' | 'account'> {
  form: ReturnType<typeof useMoneyForm>
  labels: { balance: string; idx: string }
  isAccountInPending: boolean
  /** Recent deposits. */
  children: ReactNode
}

function DepositForm(props: DepositFormProps) {
  const { form, labels, depositPayments, recent, pending, account, isAccountInPending, children } = props
  const i18n = useI18n()
  const { t, won } = i18n
  const isHydrated = useHydrated()
  const isSending = useIsSending()
  const initialIdx = form.submitted('idx')
  const [idx, chooseMethod] = useChosenMethod(initialIdx)
  const method = findPaymentChoice(depositPayments, idx)
  const { playLimits, expired } = useSession()
  const check = (amount: Won) => checkDeposit(amount, method, playLimits?.tightest)
  const amount = useAmount({
    name: 'balance',
    initialText: form.submitted('balance'),
    initialError: form.error('balance'),
    check,
    // While one is pending, the last amount is that one's.
    lastUsed: pending.transactions.length === 0 && !expired ? findLastUsed(recent, check) : undefined,
  })
  const ownLimit = i18n.sentences(
    playLimits?.tightest ? formatOwnLimit(playLimits.tightest, i18n) : undefined,
    playLimits?.isUnreadable && unreadableNote(i18n),
  )
  // An error stands in place of the note, which says when a limit that is used up starts anew.
  const isUsedUp = (playLimits?.tightest?.left ?? minDeposit) < minDeposit
  const error = amount.error && isUsedUp ? i18n.sentences(amount.error, ownLimit) : amount.error
  const arriving = amount.sum === undefined ? undefined : (netAmount({ amount: amount.sum, fee: method?.fee }) ?? null)
  return (
    <MoneyForm
      id={depositFormId}
      code={form.code}
      recent={children}
      fields={
        <>
          <AmountBox
            label={labels.balance}
            amount={{ ...amount, error }}
            min={minDeposit}
            aside={
              playLimits && (
                <TextLink to={limitsSectionHref}>
                  {t(playLimits.tightest ? 'deposit.limit.change' : 'deposit.limit.set')}
                </TextLink>
              )
            }
            note={ownLimit}
          />
          <MethodChoice
            label={labels.idx}
            methods={depositPayments}
            transferMin={minDeposit}
            initialIdx={initialIdx}
            error={form.error('idx')}
            failedText={t('deposit.method.failed')}
            onChoose={chooseMethod}
          />
          <div className={forTransfer}>
            <AccountBox request={account} isInPending={isAccountInPending} />
          </div>
        </>
      }
    >
      <TransferSummary
        title={t('deposit.sum.title')}
        details={[
          { term: t('deposit.sum.amount'), value: won(amount.sum) },
          { term: t('deposit.sum.method'), value: method?.name ?? t('payment.transfer') },
          { term: t('deposit.sum.fee'), value: method ? won(method.fee) : t('payment.fee.none') },
        ]}
        total={{ term: t('deposit.sum.arrives'), amount: arriving, unit: t('money.unit') }}
        needs={t(isUsedUp ? 'deposit.limit.none' : amount.isMissing ? 'form.needs.amount' : 'form.needs.mend')}
      >
        <SubmitButton
          intent="deposit"
          busy={isSending('deposit')}
          shortText={t('deposit.submit.short')}
          onClick={amount.blockInvalidSubmit}
          textWithSum={
            isHydrated && amount.sum && !method ? t('deposit.submit.sum', { amount: won(amount.sum) }) : undefined
          }
          paymentText={t('payment.open')}
        >
          {t('deposit.submit')}
        </SubmitButton>
      </TransferSummary>
      <SubmitNotes />
    </MoneyForm>
  )
}

/** What the member's own limit still allows, or when it starts anew. */
function formatOwnLimit({ left, limit, period }: NonNullable<PlayLimitsSummary['tightest']>, { t, won }: I18n): string {
  if (left >= minDeposit) return t(`deposit.limit.left.${period}`, { amount: won(left) })
  return limit < minDeposit ? t('deposit.limit.none') : t(`deposit.limit.none.${period}`)
}
