import { useState } from 'react'
import { flushSync } from 'react-dom'
import { href } from 'react-router'
import { LoadFailure } from '~/components/empty-page'
import { WithdrawalPasswordField } from '~/components/password-fields'
import { IntentButton } from '~/components/submit-button'
import { useI18n } from '~/i18n/i18n'
import { useReload } from '~/navigation/reload'
import type { RouteHandle } from '~/server/middleware/route.server'
import { useHasPage, useHasSupport } from '~/session/page-settings'
import { useExclusion, useMayNotDeposit, useSession } from '~/session/session-context'
import { AccountSteps, InquiryLink, isAboutAccount } from '~/transactions/next-steps'
import { PendingTransactions } from '~/transactions/pending-transactions'
import { useTransactionNews } from '~/transactions/poll'
import { SettlementNews } from '~/transactions/settlement-news'
import { nowrap } from '~/transactions/transactions.css'
import { Alert } from '~/ui/alert/alert'
import { Badge } from '~/ui/badge/badge'
import { ButtonLink } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { LabelledFigure } from '~/ui/figure/figure'
import { TextLink } from '~/ui/text-link/text-link'
import { historySectionHref, hrefWithQuery, writeInquiryHref } from '~/values/addresses'
import { minWithdrawal } from '~/values/amount'
import type { ParsedAmount } from '~/values/balance'
import { bankName } from '~/values/banks'
import { dot } from '~/values/parts'
import { isCancelled, newestFirst } from '~/values/transaction'
import { checkWithdrawal, maxWithdrawable, remainingCash } from '../form/amount-problems'
import * as css from '../form/cashier.css'
import { CashierPage, type MoneyFormView, MoneyInGames, useIsFormReplaced, useMoneyForm } from '../form/cashier-page'
import { forBankTransfer, forPayment } from '../form/form.css'
import { MethodChoice, useChosenMethod } from '../form/method-choice'
import { FormReplacement, MoneyForm } from '../form/money-form'
import { RecentTransactions, rowsOf } from '../form/recent-transactions'
import { AmountBox, useAmount } from '../form/use-amount'
import type { Route } from './+types/withdraw'

/** A transfer from games also submits this form, so that its input isn't lost. */
const formId = 'withdraw-form'

export const handle = { movesMoney: true, restoresForm: formId } satisfies RouteHandle

export { clientAction } from '../form/money-form'
export { action, loader } from './withdraw.server'

export default function Withdraw({ loaderData, actionData }: Route.ComponentProps) {
  const { dateTime, t } = useI18n()
  const { expired, member } = useSession()
  const { money, bankAccount, hold } = expired ? nothingKnown : loaderData
  const { pending, news } = loaderData
  const labels = {
    balance: t('withdraw.amount.label'),
    exchange_pw: t('register.exchangePw.label'),
    idx: t('withdraw.method.label'),
  }
  const form = useMoneyForm(actionData, loaderData, labels)
  const isHoldInSummary = hold !== undefined && form.result?.problem === hold.message
  // A balance of 0 replaces the form, but an unreadable one doesn't.
  const isEmpty = useIsFormReplaced(form, loaderData.money.walletWon === 0)
  const isInGames = isEmpty && loaderData.canTransferToWallet && (money.inGameWon ?? 0) > 0
  const rejection = findRejection(loaderData)
  useTransactionNews(pending.transactions)
  // Reloads when the balance in the header changes, for example after play.
  useReload(member && `${member.cashWon} ${member.inGameWon}`, loaderData.money)
  return (
    <CashierPage
      kind="withdraw"
      rows={rowsOf(loaderData)}
      form={form}
      notices={
        <>
          {hold && !isHoldInSummary && (
            <Alert kind="warning" silent title={t(hold.message, { until: dateTime(hold.until) })}>
              <p>{t(`${hold.message}.text`)}</p>
            </Alert>
          )}
          {money.failureReference !== undefined && (
            <LoadFailure text={t('withdraw.available.failed')} reference={money.failureReference} />
          )}
          {isEmpty && !isInGames && <MoneyInGames won={money.inGameWon} canTransfer={false} />}
        </>
      }
      pending={<PendingTransactions place="form" pending={pending} refreshHref={href('/withdraw')} />}
      news={
        <>
          <SettlementNews news={news} place="/withdraw" listed={rowsOf(loaderData)} requests={pending.transactions} />
          {rejection && <AccountSteps row={rejection} isNews={news.rows.includes(rejection)} />}
        </>
      }
    >
      {isEmpty ? (
        <NothingToWithdraw {...loaderData} inGameWon={isInGames ? money.inGameWon : undefined} />
      ) : (
        <WithdrawForm key={form.code} form={form} labels={labels} {...loaderData} {...{ money, bankAccount }} />
      )}
    </CashierPage>
  )
}

/** Replaces the form if the wallet is empty. @param inGameWon transferable won, or undefined if there is none */
function NothingToWithdraw({ inGameWon, recent, pending, usualTime }: Loaded & { inGameWon: ParsedAmount }) {
  const { number, t, won } = useI18n()
  const mayNotDeposit = useMayNotDeposit()
  const isExcluded = useExclusion() !== null
  const transferText = t('withdraw.transferToWallet.of', { amount: won(inGameWon) })
  return (
    <FormReplacement
      figures={
        <>
          <LabelledFigure label={t('withdraw.available')} amount={number(0)} unit={t('money.unit')} size="big" />
          {inGameWon && (
            <LabelledFigure label={t('withdraw.inGame')} amount={number(inGameWon)} unit={t('money.unit')} size="big" />
          )}
        </>
      }
      below={
        <>
          {pending.transactions.length === 0 && <Guide usualTime={usualTime} isBrief />}
          <RecentTransactions kind="withdraw" transactions={recent} requests={pending.transactions} />
        </>
      }
    >
      <p className={css.panelText}>
        {inGameWon
          ? t('withdraw.none.inGame')
          : isExcluded
            ? t('problem.excluded.text')
            : t('withdraw.none.text', { min: won(minWithdrawal) })}
      </p>
      {inGameWon ? (
        <IntentButton intent="bring-back" variant="primary" text={transferText} isWide />
      ) : (
        <ButtonLink
          to={mayNotDeposit ? historySectionHref : href('/deposit')}
          variant={mayNotDeposit ? 'quiet' : 'primary'}
          size="big"
          wide
        >
          {t(mayNotDeposit ? 'receipt.history' : 'withdraw.none.deposit')}
        </ButtonLink>
      )}
    </FormReplacement>
  )
}

/** Explains withdrawals. A pending one explains itself. @param isBrief true if nothing can be withdrawn */
function Guide({ usualTime, isBrief }: Pick<Loaded, 'usualTime'> & { isBrief?: boolean }) {
  const { sentences, t } = useI18n()
  const hasSupport = useHasSupport()
  return (
    <Card title={t('withdraw.guide')}>
      <p className={css.panelText}>{sentences(t('pending.checking.withdraw'), usualTime)}</p>
      {hasSupport && !isBrief && (
        <p>
          <TextLink to={writeInquiryHref}>{t('user.profile.change')}</TextLink>
        </p>
      )}
    </Card>
  )
}

/** Returns the latest settled withdrawal if it failed because of the account that the member still has. */
function findRejection({ news, recent }: Pick<Loaded, 'news' | 'recent'>) {
  const listed = recent.kind === 'done' ? recent.value : []
  const [latest] = newestFirst([...news.rows.filter(({ kind }) => kind === 'withdraw'), ...listed])
  return latest && isCancelled(latest) && latest.paidBy !== 'payment' && isAboutAccount(latest) ? latest : undefined
}

type Loaded = Route.ComponentProps['loaderData']

const nothingKnown: Pick<Loaded, 'money' | 'bankAccount' | 'hold'> = {
  money: { walletWon: undefined, inGameWon: undefined, failureReference: undefined },
  bankAccount: { bank: undefined, number: undefined, owner: undefined },
  hold: undefined,
}

type WithdrawFormProps = Loaded & { form: MoneyFormView; labels: Record<'idx' | 'balance' | 'exchange_pw', string> }

function WithdrawForm(props: WithdrawFormProps) {
  const { form, labels, payments, money, bankAccount, recent, pending, canTransferToWallet, usualTime } = props
  const { bank, number, owner } = bankAccount
  const { lang, number: format, t, won } = useI18n()
  const [method, chooseMethod] = useChosenMethod(form, payments)
  const none = (money.walletWon ?? minWithdrawal) < minWithdrawal && t('withdraw.all.none')
  const amount = useAmount({ name: 'balance', form, check: (sum) => checkWithdrawal(sum, money.walletWon), recent })
  const max = maxWithdrawable(money.walletWon)
  const [isPasswordMissed, setIsPasswordMissed] = useState(false)
  const passwordError = isPasswordMissed ? t('withdraw.exchangePw.empty') : form.error('exchange_pw')
  const hasPage = useHasPage()
  const rejection = findRejection(props)
  const restWon = amount.sum === max && remainingCash(money.walletWon, amount.sum)
  const bankAndNumber = [bank && bankName(bank, lang), number].filter(Boolean).join('\u00a0')
  const payoutAccount = (
    <span translate="no">
      <span>{bankAndNumber || format(undefined)}</span> <span className={nowrap}>{owner}</span>
    </span>
  )
  const rejected = rejection && (
    <>
      <span translate="no">{bankAndNumber}</span> <Badge kind="bad">{t('withdraw.account.refused')}</Badge>
    </>
  )
  return (
    <MoneyForm
      id={formId}
      code={form.code}
      account={pending.transactions.length === 0 && !rejection && <Guide usualTime={usualTime} />}
      recent={<RecentTransactions kind="withdraw" transactions={recent} requests={pending.transactions} />}
      fields={
        <>
          <div className={forBankTransfer}>
            <AmountBox
              label={labels.balance}
              amount={amount}
              min={minWithdrawal}
              available={{
                label: t('withdraw.available'),
                amount: money.walletWon,
                max,
                more: <MoneyInGames won={money.inGameWon} canTransfer={canTransferToWallet} form={formId} isBare />,
              }}
              besides={`${t('withdraw.sum.after')} ${won(remainingCash(money.walletWon, amount.sum))}`}
              note={restWon ? t('withdraw.all.rest', { amount: won(restWon) }) : undefined}
            />
          </div>
          <MethodChoice
            kind="withdraw"
            form={form}
            methods={payments}
            onChoose={chooseMethod}
            row={
              <>
                <span className={forBankTransfer}>
                  {t('payment.transfer')}
                  {dot}
                  <strong>{payoutAccount}</strong>
                </span>
                <span className={forPayment}>{method?.name ?? labels.idx}</span>
              </>
            }
          />
          {rejection && (
            <div className={forBankTransfer}>
              <Alert kind="error" silent slim>
                {t('withdraw.account.again')} <InquiryLink row={rejection} />
              </Alert>
            </div>
          )}
          <div className={forBankTransfer}>
            <div className={css.panelGroup}>
              <WithdrawalPasswordField
                name="exchange_pw"
                label={labels.exchange_pw}
                hint={t('withdraw.exchangePw.hint')}
                error={passwordError}
                // The submit button checks the empty field before it focuses it, which scrolls to a visible error.
                onInvalid={() => flushSync(() => setIsPasswordMissed(true))}
                onChange={() => setIsPasswordMissed(false)}
              />
              {passwordError === t('withdraw.exchangePw.wrong') && hasPage(href('/forgot')) && (
                <p>
                  <TextLink to={hrefWithQuery(href('/forgot'), { kind: 'exchange' })}>
                    {t('withdraw.exchangePw.forgotten')}
                  </TextLink>
                </p>
              )}
            </div>
          </div>
          <div className={forPayment}>
            <Alert kind="info" silent>
              {t('withdraw.payment.hint')}
            </Alert>
          </div>
        </>
      }
      fold={{ kind: 'withdraw', isNeeded: form.isShownAgain || !amount.isMissing, pending, rejected }}
      summary={{
        total: {
          term: (
            <>
              {t('withdraw.sum.arrives')}
              {number && !rejection && <span translate="no">{` (${bankAndNumber})`}</span>}
            </>
          ),
          amount: amount.sum,
        },
        note: none || <strong className={forBankTransfer}>{t('withdraw.waiting.hint')}</strong>,
        needs: t(amount.isMissing ? 'form.needs.amount' : 'form.needs.mend'),
        needsBesides: t('form.needs.exchangePw'),
      }}
      submit={{
        intent: 'withdraw',
        text: t('withdraw.submit'),
        paymentText: t('payment.open'),
        onClick: method ? undefined : amount.blockInvalidSubmit,
      }}
    />
  )
}
