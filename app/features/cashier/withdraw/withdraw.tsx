import type { ReactNode } from 'react'
import { href } from 'react-router'
import { useIsSending } from '~/forms/use-is-sending'
import { useHasHelpDesk } from '~/frame/document-settings'
import { sendMoneyForm } from '~/frame/lost-responses/sent-form'
import { useActionResult } from '~/frame/navigation/page-key'
import { ExchangePasswordField } from '~/frame/parts/exchange-password-field'
import { LoadFailure } from '~/frame/parts/load-failure'
import { useSession } from '~/frame/session/state'
import { useI18n } from '~/i18n/i18n'
import type { RouteHandle } from '~/server/steps/route.server'
import { Alert } from '~/ui/alert/alert'
import { useHydrated } from '~/ui/hydrated'
import { minWithdrawal, type Won } from '~/values/amount'
import { AmountBox } from '../form/amount-box'
import { checkWithdrawal, remainingCash } from '../form/amounts'
import * as css from '../form/cashier.css'
import { CashierPage } from '../form/cashier-page'
import { forPayment, forTransfer } from '../form/form.css'
import { findPaymentChoice, MethodChoice } from '../form/method-choice'
import { FormPanel, MoneyForm, SubmitButton, SubmitNotes, TransferSummary } from '../form/parts'
import type { MoneyResult } from '../form/result'
import { useAmount, useChosenMethod } from '../form/use-amount'
import { useMoneyForm } from '../form/use-form'
import { mayMoveMoney } from '../tracking/look-up'
import { PendingTransactions } from '../tracking/pending-transactions'
import { usePolledTransactions } from '../tracking/poll'
import { RecentTransactions } from '../tracking/recent-transactions'
import type { Route } from './+types/withdraw'
import { useRevalidateOnMoney } from './revalidate-on-money'
import { MoneyInGames, TransferToWallet } from './wallet-box'

export const handle = { demotesDepositButton: true, restoresForm: true } satisfies RouteHandle

export { shouldRevalidate } from '~/frame/session/another-member'
export { action, loader } from './withdraw.server'

export function clientAction(args: Route.ClientActionArgs) {
  return sendMoneyForm(args, mayMoveMoney)
}

export default function Withdraw({ loaderData, actionData }: Route.ComponentProps) {
  const result = useActionResult<MoneyResult>(actionData)
  const { dateTime, t } = useI18n()
  const { expired } = useSession()
  // A session that is over shows nothing of its member.
  const { money, account, heldUntil } = expired ? nothingKnown : loaderData
  const until = result?.problem === 'withdraw.held' ? undefined : heldUntil
  const labels = {
    idx: t('withdraw.method.label'),
    balance: t('withdraw.amount.label'),
    exchange_pw: t('register.exchangePw.label'),
  }
  const form = useMoneyForm(result ?? loaderData.savedForm, loaderData.code, labels)
  usePolledTransactions(loaderData.pending.transactions)
  useRevalidateOnMoney(loaderData.money)
  return (
    <CashierPage
      title={t('withdraw.title')}
      transaction={{ name: t('transaction.withdraw'), list: 'withdraw', field: 'balance' }}
      errorSummary={form.errorSummary}
      result={result}
      wallet={
        <>
          {until && (
            <Alert kind="warning" silent title={t('withdraw.held', { until: dateTime(until) })}>
              <p>{t('withdraw.held.text')}</p>
            </Alert>
          )}
          {money.failureReference !== undefined && (
            <LoadFailure text={t('withdraw.available.failed')} reference={money.failureReference} />
          )}
          <MoneyInGames
            won={money.inGameWon}
            button={money.canTransferToWallet && <TransferToWallet form={formId} />}
          />
          <PendingTransactions pending={loaderData.pending} refreshHref={href('/withdraw')} />
        </>
      }
      form={
        <WithdrawForm key={form.code} form={form} labels={labels} {...loaderData} {...{ money, account }}>
          <RecentTransactions
            title={t('withdraw.recent')}
            emptyText={t('withdraw.recent.none')}
            transactions={loaderData.recent}
          />
        </WithdrawForm>
      }
    />
  )
}

/** The form of the page: bringing money back from there keeps what was typed in it. */
const formId = 'withdraw-form'

type Loaded = Route.ComponentProps['loaderData']

const nothingKnown: Pick<Loaded, 'money' | 'account' | 'heldUntil'> = {
  money: {
    walletWon: undefined,
    inGameWon: undefined,
    maxWithdrawalWon: 0,
    canTransferToWallet: false,
    failureReference: undefined,
  },
  account: { bank: undefined, number: undefined, owner: undefined },
  heldUntil: undefined,
}

interface WithdrawFormProps extends Pick<Loaded, 'withdrawalPayments' | 'money' | 'account'> {
  form: ReturnType<typeof useMoneyForm>
  labels: { idx: string; balance: string; exchange_pw: string }
  /** Recent withdrawals. */
  children: ReactNode
}

function WithdrawForm({ form, labels, withdrawalPayments, money, account, children }: WithdrawFormProps) {
  const hasDesk = useHasHelpDesk()
  const { number, t, won } = useI18n()
  const isHydrated = useHydrated()
  const isSending = useIsSending()
  const [idx, chooseMethod] = useChosenMethod(form.submitted('idx'))
  const method = findPaymentChoice(withdrawalPayments, idx)
  const check = (amount: Won) => checkWithdrawal(amount, money.walletWon)
  const isEmpty = (money.walletWon ?? minWithdrawal) < minWithdrawal
  const amount = useAmount({
    name: 'balance',
    initialText: form.submitted('balance'),
    initialError: form.error('balance'),
    check,
  })
  const restWon = amount.sum === money.maxWithdrawalWon && remainingCash(money.walletWon, amount.sum)
  return (
    <MoneyForm
      id={formId}
      code={form.code}
      recent={children}
      fields={
        <>
          <div className={forTransfer}>
            <AmountBox
              label={labels.balance}
              amount={amount}
              min={minWithdrawal}
              available={{ label: t('withdraw.available'), won: money.walletWon, maxWon: money.maxWithdrawalWon }}
              note={restWon ? t('withdraw.all.rest', { amount: won(restWon) }) : undefined}
            />
          </div>
          <MethodChoice
            label={labels.idx}
            methods={withdrawalPayments}
            transferMin={minWithdrawal}
            initialIdx={form.submitted('idx')}
            error={form.error('idx')}
            failedText={t('withdraw.method.failed')}
            onChoose={chooseMethod}
          />
          <div className={forTransfer}>
            <FormPanel label={t('withdraw.account.title')}>
              <p className={css.panelName}>
                {account.bank ?? number(undefined)} <span className={css.nowrap}>{account.number}</span>
              </p>
              <p className={css.panelText}>
                {t('withdraw.account.owner', { owner: account.owner ?? number(undefined) })}
                {hasDesk && ` · ${t('user.profile.change')}`}
              </p>
            </FormPanel>
            <ExchangePasswordField
              name="exchange_pw"
              label={labels.exchange_pw}
              hint={t('withdraw.exchangePw.hint')}
              error={form.error('exchange_pw')}
            />
            <p className={css.panelText}>{t('withdraw.waiting.hint')}</p>
          </div>
          <div className={forPayment}>
            <Alert kind="info" silent>
              {t('withdraw.payment.hint')}
            </Alert>
          </div>
        </>
      }
    >
      <TransferSummary
        title={t('deposit.sum.title')}
        details={[
          { term: t('withdraw.sum.amount'), value: won(amount.sum) },
          { term: t('withdraw.sum.method'), value: t('payment.transfer') },
          { term: t('withdraw.sum.fee'), value: t('payment.fee.none') },
          { term: t('withdraw.sum.after'), value: won(remainingCash(money.walletWon, amount.sum)) },
        ]}
        total={{ term: t('withdraw.sum.arrives'), amount: amount.sum, unit: t('money.unit') }}
        needs={t(isEmpty ? 'withdraw.all.none' : amount.isMissing ? 'form.needs.amount' : 'form.needs.mend')}
        // Without script nobody compares the typed amount with what there is.
        needsBesides={isEmpty ? t('withdraw.all.none') : undefined}
        isForTransfer
      >
        <SubmitButton
          intent="withdraw"
          busy={isSending('withdraw')}
          shortText={t('withdraw.submit.short')}
          onClick={method ? undefined : amount.blockInvalidSubmit}
          textWithSum={
            isHydrated && amount.sum && !method ? t('withdraw.submit.sum', { amount: won(amount.sum) }) : undefined
          }
          paymentText={t('payment.open')}
        >
          {t('withdraw.submit')}
        </SubmitButton>
      </TransferSummary>
      <div className={forTransfer}>
        <SubmitNotes />
      </div>
    </MoneyForm>
  )
}
