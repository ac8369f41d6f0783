import { redirectDocument } from 'react-router'
import { AmountBox } from '~/cashier/amount-box'
import {
  anotherAmount,
  anothersFormAgain,
  depositRows,
  formAgain,
  notDone,
  pageOfNothing,
  problemAgain,
} from '~/cashier/answer.server'
import { panelNote, panelText } from '~/cashier/cashier.css'
import { CashierPage } from '~/cashier/cashier-page'
import { FormPanel } from '~/cashier/form-panel'
import { depositForm, intentOf, statusOf, typedForm } from '~/cashier/forms.server'
import { movesMoney, sentAmount } from '~/cashier/lost-form'
import { chosenMethod, MethodChoice } from '~/cashier/method-choice'
import { Movements } from '~/cashier/movements'
import { lastMovements, methodsOf } from '~/cashier/parts.server'
import { RequestFields } from '~/cashier/request-fields'
import { Promises, SendButton, Sum } from '~/cashier/sending'
import { afterFee, outsideMethod } from '~/cashier/sums'
import { addressWithTyped, typedInAddress } from '~/cashier/typed-address'
import { LostOutcome, UnknownOutcome } from '~/cashier/unknown-outcome'
import { useAmount, useMethod } from '~/cashier/use-amount'
import { useMoneyForm, useSending } from '~/cashier/use-money-form'
import { AllMoney } from '~/cashier/wallet-box'
import { readForm } from '~/forms/read'
import { newRequestCode } from '~/forms/redisplay.server'
import { formOf } from '~/http/body.server'
import { servedCountryOnly } from '~/http/country.server'
import { isOfAnother } from '~/http/guard.server'
import { keptForm } from '~/http/kept-forms.server'
import { redirectWithNotice } from '~/http/notice.server'
import { visitContext } from '~/http/visit.server'
import { serverWords } from '~/i18n/catalogue.server'
import { useWords } from '~/i18n/words'
import { useLostForm } from '~/shell/connection'
import { Button } from '~/ui/button/button'
import { form as column } from '~/ui/form/form.css'
import { PostForm } from '~/ui/form/post-form'
import { useScripted } from '~/ui/scripted'
import { upstreamContext } from '~/upstream/client.server'
import { byIdx } from '~/upstream/find'
import type { Route } from './+types/deposit'

export const middleware: Route.MiddlewareFunction[] = [servedCountryOnly]

export async function loader({ request, context }: Route.LoaderArgs) {
  const upstream = context.get(upstreamContext)
  const [methods, recent] = await Promise.all([
    upstream.call('get-deposit-payment', {}),
    upstream.attempt('get-deposit-list', { page: 1 }),
  ])
  pageOfNothing(context, upstream, { segment: 'get-deposit-payment', outcome: methods }, [recent])
  return {
    methods: methodsOf(methods, upstream, serverWords(context.get(visitContext).locale)),
    recent: lastMovements(recent),
    code: newRequestCode(),
    kept: (await keptForm(request, context)) ?? typedInAddress(new URL(request.url).searchParams),
  }
}

export async function action({ context }: Route.ActionArgs) {
  const posted = formOf(context)
  if (isOfAnother(posted, context)) return anothersFormAgain(context, posted)
  const upstream = context.get(upstreamContext)
  switch (intentOf(posted, ['add', 'clear', 'ask-account'])) {
    case 'add':
    case 'clear':
      return anotherAmount(context, posted)
    case 'ask-account':
      return askAccount(context, posted)
  }

  const startedAt = Date.now()
  const form = readForm(posted, depositForm)
  if (form.kind === 'invalid') return formAgain(context, form, statusOf(form.fields))
  const { balance, code, idx } = form.values
  const means = {
    refused: ({ status }: { status: string }) =>
      status === 'wait' ? { problem: 'msg2287' } : { problem: 'msg2012', values: { reference: upstream.reference } },
    lost: { won: balance, startedAt, rows: depositRows },
  }

  if (idx === '') {
    const outcome = await upstream.call('apply-user-deposit', { balance, code })
    if (outcome.kind !== 'done') return notDone(context, upstream, form, outcome, means)
    return redirectWithNotice('/', { kind: 'success', message: 'msg2010' })
  }

  const methods = await upstream.attempt('get-deposit-payment', {})
  if (methods.kind !== 'done') return problemAgain(context, form, 'unavailable', upstream.reference)
  const payment = byIdx(methods.answer.payments, idx)
  if (!payment) return formAgain(context, form, 422, { idx: ['payment.gone'] })
  const outside = outsideMethod(payment, balance)
  if (outside) {
    const amount = serverWords(context.get(visitContext).locale).won(outside.limit)
    return formAgain(context, form, 422, { balance: [outside.message] }, { amount })
  }
  const outcome = await upstream.call('apply-deposit-payment', { balance, code, idx: payment.idx })
  if (outcome.kind !== 'done') return notDone(context, upstream, form, outcome, means)
  return redirectDocument(outcome.answer.launcherUrl, 303)
}

type Context = Route.ActionArgs['context']

/** Asks the operator which account to pay into. The operator replies at /help; the form keeps what was typed. */
async function askAccount(context: Context, posted: FormData) {
  const upstream = context.get(upstreamContext)
  const form = readForm(posted, typedForm)
  if (form.kind === 'invalid') return formAgain(context, form, 422)
  const outcome = await upstream.call('user-ask-account', {})
  if (outcome.kind === 'done') {
    return redirectWithNotice(addressWithTyped('/deposit', form.typed), { kind: 'success', message: 'msg2005' })
  }
  return notDone(context, upstream, form, outcome, {
    refused: ({ status }) =>
      status === 'other' ? { problem: 'msg2006', values: { reference: upstream.reference } } : { problem: 'msg2289' },
  })
}

export default function Deposit({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const labels = { balance: t('deposit.amount.label'), idx: t('deposit.method.label') }
  const form = useMoneyForm(actionData ?? loaderData.kept, loaderData.code, labels)
  const lost = useLostForm(movesMoney)
  if (lost)
    return <LostOutcome lost={lost} kind={t('movement.deposit')} list="deposit" won={sentAmount(lost, 'balance')} />
  if (actionData?.unknown) return <UnknownOutcome unknown={actionData.unknown} kind={t('movement.deposit')} />
  return (
    <CashierPage
      title={t('deposit.title')}
      trouble={form.trouble}
      answer={actionData}
      wallet={<AllMoney />}
      form={<DepositForm key={actionData?.code} form={form} labels={labels} {...loaderData} />}
      recent={<Movements title={t('deposit.recent')} none={t('deposit.recent.none')} movements={loaderData.recent} />}
    />
  )
}

interface DepositFormProps extends Pick<Route.ComponentProps['loaderData'], 'methods'> {
  form: ReturnType<typeof useMoneyForm>
  labels: { balance: string; idx: string }
}

function DepositForm({ form, labels, methods }: DepositFormProps) {
  const words = useWords()
  const { t } = words
  const scripted = useScripted()
  const isSending = useSending()
  const firstIdx = form.typed('idx')
  const amount = useAmount('balance', form.typed('balance'), form.change)
  const [idx, choose] = useMethod(firstIdx)
  const method = chosenMethod(methods, idx)
  return (
    <PostForm className={column}>
      <RequestFields code={form.code} />
      <AmountBox label={labels.balance} error={form.error('balance')} amount={amount} intent="deposit" />
      <MethodChoice
        label={labels.idx}
        methods={methods}
        first={firstIdx}
        error={form.error('idx')}
        failed={t('deposit.method.failed')}
        onChoose={choose}
      />
      <FormPanel
        label={t('deposit.account.title')}
        end={
          <Button
            look="line"
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
      <Sum
        title={t('deposit.sum.title')}
        facts={[
          { term: t('deposit.sum.amount'), value: words.won(amount.won) },
          { term: t('deposit.sum.method'), value: method?.name ?? t('payment.transfer') },
          { term: t('deposit.sum.fee'), value: method ? words.won(method.fee) : t('payment.fee.none') },
        ]}
        sum={{ term: t('deposit.sum.arrives'), amount: afterFee(amount.won, method?.fee), unit: t('money.unit') }}
      />
      <SendButton intent="deposit" busy={isSending('deposit')}>
        {scripted && amount.won !== undefined
          ? t('deposit.submit.sum', { amount: words.won(amount.won) })
          : t('deposit.submit')}
      </SendButton>
      <Promises />
    </PostForm>
  )
}
