import { redirectDocument } from 'react-router'
import { AmountBox } from '~/cashier/amount-box'
import {
  anotherAmount,
  anothersFormAgain,
  formAgain,
  notDone,
  pageOfNothing,
  problemAgain,
  type Said,
  withdrawalRows,
} from '~/cashier/answer.server'
import { canBringBack, learnItIsMissing } from '~/cashier/bring-back.server'
import * as css from '~/cashier/cashier.css'
import { CashierPage } from '~/cashier/cashier-page'
import { FormPanel } from '~/cashier/form-panel'
import { intentOf, statusOf, typedForm, withdrawByPaymentForm, withdrawForm } from '~/cashier/forms.server'
import { movesMoney, sentAmount } from '~/cashier/lost-form'
import { maskedAccount, maskedName } from '~/cashier/masked'
import { chosenMethod, MethodChoice } from '~/cashier/method-choice'
import { Movements } from '~/cashier/movements'
import { lastMovements, methodsOf } from '~/cashier/parts.server'
import { RequestFields } from '~/cashier/request-fields'
import { Promises, SendButton, Sum } from '~/cashier/sending'
import { left, minutesAndSeconds, mostSteps, spelled } from '~/cashier/sums'
import { addressWithTyped, typedInAddress } from '~/cashier/typed-address'
import { LostBringBack, LostOutcome, UnknownOutcome } from '~/cashier/unknown-outcome'
import { useAmount, useMethod } from '~/cashier/use-amount'
import { useMoneyForm, useSending } from '~/cashier/use-money-form'
import { WalletBox } from '~/cashier/wallet-box'
import { readForm } from '~/forms/read'
import { newRequestCode } from '~/forms/redisplay.server'
import { formOf } from '~/http/body.server'
import { isOfAnother } from '~/http/guard.server'
import { keptForm } from '~/http/kept-forms.server'
import { redirectWithNotice } from '~/http/notice.server'
import { visitContext } from '~/http/visit.server'
import { serverWords } from '~/i18n/catalogue.server'
import { useWords } from '~/i18n/words'
import { useLostForm } from '~/shell/connection'
import { Button } from '~/ui/button/button'
import { PasswordField } from '~/ui/field/field'
import { LabelledFigure } from '~/ui/figure/figure'
import { form as column } from '~/ui/form/form.css'
import { PostForm } from '~/ui/form/post-form'
import { Say } from '~/ui/say/say'
import { useScripted } from '~/ui/scripted'
import { type Upstream, upstreamContext } from '~/upstream/client.server'
import { byIdx } from '~/upstream/find'
import { healthOf } from '~/upstream/health.server'
import type { Route } from './+types/withdraw'

export async function loader({ request, context }: Route.LoaderArgs) {
  const upstream = context.get(upstreamContext)
  const [methods, money, recent, health] = await Promise.all([
    upstream.call('get-withdrawal-payment', {}),
    upstream.attempt('get-in-game-balance', {}),
    upstream.attempt('get-withdraw-list', { page: 1 }),
    healthOf(upstream),
  ])
  pageOfNothing(context, upstream, { segment: 'get-withdrawal-payment', outcome: methods }, [money, recent])
  const { balance, gameMoney } = money.kind === 'done' ? money.answer : {}
  const { bankname, banknum, bankOwner } = health.kind === 'done' ? health.answer.user : {}
  return {
    methods: methodsOf(methods, upstream, serverWords(context.get(visitContext).locale)),
    money: {
      cash: balance === undefined ? undefined : Math.trunc(balance),
      inGame: gameMoney === undefined ? undefined : Math.trunc(gameMoney),
      most: mostSteps(balance),
      canBringBack: gameMoney !== undefined && gameMoney > 0 && canBringBack(),
      failed: money.kind === 'failed' ? money.reference : undefined,
    },
    account: { bank: bankname, number: maskedAccount(banknum), owner: maskedName(bankOwner) },
    recent: lastMovements(recent),
    code: newRequestCode(),
    kept: (await keptForm(request, context)) ?? typedInAddress(new URL(request.url).searchParams),
  }
}

export async function action({ context }: Route.ActionArgs) {
  const posted = formOf(context)
  if (isOfAnother(posted, context)) return anothersFormAgain(context, posted)
  switch (intentOf(posted, ['add', 'clear', 'all', 'bring-back'])) {
    case 'add':
    case 'clear':
      return anotherAmount(context, posted)
    case 'all':
      return allThereIs(context, posted)
    case 'bring-back':
      return bringBack(context, posted)
  }
  const idx = posted.get('idx')
  return typeof idx === 'string' && idx !== '' ? withdrawByPayment(context, posted) : withdrawToBank(context, posted)
}

type Context = Route.ActionArgs['context']

async function withdrawToBank(context: Context, posted: FormData) {
  const startedAt = Date.now()
  const upstream = context.get(upstreamContext)
  const form = readForm(posted, withdrawForm)
  if (form.kind === 'invalid') return formAgain(context, form, statusOf(form.fields))
  const { balance, code, exchange_pw } = form.values
  const outcome = await upstream.call('apply-user-withdraw', { balance, code, exchange_pw })
  if (outcome.kind !== 'done') {
    const refusedBecause =
      outcome.kind === 'refused' && outcome.status === 'balance'
        ? await tooLittleInWallet(context, upstream)
        : undefined
    return notDone(context, upstream, form, outcome, {
      refused: (refusal) => refusedBecause ?? refusedWith(refusal, upstream.reference),
      lost: { won: balance, startedAt, rows: withdrawalRows },
    })
  }
  return redirectWithNotice('/', { kind: 'success', message: 'msg2015' })
}

/** Redirects to the payment method's own page, which asks for amount and password. */
async function withdrawByPayment(context: Context, posted: FormData) {
  const upstream = context.get(upstreamContext)
  const form = readForm(posted, withdrawByPaymentForm)
  if (form.kind === 'invalid') return formAgain(context, form, statusOf(form.fields))
  const methods = await upstream.attempt('get-withdrawal-payment', {})
  if (methods.kind !== 'done') return problemAgain(context, form, 'unavailable', upstream.reference)
  const payment = byIdx(methods.answer.payments, form.values.idx)
  if (!payment) return formAgain(context, form, 422, { idx: ['payment.gone'] })
  const outcome = await upstream.call('withdrawal-launcher', { idx: payment.idx })
  if (outcome.kind !== 'done') {
    return notDone(context, upstream, form, outcome, {
      refused: (refusal) => refusedWith(refusal, upstream.reference),
    })
  }
  return redirectDocument(outcome.answer.launcherUrl, 303)
}

function refusedWith({ status, waitMs }: { status: string; waitMs?: number }, reference: string): Said {
  switch (status) {
    case 'pass':
      return { fields: { exchange_pw: ['withdraw.exchangePw.wrong'] } }
    case 'balance':
      return { problem: 'msg2016' }
    case 'wait':
      return waitMs === undefined
        ? { problem: 'msg2287' }
        : { problem: 'msg2286', values: { time: minutesAndSeconds(waitMs) } }
    default:
      return { problem: 'msg2018', values: { reference } }
  }
}

/**
 * The message for a withdrawal above the wallet's balance: what the wallet holds, and what is still in games. The
 * header shows both together, but only the wallet can be withdrawn.
 */
async function tooLittleInWallet(context: Context, upstream: Upstream): Promise<Said> {
  const money = await upstream.attempt('get-in-game-balance', {})
  const { balance, gameMoney = 0 } = money.kind === 'done' ? money.answer : {}
  if (balance === undefined) return { problem: 'msg2016' }
  const { won } = serverWords(context.get(visitContext).locale)
  if (gameMoney < 1) return { problem: 'msg2016.wallet', values: { cash: won(balance) } }
  return { problem: 'msg2016.inGame', values: { cash: won(balance), inGame: won(gameMoney) } }
}

/** 전액 (all) without script: shows the form again with the largest amount that can be withdrawn. */
async function allThereIs(context: Context, posted: FormData) {
  const upstream = context.get(upstreamContext)
  const form = readForm(posted, typedForm)
  if (form.kind === 'invalid') return formAgain(context, form, 422)
  const money = await upstream.attempt('get-in-game-balance', {})
  if (money.kind !== 'done') return problemAgain(context, form, 'unavailable', upstream.reference)
  const most = mostSteps(money.answer.balance)
  if (most === 0) return formAgain(context, form, 422, { balance: ['withdraw.all.none'] })
  return formAgain(context, { typed: { ...form.typed, balance: spelled(most) } }, 200)
}

/** Moves the money in games back into the wallet. If the upstream does not support that, the button is hidden. */
async function bringBack(context: Context, posted: FormData) {
  const upstream = context.get(upstreamContext)
  const form = readForm(posted, typedForm)
  if (form.kind === 'invalid') return formAgain(context, form, 422)
  const failed: Said = { problem: 'withdraw.bringBack.failed', values: { reference: upstream.reference } }
  const outcome = await upstream.call('transfer-out', {})
  switch (outcome.kind) {
    case 'done':
      return redirectWithNotice(addressWithTyped('/withdraw', form.typed), {
        kind: 'success',
        message: 'withdraw.bringBack.done',
      })
    case 'unsupported':
      learnItIsMissing()
      return formAgain(context, form, 409, failed.problem, failed.values)
    case 'unknown':
      return formAgain(context, form, outcome.httpStatus, 'withdraw.bringBack.unknown', {
        reference: outcome.reference,
      })
    default:
      return notDone(context, upstream, form, outcome, { refused: () => failed })
  }
}

export default function Withdraw({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const labels = {
    idx: t('withdraw.method.label'),
    balance: t('withdraw.amount.label'),
    exchange_pw: t('withdraw.exchangePw.label'),
  }
  const form = useMoneyForm(actionData ?? loaderData.kept, loaderData.code, labels)
  const lost = useLostForm(movesMoney)
  if (lost?.formData?.get('intent') === 'bring-back') return <LostBringBack lost={lost} />
  if (lost)
    return <LostOutcome lost={lost} kind={t('movement.withdraw')} list="withdraw" won={sentAmount(lost, 'balance')} />
  if (actionData?.unknown) return <UnknownOutcome unknown={actionData.unknown} kind={t('movement.withdraw')} />
  return (
    <CashierPage
      title={t('withdraw.title')}
      trouble={form.trouble}
      answer={actionData}
      remedy={
        actionData?.problem === 'msg2016.inGame' &&
        loaderData.money.canBringBack && <BringBack typed={{ balance: form.typed('balance') }} />
      }
      wallet={<Wallet money={loaderData.money} />}
      form={<WithdrawForm key={actionData?.code} form={form} labels={labels} {...loaderData} />}
      recent={<Movements title={t('withdraw.recent')} none={t('withdraw.recent.none')} movements={loaderData.recent} />}
    />
  )
}

type Loaded = Route.ComponentProps['loaderData']

/** The wallet's balance, which can be withdrawn, and the money still in games. */
function Wallet({ money }: Pick<Loaded, 'money'>) {
  const { t, won } = useWords()
  return (
    <WalletBox label={t('withdraw.available')} amount={money.cash} unit={t('money.unit')}>
      {money.failed !== undefined && (
        <Say kind="warning" still>
          {t('withdraw.available.failed')} {t('problem.reference')} {money.failed}
        </Say>
      )}
      {money.inGame !== undefined && (
        <div className={css.under}>
          <LabelledFigure label={t('withdraw.inGame')} amount={won(money.inGame)} size="line" />
          {money.canBringBack && <BringBack />}
        </div>
      )}
    </WalletBox>
  )
}

/** The button that moves the money in games back. It posts the typed form values too, so that they are kept. */
function BringBack({ typed = {} }: { typed?: Record<string, string> }) {
  const { t } = useWords()
  const isSending = useSending()
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
  const words = useWords()
  const { t } = words
  const scripted = useScripted()
  const isSending = useSending()
  const amount = useAmount('balance', form.typed('balance'), form.change)
  const [idx, choose] = useMethod(form.typed('idx'))
  const method = chosenMethod(methods, idx)
  return (
    <PostForm className={column}>
      <RequestFields code={form.code} />
      <div className={css.forTransfer}>
        <AmountBox
          label={labels.balance}
          error={form.error('balance')}
          amount={amount}
          intent="withdraw"
          all={money.most}
        />
      </div>
      <MethodChoice
        label={labels.idx}
        methods={methods}
        first={form.typed('idx')}
        error={form.error('idx')}
        failed={t('withdraw.method.failed')}
        onChoose={choose}
      />
      <div className={css.forTransfer}>
        <FormPanel label={t('withdraw.account.title')}>
          <p className={css.panelName}>
            {account.bank ?? words.number(undefined)} <span className={css.unbroken}>{account.number}</span>
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
        <Sum
          title={t('withdraw.sum.title')}
          facts={[
            { term: t('withdraw.sum.amount'), value: words.won(amount.won) },
            { term: t('withdraw.sum.method'), value: t('payment.transfer') },
            { term: t('withdraw.sum.fee'), value: t('payment.fee.none') },
            { term: t('withdraw.sum.arrives'), value: words.won(amount.won), strong: true },
          ]}
          sum={{ term: t('withdraw.sum.after'), amount: left(money.cash, amount.won), unit: t('money.unit') }}
        />
      </div>
      <div className={css.forPayment}>
        <Say kind="info" still>
          {t('withdraw.payment.hint')}
        </Say>
      </div>
      <SendButton intent="withdraw" busy={isSending('withdraw')}>
        {method !== undefined
          ? t('withdraw.payment.submit')
          : scripted && amount.won !== undefined
            ? t('withdraw.submit.sum', { amount: words.won(amount.won) })
            : t('withdraw.submit')}
      </SendButton>
      <div className={css.forTransfer}>
        <Promises more={t('withdraw.waiting.hint')} />
      </div>
    </PostForm>
  )
}
