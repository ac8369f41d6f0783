import { redirectDocument } from 'react-router'
import { readForm } from '~/forms/read-form'
import { createRequestCode } from '~/forms/redisplay.server'
import { getForm } from '~/http/body.server'
import { redirectWithFlash } from '~/http/flash.server'
import { isFromAnotherMember } from '~/http/guard.server'
import { getHealthCheck } from '~/http/health-check.server'
import { type PageUpstream, upstreamContext } from '~/http/page-upstream.server'
import { requestInfoContext } from '~/http/request-info.server'
import { readSavedForm } from '~/http/saved-forms.server'
import { i18nFor } from '~/i18n/catalogue.server'
import { useI18n } from '~/i18n/i18n'
import { useUnansweredForm } from '~/shell/connection'
import { Alert } from '~/ui/alert/alert'
import { Button } from '~/ui/button/button'
import { PasswordField } from '~/ui/field/field'
import { LabelledFigure } from '~/ui/figure/figure'
import { form as column } from '~/ui/form/form.css'
import { PostForm } from '~/ui/form/post-form'
import { useHydrated } from '~/ui/hydrated'
import { findByIdx } from '~/upstream/find-by-id'
import type { Route } from './+types/withdraw'
import { AmountBox } from './amount-box'
import { formatForInput, formatMinutesSeconds, maxWithdrawable, remainingCash } from './amounts'
import * as css from './cashier.css'
import { CashierPage } from './cashier-page'
import { FormPanel } from './form-panel'
import {
  type FormMessage,
  fetchWithdrawalRows,
  respondUnsuccessful,
  showFormAgain,
  showFormOfAnotherMemberAgain,
  showFormWithNewAmount,
  showProblemAgain,
  throwIfNothingLoaded,
} from './form-responses.server'
import { anyFieldsForm, invalidFormStatus, readIntent, withdrawByPaymentForm, withdrawForm } from './forms.server'
import { mayMoveMoney, readSentAmount } from './lost-movement'
import { maskAccountNumber, maskName } from './mask'
import { findPaymentChoice, MethodChoice } from './method-choice'
import { toPaymentChoices, toRecentMovements } from './page-parts.server'
import { RecentMovements } from './recent-movements'
import { RequestFields } from './request-fields'
import { SubmitButton, SubmitNotes, TransferSummary } from './submit-section'
import { canTransferOut, recordTransferOutMissing } from './transfer-out-support.server'
import { hrefWithTyped, readTypedFromQuery } from './typed-query'
import { LostOutcome, LostTransferOut, UnknownOutcome } from './unknown-outcome'
import { useAmount, useChosenMethod } from './use-amount'
import { useIsSending, useMoneyForm } from './use-money-form'
import { WalletBox } from './wallet-box'

export async function loader({ request, context }: Route.LoaderArgs) {
  const upstream = context.get(upstreamContext)
  const [methods, money, recent, health] = await Promise.all([
    upstream.call('get-withdrawal-payment', {}),
    upstream.attempt('get-in-game-balance', {}),
    upstream.attempt('get-withdraw-list', { page: 1 }),
    getHealthCheck(upstream),
  ])
  throwIfNothingLoaded(context, upstream, { segment: 'get-withdrawal-payment', outcome: methods }, [money, recent])
  const { balance, gameMoney } = money.kind === 'done' ? money.answer : {}
  const { bankname, banknum, bankOwner } = health.kind === 'done' ? health.answer.user : {}
  return {
    methods: toPaymentChoices(methods, upstream, i18nFor(context.get(requestInfoContext).locale)),
    money: {
      walletWon: balance === undefined ? undefined : Math.trunc(balance),
      inGameWon: gameMoney === undefined ? undefined : Math.trunc(gameMoney),
      maxWithdrawalWon: maxWithdrawable(balance),
      canBringBack: gameMoney !== undefined && gameMoney > 0 && canTransferOut(),
      failureReference: money.kind === 'failed' ? money.reference : undefined,
    },
    account: { bank: bankname, number: maskAccountNumber(banknum), owner: maskName(bankOwner) },
    recent: toRecentMovements(recent),
    code: createRequestCode(),
    savedForm: (await readSavedForm(request, context)) ?? readTypedFromQuery(new URL(request.url).searchParams),
  }
}

export async function action({ context }: Route.ActionArgs) {
  const posted = getForm(context)
  if (isFromAnotherMember(posted, context)) return showFormOfAnotherMemberAgain(context, posted)
  switch (readIntent(posted, ['add', 'clear', 'all', 'bring-back'])) {
    case 'add':
    case 'clear':
      return showFormWithNewAmount(context, posted)
    case 'all':
      return redisplayWithMaxAmount(context, posted)
    case 'bring-back':
      return bringBack(context, posted)
  }
  const idx = posted.get('idx')
  return typeof idx === 'string' && idx !== '' ? withdrawByPayment(context, posted) : withdrawToBank(context, posted)
}

type Context = Route.ActionArgs['context']

async function withdrawToBank(context: Context, posted: FormData) {
  const startedAtMs = Date.now()
  const upstream = context.get(upstreamContext)
  const form = readForm(posted, withdrawForm)
  if (form.kind === 'invalid') return showFormAgain(context, form, invalidFormStatus(form.fields))
  const { balance, code, exchange_pw } = form.values
  const outcome = await upstream.call('apply-user-withdraw', { balance, code, exchange_pw })
  if (outcome.kind !== 'done') {
    const balanceRefusal =
      outcome.kind === 'refused' && outcome.status === 'balance'
        ? await insufficientWalletMessage(context, upstream)
        : undefined
    return respondUnsuccessful(context, upstream, form, outcome, {
      refused: (refusal) => balanceRefusal ?? refusalMessage(refusal, upstream.reference),
      lostMovement: { won: balance, startedAtMs, fetchRows: fetchWithdrawalRows },
    })
  }
  return redirectWithFlash('/', { kind: 'success', message: 'msg2015' })
}

/** Redirects to the payment method's own page, which asks for amount and password. */
async function withdrawByPayment(context: Context, posted: FormData) {
  const upstream = context.get(upstreamContext)
  const form = readForm(posted, withdrawByPaymentForm)
  if (form.kind === 'invalid') return showFormAgain(context, form, invalidFormStatus(form.fields))
  const methods = await upstream.attempt('get-withdrawal-payment', {})
  if (methods.kind !== 'done') return showProblemAgain(context, form, 'unavailable', upstream.reference)
  const payment = findByIdx(methods.answer.payments, form.values.idx)
  if (!payment) return showFormAgain(context, form, 422, { idx: ['payment.gone'] })
  const outcome = await upstream.call('withdrawal-launcher', { idx: payment.idx })
  if (outcome.kind !== 'done') {
    return respondUnsuccessful(context, upstream, form, outcome, {
      refused: (refusal) => refusalMessage(refusal, upstream.reference),
    })
  }
  return redirectDocument(outcome.answer.launcherUrl, 303)
}

function refusalMessage({ status, waitMs }: { status: string; waitMs?: number }, reference: string): FormMessage {
  switch (status) {
    case 'pass':
      return { fields: { exchange_pw: ['withdraw.exchangePw.wrong'] } }
    case 'balance':
      return { problem: 'msg2016' }
    case 'wait':
      return waitMs === undefined
        ? { problem: 'msg2287' }
        : { problem: 'msg2286', values: { time: formatMinutesSeconds(waitMs) } }
    default:
      return { problem: 'msg2018', values: { reference } }
  }
}

/**
 * The message for a withdrawal above the wallet's balance: what the wallet holds, and what is still in games. The
 * header shows both together, but only the wallet can be withdrawn.
 */
async function insufficientWalletMessage(context: Context, upstream: PageUpstream): Promise<FormMessage> {
  const money = await upstream.attempt('get-in-game-balance', {})
  const { balance, gameMoney = 0 } = money.kind === 'done' ? money.answer : {}
  if (balance === undefined) return { problem: 'msg2016' }
  const { won } = i18nFor(context.get(requestInfoContext).locale)
  if (gameMoney < 1) return { problem: 'msg2016.wallet', values: { cash: won(balance) } }
  return { problem: 'msg2016.inGame', values: { cash: won(balance), inGame: won(gameMoney) } }
}

/** 전액 (all) without script: shows the form again with the largest amount that can be withdrawn. */
async function redisplayWithMaxAmount(context: Context, posted: FormData) {
  const upstream = context.get(upstreamContext)
  const form = readForm(posted, anyFieldsForm)
  if (form.kind === 'invalid') return showFormAgain(context, form, 422)
  const money = await upstream.attempt('get-in-game-balance', {})
  if (money.kind !== 'done') return showProblemAgain(context, form, 'unavailable', upstream.reference)
  const maxWithdrawalWon = maxWithdrawable(money.answer.balance)
  if (maxWithdrawalWon === 0) return showFormAgain(context, form, 422, { balance: ['withdraw.all.none'] })
  return showFormAgain(context, { typed: { ...form.typed, balance: formatForInput(maxWithdrawalWon) } }, 200)
}

/** Moves the money in games back into the wallet. If the upstream does not support that, the button is hidden. */
async function bringBack(context: Context, posted: FormData) {
  const upstream = context.get(upstreamContext)
  const form = readForm(posted, anyFieldsForm)
  if (form.kind === 'invalid') return showFormAgain(context, form, 422)
  const failureMessage: FormMessage = {
    problem: 'withdraw.bringBack.failed',
    values: { reference: upstream.reference },
  }
  const outcome = await upstream.call('transfer-out', {})
  switch (outcome.kind) {
    case 'done':
      return redirectWithFlash(hrefWithTyped('/withdraw', form.typed), {
        kind: 'success',
        message: 'withdraw.bringBack.done',
      })
    case 'unsupported':
      recordTransferOutMissing()
      return showFormAgain(context, form, 409, failureMessage.problem, failureMessage.values)
    case 'unknown':
      return showFormAgain(context, form, outcome.httpStatus, 'withdraw.bringBack.unknown', {
        reference: outcome.reference,
      })
    default:
      return respondUnsuccessful(context, upstream, form, outcome, { refused: () => failureMessage })
  }
}

export default function Withdraw({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n()
  const labels = {
    idx: t('withdraw.method.label'),
    balance: t('withdraw.amount.label'),
    exchange_pw: t('withdraw.exchangePw.label'),
  }
  const form = useMoneyForm(actionData ?? loaderData.savedForm, loaderData.code, labels)
  const lostForm = useUnansweredForm(mayMoveMoney)
  if (lostForm?.formData?.get('intent') === 'bring-back') return <LostTransferOut lost={lostForm} />
  if (lostForm)
    return (
      <LostOutcome
        lost={lostForm}
        kind={t('movement.withdraw')}
        list="withdraw"
        won={readSentAmount(lostForm, 'balance')}
      />
    )
  if (actionData?.unknown) return <UnknownOutcome unknown={actionData.unknown} kind={t('movement.withdraw')} />
  return (
    <CashierPage
      title={t('withdraw.title')}
      errorSummary={form.trouble}
      answer={actionData}
      remedy={
        actionData?.problem === 'msg2016.inGame' &&
        loaderData.money.canBringBack && <BringBack typed={{ balance: form.typed('balance') }} />
      }
      wallet={<Wallet money={loaderData.money} />}
      form={<WithdrawForm key={actionData?.code} form={form} labels={labels} {...loaderData} />}
      recent={
        <RecentMovements title={t('withdraw.recent')} none={t('withdraw.recent.none')} movements={loaderData.recent} />
      }
    />
  )
}

type Loaded = Route.ComponentProps['loaderData']

/** The wallet's balance, which can be withdrawn, and the money still in games. */
function Wallet({ money }: Pick<Loaded, 'money'>) {
  const { t, won } = useI18n()
  return (
    <WalletBox label={t('withdraw.available')} amount={money.walletWon} unit={t('money.unit')}>
      {money.failureReference !== undefined && (
        <Alert kind="warning" silent>
          {t('withdraw.available.failed')} {t('problem.reference')} {money.failureReference}
        </Alert>
      )}
      {money.inGameWon !== undefined && (
        <div className={css.secondFigure}>
          <LabelledFigure label={t('withdraw.inGame')} amount={won(money.inGameWon)} size="line" />
          {money.canBringBack && <BringBack />}
        </div>
      )}
    </WalletBox>
  )
}

/** The button that moves the money in games back. It posts the typed form values too, so that they are kept. */
function BringBack({ typed = {} }: { typed?: Record<string, string> }) {
  const { t } = useI18n()
  const isSending = useIsSending()
  return (
    <PostForm>
      {Object.entries(typed).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button
        icon="corner-down-left"
        size="small"
        name="intent"
        value="bring-back"
        busy={isSending('bring-back')}
        busyText={t('common.sending')}
      >
        {t('withdraw.bringBack')}
      </Button>
    </PostForm>
  )
}

interface WithdrawFormProps extends Pick<Loaded, 'methods' | 'money' | 'account'> {
  form: ReturnType<typeof useMoneyForm>
  labels: { idx: string; balance: string; exchange_pw: string }
}

function WithdrawForm({ form, labels, methods, money, account }: WithdrawFormProps) {
  const words = useI18n()
  const { t } = words
  const isHydrated = useHydrated()
  const isSending = useIsSending()
  const amount = useAmount('balance', form.typed('balance'), form.change)
  const [idx, chooseMethod] = useChosenMethod(form.typed('idx'))
  const method = findPaymentChoice(methods, idx)
  return (
    <PostForm className={column}>
      <RequestFields code={form.code} />
      <div className={css.forTransfer}>
        <AmountBox
          label={labels.balance}
          error={form.error('balance')}
          amount={amount}
          intent="withdraw"
          availableWon={money.maxWithdrawalWon}
        />
      </div>
      <MethodChoice
        label={labels.idx}
        methods={methods}
        initialIdx={form.typed('idx')}
        error={form.error('idx')}
        failedText={t('withdraw.method.failed')}
        onChoose={chooseMethod}
      />
      <div className={css.forTransfer}>
        <FormPanel label={t('withdraw.account.title')}>
          <p className={css.panelName}>
            {account.bank ?? words.number(undefined)} <span className={css.nowrap}>{account.number}</span>
          </p>
          <p className={css.panelText}>
            {t('withdraw.account.hint', { owner: account.owner ?? words.number(undefined) })}
          </p>
        </FormPanel>
        <PasswordField
          name="exchange_pw"
          label={labels.exchange_pw}
          hint={t('withdraw.exchangePw.hint')}
          error={form.error('exchange_pw')}
          show={t('password.show')}
          hide={t('password.hide')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={64}
        />
        <TransferSummary
          title={t('withdraw.sum.title')}
          details={[
            { term: t('withdraw.sum.amount'), value: words.won(amount.won) },
            { term: t('withdraw.sum.method'), value: t('payment.transfer') },
            { term: t('withdraw.sum.fee'), value: t('payment.fee.none') },
            { term: t('withdraw.sum.arrives'), value: words.won(amount.won), strong: true },
          ]}
          total={{
            term: t('withdraw.sum.after'),
            amount: remainingCash(money.walletWon, amount.won),
            unit: t('money.unit'),
          }}
        />
      </div>
      <div className={css.forPayment}>
        <Alert kind="info" silent>
          {t('withdraw.payment.hint')}
        </Alert>
      </div>
      <SubmitButton intent="withdraw" busy={isSending('withdraw')}>
        {method !== undefined
          ? t('withdraw.payment.submit')
          : isHydrated && amount.won !== undefined
            ? t('withdraw.submit.sum', { amount: words.won(amount.won) })
            : t('withdraw.submit')}
      </SubmitButton>
      <div className={css.forTransfer}>
        <SubmitNotes more={t('withdraw.waiting.hint')} />
      </div>
    </PostForm>
  )
}
