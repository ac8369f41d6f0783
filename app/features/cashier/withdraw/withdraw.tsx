import { href } from 'react-router'
import { LoadFailure } from '~/components/empty-page'
import { IntentButton } from '~/components/intent-button'
import { UnreadableMoney } from '~/components/unreadable-money'
import { WithdrawalPasswordField } from '~/components/withdrawal-password-field'
import { useI18n } from '~/i18n/i18n'
import { useReload } from '~/navigation/reload'
import type { RouteHandle } from '~/server/middleware/route.server'
import { useHasSupport } from '~/session/document-settings'
import { useExclusion, useMayNotDeposit, useSession } from '~/session/state'
import { PendingTransactions } from '~/transactions/pending-transactions'
import { useTransactionNews } from '~/transactions/poll'
import { SettlementNews } from '~/transactions/settlement-news'
import { nowrap } from '~/transactions/tracking.css'
import { Alert } from '~/ui/alert/alert'
import { ButtonLink } from '~/ui/button/button'
import { LabelledFigure } from '~/ui/figure/figure'
import { spreadRow } from '~/ui/layout/layout.css'
import { historySectionHref } from '~/values/addresses'
import { minWithdrawal, type Won } from '~/values/amount'
import type { ParsedAmount } from '~/values/balance'
import { bankName } from '~/values/banks'
import { AmountBox, useAmount } from '../form/amount-box'
import { checkWithdrawal, maxWithdrawable, remainingCash } from '../form/amount-problems'
import * as css from '../form/cashier.css'
import { CashierPage, type MoneyFormView, MoneyInGames, useGivesWay, useMoneyForm } from '../form/cashier-page'
import { correction, forBankTransfer, forPayment } from '../form/form.css'
import { MethodChoice, useChosenMethod } from '../form/method-choice'
import { FormPanel, InsteadOfForm, MoneyForm } from '../form/money-form'
import { RecentTransactions, rowsOf } from '../form/recent-transactions'
import type { Route } from './+types/withdraw'

/** The form's id: transfers from games keep its typed values. */
const formId = 'withdraw-form'

export const handle = { movesMoney: true, restoresForm: formId } satisfies RouteHandle

export { clientAction } from '../form/money-form'
export { action, loader } from './withdraw.server'

export default function Withdraw({ loaderData, actionData }: Route.ComponentProps) {
  const { dateTime, t } = useI18n()
  const { expired, member } = useSession()
  // After the session's end the page shows nothing of its member.
  const { money, bankAccount, hold } = expired ? nothingKnown : loaderData
  const labels = {
    balance: t('withdraw.amount.label'),
    exchange_pw: t('register.exchangePw.label'),
    idx: t('withdraw.method.label'),
  }
  const form = useMoneyForm(actionData, loaderData, labels)
  const isHoldInSummary = hold !== undefined && form.result?.problem === hold.message
  // An unreadable balance hides no form.
  const isEmpty = useGivesWay(form, loaderData.money.walletWon === 0)
  const isInGames = isEmpty && loaderData.canTransferToWallet && (money.inGameWon ?? 0) > 0
  useTransactionNews(loaderData.pending.transactions)
  // For example after play.
  useReload(member && `${member.cashWon} ${member.inGameWon}`, loaderData.money)
  return (
    <CashierPage
      kind="withdraw"
      rows={rowsOf(loaderData)}
      form={form}
      wallet={
        <>
          {hold && !isHoldInSummary && (
            <Alert kind="warning" silent title={t(hold.message, { until: dateTime(hold.until) })}>
              <p>{t(`${hold.message}.text`)}</p>
            </Alert>
          )}
          {money.failureReference !== undefined && (
            <LoadFailure text={t('withdraw.available.failed')} reference={money.failureReference} />
          )}
          {isEmpty && !isInGames && <MoneyInGames won={money.inGameWon} canTransfer={false} form={undefined} />}
          <SettlementNews news={loaderData.news} place="/withdraw" />
          <PendingTransactions place="form" pending={loaderData.pending} refreshHref={href('/withdraw')} />
        </>
      }
    >
      {isEmpty ? (
        <NothingToWithdraw inGameWon={isInGames ? money.inGameWon : undefined} recent={loaderData.recent} />
      ) : (
        <WithdrawForm key={form.code} form={form} labels={labels} {...loaderData} {...{ money, bankAccount }} />
      )}
    </CashierPage>
  )
}

/** Replaces the form where the wallet is empty. @param inGameWon transferable won; undefined: nothing. */
function NothingToWithdraw({ inGameWon, recent }: Pick<Loaded, 'recent'> & { inGameWon: ParsedAmount }) {
  const { t, won } = useI18n()
  const mayNotDeposit = useMayNotDeposit()
  const isExcluded = useExclusion() !== null
  return (
    <InsteadOfForm
      title={t('withdraw.none')}
      text={
        inGameWon
          ? t('withdraw.none.inGame', { amount: won(inGameWon) })
          : t(isExcluded ? 'problem.excluded.text' : 'withdraw.none.text')
      }
      action={
        inGameWon ? (
          <IntentButton intent="bring-back" variant="primary" text={t('withdraw.transferToWallet')} />
        ) : (
          <ButtonLink
            to={mayNotDeposit ? historySectionHref : href('/deposit')}
            variant={mayNotDeposit ? 'quiet' : 'primary'}
          >
            {t(mayNotDeposit ? 'receipt.history' : 'nav.deposit')}
          </ButtonLink>
        )
      }
      below={<RecentTransactions kind="withdraw" transactions={recent} />}
    />
  )
}

type Loaded = Route.ComponentProps['loaderData']

const nothingKnown: Pick<Loaded, 'money' | 'bankAccount' | 'hold'> = {
  money: { walletWon: undefined, inGameWon: undefined, failureReference: undefined },
  bankAccount: { bank: undefined, number: undefined, owner: undefined },
  hold: undefined,
}

interface WithdrawFormProps
  extends Pick<Loaded, 'payments' | 'money' | 'bankAccount' | 'recent' | 'canTransferToWallet'> {
  form: MoneyFormView
  labels: { idx: string; balance: string; exchange_pw: string }
}

function WithdrawForm(props: WithdrawFormProps) {
  const { form, labels, payments, money, bankAccount, recent, canTransferToWallet } = props
  const hasSupport = useHasSupport()
  const { lang, number, t, won } = useI18n()
  const [method, chooseMethod] = useChosenMethod(form, payments)
  const check = (amount: Won) => checkWithdrawal(amount, money.walletWon)
  const isEmpty = (money.walletWon ?? minWithdrawal) < minWithdrawal
  const amount = useAmount({ name: 'balance', form, check })
  const max = maxWithdrawable(money.walletWon)
  const restWon = amount.sum === max && remainingCash(money.walletWon, amount.sum)
  return (
    <MoneyForm
      id={formId}
      code={form.code}
      recent={<RecentTransactions kind="withdraw" transactions={recent} />}
      fields={
        <>
          <Balances money={money} canTransfer={canTransferToWallet} />
          <div className={forBankTransfer}>
            <AmountBox
              label={labels.balance}
              amount={amount}
              min={minWithdrawal}
              aside={
                typeof money.walletWon === 'number' && <AllOfIt onPress={max ? amount.set : undefined} max={max} />
              }
              note={restWon ? t('withdraw.all.rest', { amount: won(restWon) }) : undefined}
            />
            <WithdrawalPasswordField
              name="exchange_pw"
              label={labels.exchange_pw}
              hint={t('withdraw.exchangePw.hint')}
              error={form.error('exchange_pw')}
            />
          </div>
          <MethodChoice kind="withdraw" form={form} methods={payments} onChoose={chooseMethod} />
          <div className={forBankTransfer}>
            <FormPanel label={t('withdraw.account.title')}>
              <p className={css.panelName}>
                <span>{bankAccount.bank ? bankName(bankAccount.bank, lang) : number(undefined)}</span>{' '}
                <span className={nowrap} translate="no">
                  {bankAccount.number}
                </span>
              </p>
              <p className={css.panelText}>
                <span>{t('withdraw.account.owner', { owner: bankAccount.owner ?? number(undefined) })}</span>
                {hasSupport && <span>{` · ${t('user.profile.change')}`}</span>}
              </p>
            </FormPanel>
            <p className={css.panelText}>{t('withdraw.waiting.hint')}</p>
          </div>
          <div className={forPayment}>
            <Alert kind="info" silent>
              {t('withdraw.payment.hint')}
            </Alert>
          </div>
        </>
      }
      summary={{
        title: t('deposit.sum.title'),
        details: [
          { term: t('withdraw.sum.amount'), value: won(amount.sum) },
          { term: t('withdraw.sum.method'), value: t('payment.transfer') },
          { term: t('withdraw.sum.fee'), value: t('sum.fee.none') },
          { term: t('withdraw.sum.after'), value: won(remainingCash(money.walletWon, amount.sum)) },
        ],
        total: { term: t('withdraw.sum.arrives'), amount: amount.sum },
        needs: t(isEmpty ? 'withdraw.all.none' : amount.isMissing ? 'form.needs.amount' : 'form.needs.mend'),
        // Without script the typed amount is not compared with the balance.
        needsBesides: isEmpty ? t('withdraw.all.none') : undefined,
      }}
      submit={{
        intent: 'withdraw',
        text: t('withdraw.submit'),
        shortText: t('withdraw.submit.short'),
        textWithSum: amount.sum && !method ? t('withdraw.submit.sum', { amount: won(amount.sum) }) : undefined,
        paymentText: t('payment.open'),
        onClick: method ? undefined : amount.blockInvalidSubmit,
      }}
    />
  )
}

/** The wallet and the money in games, with the button that moves it back. */
function Balances({
  money: { walletWon, inGameWon = 0 },
  canTransfer,
}: Pick<Loaded, 'money'> & { canTransfer: boolean }) {
  const { number, t } = useI18n()
  const unit = t('money.unit')
  return (
    <div>
      <div className={spreadRow}>
        <LabelledFigure
          label={t('withdraw.available')}
          amount={walletWon === undefined ? null : number(walletWon)}
          unit={unit}
          size="line"
        />
        {inGameWon !== 0 && (
          <LabelledFigure label={t('withdraw.inGame')} amount={number(inGameWon)} unit={unit} size="line" />
        )}
        {inGameWon !== 0 && canTransfer && (
          <IntentButton
            intent="bring-back"
            text={t('withdraw.transferToWallet.short')}
            label={t('withdraw.transferToWallet')}
            form={formId}
          />
        )}
      </div>
      <UnreadableMoney figures={[walletWon, inGameWon]} />
    </div>
  )
}

/** Enters all that can be withdrawn. Without script the button submits, and the server explains where that is nothing. */
function AllOfIt({ max, onPress }: { max: Won; onPress: ((won: Won) => void) | undefined }) {
  const { t } = useI18n()
  return (
    <button
      type="submit"
      className={correction}
      name="intent"
      value="all"
      formNoValidate
      onClick={
        onPress &&
        ((event) => {
          event.preventDefault()
          onPress(max)
        })
      }
    >
      {t('amount.allOf')}
    </button>
  )
}
