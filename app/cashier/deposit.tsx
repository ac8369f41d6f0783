import { servedCountryOnly } from '~/http/country.server'
import type { RouteHandle } from '~/http/route.server'
import { useI18n } from '~/i18n/i18n'
import { amountStep } from '~/money/amount'
import { useSession } from '~/shell/session-state'
import { Button } from '~/ui/button/button'
import { form as column } from '~/ui/form/form.css'
import { PostForm } from '~/ui/form/post-form'
import { useHydrated } from '~/ui/hydrated'
import { tightStack } from '~/ui/layout/layout.css'
import { TextLink } from '~/ui/text-link/text-link'
import type { Route } from './+types/deposit'
import { AmountBox } from './amount-box'
import { afterFee } from './amounts'
import { panelNote, panelText } from './cashier.css'
import { CashierPage } from './cashier-page'
import { findPaymentChoice, MethodChoice } from './method-choice'
import type { MoneyAnswer } from './money-answer'
import { FormPanel, RequestFields, SubmitButton, SubmitNotes, TransferSummary } from './money-form-parts'
import { RecentMovements } from './recent-movements'
import { useAmount, useChosenMethod } from './use-amount'
import { useIsSending, useMoneyForm } from './use-money-form'
import { TotalMoneyBox } from './wallet-box'

export const handle = { asksAboutDocuments: true } satisfies RouteHandle

export const middleware: Route.MiddlewareFunction[] = [servedCountryOnly]

export { action, loader } from './deposit.server'

export default function Deposit({ loaderData, actionData }: Route.ComponentProps) {
  const answer: MoneyAnswer | undefined = actionData
  const { t } = useI18n()
  const labels = { balance: t('deposit.amount.label'), idx: t('deposit.method.label') }
  const form = useMoneyForm(answer ?? loaderData.savedForm, loaderData.code, labels)
  return (
    <CashierPage
      title={t('deposit.title')}
      movement={{ name: t('movement.deposit'), list: 'deposit', field: 'balance' }}
      errorSummary={form.errorSummary}
      answer={answer}
      wallet={<TotalMoneyBox />}
      form={<DepositForm key={answer?.code} form={form} labels={labels} {...loaderData} />}
      recent={
        <RecentMovements
          title={t('deposit.recent')}
          emptyText={t('deposit.recent.none')}
          movements={loaderData.recent}
        />
      }
    />
  )
}

interface DepositFormProps extends Pick<Route.ComponentProps['loaderData'], 'methods'> {
  form: ReturnType<typeof useMoneyForm>
  labels: { balance: string; idx: string }
}

function DepositForm({ form, labels, methods }: DepositFormProps) {
  const { t, won } = useI18n()
  const isHydrated = useHydrated()
  const isSending = useIsSending()
  const initialIdx = form.typed('idx')
  const amount = useAmount('balance', form.typed('balance'), form.change)
  const [idx, chooseMethod] = useChosenMethod(initialIdx)
  const method = findPaymentChoice(methods, idx)
  return (
    <PostForm className={column}>
      <RequestFields code={form.code} />
      <div className={tightStack}>
        <AmountBox label={labels.balance} error={form.error('balance')} amount={amount} intent="deposit" />
        <OwnLimit />
      </div>
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
          { term: t('deposit.sum.amount'), value: won(amount.won) },
          { term: t('deposit.sum.method'), value: method?.name ?? t('payment.transfer') },
          { term: t('deposit.sum.fee'), value: method ? won(method.fee) : t('payment.fee.none') },
        ]}
        total={{ term: t('deposit.sum.arrives'), amount: afterFee(amount.won, method?.fee), unit: t('money.unit') }}
      />
      <SubmitButton intent="deposit" busy={isSending('deposit')}>
        {isHydrated && amount.won !== undefined
          ? t('deposit.submit.sum', { amount: won(amount.won) })
          : t('deposit.submit')}
      </SubmitButton>
      <SubmitNotes />
    </PostForm>
  )
}

/** What the member's own limit still allows, or when it starts anew, and the way to set one. */
function OwnLimit() {
  const { t, won } = useI18n()
  const { playLimits } = useSession()
  if (!playLimits) return null
  const { tightest } = playLimits
  const textOf = ({ left, limit, period }: NonNullable<typeof tightest>) => {
    if (left >= amountStep) return t(`deposit.limit.left.${period}`, { amount: won(left) })
    return limit < amountStep ? t('deposit.limit.none') : t(`deposit.limit.none.${period}`)
  }
  return (
    <p className={panelText}>
      {tightest && `${textOf(tightest)} `}
      <TextLink to="/user#limits">{t(tightest ? 'deposit.limit.change' : 'deposit.limit.set')}</TextLink>
    </p>
  )
}
