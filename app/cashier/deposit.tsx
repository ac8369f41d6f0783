import { redirectDocument } from 'react-router'
import { readForm } from '~/forms/read-form'
import { createRequestCode } from '~/forms/redisplay.server'
import { getForm } from '~/http/body.server'
import { servedCountryOnly } from '~/http/country.server'
import { redirectWithFlash } from '~/http/flash.server'
import { isFromAnotherMember } from '~/http/guard.server'
import { upstreamContext } from '~/http/page-upstream.server'
import { requestInfoContext } from '~/http/request-info.server'
import { readSavedForm } from '~/http/saved-forms.server'
import { i18nFor } from '~/i18n/catalogue.server'
import { useI18n } from '~/i18n/i18n'
import { useUnansweredForm } from '~/shell/connection'
import { Button } from '~/ui/button/button'
import { form as column } from '~/ui/form/form.css'
import { PostForm } from '~/ui/form/post-form'
import { useHydrated } from '~/ui/hydrated'
import { findByIdx } from '~/upstream/find-by-id'
import type { Route } from './+types/deposit'
import { AmountBox } from './amount-box'
import { afterFee, checkMethodLimits } from './amounts'
import { panelNote, panelText } from './cashier.css'
import { CashierPage } from './cashier-page'
import { FormPanel } from './form-panel'
import {
  fetchDepositRows,
  respondUnsuccessful,
  showFormAgain,
  showFormOfAnotherMemberAgain,
  showFormWithNewAmount,
  showProblemAgain,
  throwIfNothingLoaded,
} from './form-responses.server'
import { anyFieldsForm, depositForm, invalidFormStatus, readIntent } from './forms.server'
import { mayMoveMoney, readSentAmount } from './lost-movement'
import { findPaymentChoice, MethodChoice } from './method-choice'
import { toPaymentChoices, toRecentMovements } from './page-parts.server'
import { RecentMovements } from './recent-movements'
import { RequestFields } from './request-fields'
import { SubmitButton, SubmitNotes, TransferSummary } from './submit-section'
import { hrefWithTyped, readTypedFromQuery } from './typed-query'
import { LostOutcome, UnknownOutcome } from './unknown-outcome'
import { useAmount, useChosenMethod } from './use-amount'
import { useIsSending, useMoneyForm } from './use-money-form'
import { TotalMoneyBox } from './wallet-box'

export const middleware: Route.MiddlewareFunction[] = [servedCountryOnly]

export async function loader({ request, context }: Route.LoaderArgs) {
  const upstream = context.get(upstreamContext)
  const [methods, recent] = await Promise.all([
    upstream.call('get-deposit-payment', {}),
    upstream.attempt('get-deposit-list', { page: 1 }),
  ])
  throwIfNothingLoaded(context, upstream, { segment: 'get-deposit-payment', outcome: methods }, [recent])
  return {
    methods: toPaymentChoices(methods, upstream, i18nFor(context.get(requestInfoContext).locale)),
    recent: toRecentMovements(recent),
    code: createRequestCode(),
    savedForm: (await readSavedForm(request, context)) ?? readTypedFromQuery(new URL(request.url).searchParams),
  }
}

export async function action({ context }: Route.ActionArgs) {
  const posted = getForm(context)
  if (isFromAnotherMember(posted, context)) return showFormOfAnotherMemberAgain(context, posted)
  const upstream = context.get(upstreamContext)
  switch (readIntent(posted, ['add', 'clear', 'ask-account'])) {
    case 'add':
    case 'clear':
      return showFormWithNewAmount(context, posted)
    case 'ask-account':
      return askAccount(context, posted)
  }

  const startedAtMs = Date.now()
  const form = readForm(posted, depositForm)
  if (form.kind === 'invalid') return showFormAgain(context, form, invalidFormStatus(form.fields))
  const { balance, code, idx } = form.values
  const handlers = {
    refused: ({ status }: { status: string }) =>
      status === 'wait' ? { problem: 'msg2287' } : { problem: 'msg2012', values: { reference: upstream.reference } },
    lostMovement: { won: balance, startedAtMs, fetchRows: fetchDepositRows },
  }

  if (idx === '') {
    const outcome = await upstream.call('apply-user-deposit', { balance, code })
    if (outcome.kind !== 'done') return respondUnsuccessful(context, upstream, form, outcome, handlers)
    return redirectWithFlash('/', { kind: 'success', message: 'msg2010' })
  }

  const methods = await upstream.attempt('get-deposit-payment', {})
  if (methods.kind !== 'done') return showProblemAgain(context, form, 'unavailable', upstream.reference)
  const payment = findByIdx(methods.answer.payments, idx)
  if (!payment) return showFormAgain(context, form, 422, { idx: ['payment.gone'] })
  const limitError = checkMethodLimits(payment, balance)
  if (limitError) {
    const amount = i18nFor(context.get(requestInfoContext).locale).won(limitError.limit)
    return showFormAgain(context, form, 422, { balance: [limitError.message] }, { amount })
  }
  const outcome = await upstream.call('apply-deposit-payment', { balance, code, idx: payment.idx })
  if (outcome.kind !== 'done') return respondUnsuccessful(context, upstream, form, outcome, handlers)
  return redirectDocument(outcome.answer.launcherUrl, 303)
}

type Context = Route.ActionArgs['context']

/** Asks the operator which account to pay into. The operator replies at /help; the form keeps what was typed. */
async function askAccount(context: Context, posted: FormData) {
  const upstream = context.get(upstreamContext)
  const form = readForm(posted, anyFieldsForm)
  if (form.kind === 'invalid') return showFormAgain(context, form, 422)
  const outcome = await upstream.call('user-ask-account', {})
  if (outcome.kind === 'done') {
    return redirectWithFlash(hrefWithTyped('/deposit', form.typed), { kind: 'success', message: 'msg2005' })
  }
  return respondUnsuccessful(context, upstream, form, outcome, {
    refused: ({ status }) =>
      status === 'other' ? { problem: 'msg2006', values: { reference: upstream.reference } } : { problem: 'msg2289' },
  })
}

export default function Deposit({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n()
  const labels = { balance: t('deposit.amount.label'), idx: t('deposit.method.label') }
  const form = useMoneyForm(actionData ?? loaderData.savedForm, loaderData.code, labels)
  const lostForm = useUnansweredForm(mayMoveMoney)
  if (lostForm)
    return (
      <LostOutcome
        lost={lostForm}
        kind={t('movement.deposit')}
        list="deposit"
        won={readSentAmount(lostForm, 'balance')}
      />
    )
  if (actionData?.unknown) return <UnknownOutcome unknown={actionData.unknown} kind={t('movement.deposit')} />
  return (
    <CashierPage
      title={t('deposit.title')}
      errorSummary={form.trouble}
      answer={actionData}
      wallet={<TotalMoneyBox />}
      form={<DepositForm key={actionData?.code} form={form} labels={labels} {...loaderData} />}
      recent={
        <RecentMovements title={t('deposit.recent')} none={t('deposit.recent.none')} movements={loaderData.recent} />
      }
    />
  )
}

interface DepositFormProps extends Pick<Route.ComponentProps['loaderData'], 'methods'> {
  form: ReturnType<typeof useMoneyForm>
  labels: { balance: string; idx: string }
}

function DepositForm({ form, labels, methods }: DepositFormProps) {
  const words = useI18n()
  const { t } = words
  const isHydrated = useHydrated()
  const isSending = useIsSending()
  const initialIdx = form.typed('idx')
  const amount = useAmount('balance', form.typed('balance'), form.change)
  const [idx, chooseMethod] = useChosenMethod(initialIdx)
  const method = findPaymentChoice(methods, idx)
  return (
    <PostForm className={column}>
      <RequestFields code={form.code} />
      <AmountBox label={labels.balance} error={form.error('balance')} amount={amount} intent="deposit" />
      <MethodChoice
        label={labels.idx}
        methods={methods}
        initialIdx={initialIdx}
        error={form.error('idx')}
        failedText={t('deposit.method.failed')}
        onChoose={chooseMethod}
      />
      <FormPanel
        label={t('deposit.account.title')}
        end={
          <Button
            variant="line"
            size="small"
            name="intent"
            value="ask-account"
            formNoValidate
            busy={isSending('ask-account')}
            busyText={t('common.sending')}
          >
            {t('deposit.account.ask')}
          </Button>
        }
      >
        <p className={panelText}>{t('deposit.account.text')}</p>
        <p className={panelNote}>{t('deposit.owner.hint')}</p>
      </FormPanel>
      <TransferSummary
        title={t('deposit.sum.title')}
        details={[
          { term: t('deposit.sum.amount'), value: words.won(amount.won) },
          { term: t('deposit.sum.method'), value: method?.name ?? t('payment.transfer') },
          { term: t('deposit.sum.fee'), value: method ? words.won(method.fee) : t('payment.fee.none') },
        ]}
        total={{ term: t('deposit.sum.arrives'), amount: afterFee(amount.won, method?.fee), unit: t('money.unit') }}
      />
      <SubmitButton intent="deposit" busy={isSending('deposit')}>
        {isHydrated && amount.won !== undefined
          ? t('deposit.submit.sum', { amount: words.won(amount.won) })
          : t('deposit.submit')}
      </SubmitButton>
      <SubmitNotes />
    </PostForm>
  )
}
