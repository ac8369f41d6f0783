import { readForm } from '~/forms/read-form'
import { createRequestCode } from '~/forms/redisplay.server'
import { getForm } from '~/http/body.server'
import { redirectWithFlash } from '~/http/flash.server'
import { isFromAnotherMember } from '~/http/guard.server'
import { getHealthCheck } from '~/http/health-check.server'
import { upstreamContext } from '~/http/page-upstream.server'
import { readSavedForm } from '~/http/saved-forms.server'
import { useI18n } from '~/i18n/i18n'
import { useUnansweredForm } from '~/shell/connection'
import { usePageKey } from '~/shell/page-key'
import { useSession } from '~/shell/session-state'
import { AmountField } from '~/ui/amount-field/amount-field'
import { form as column } from '~/ui/form/form.css'
import { PostForm } from '~/ui/form/post-form'
import { useHydrated } from '~/ui/hydrated'
import type { Route } from './+types/comp'
import { formatForInput, maxExchangeablePoints } from './amounts'
import { CashierPage } from './cashier-page'
import {
  fetchCompRows,
  respondUnsuccessful,
  showFormAgain,
  showFormOfAnotherMemberAgain,
  showProblemAgain,
} from './form-responses.server'
import { anyFieldsForm, compForm, invalidFormStatus, readIntent } from './forms.server'
import { mayMoveMoney, readSentAmount } from './lost-movement'
import { RequestFields } from './request-fields'
import { SubmitButton, SubmitNotes, TransferSummary } from './submit-section'
import { LostOutcome, UnknownOutcome } from './unknown-outcome'
import { useAmount } from './use-amount'
import { useIsSending, useMoneyForm } from './use-money-form'
import { WalletBox } from './wallet-box'

export async function loader({ request, context }: Route.LoaderArgs) {
  return { code: createRequestCode(), savedForm: await readSavedForm(request, context) }
}

export async function action({ context }: Route.ActionArgs) {
  const posted = getForm(context)
  if (isFromAnotherMember(posted, context)) return showFormOfAnotherMemberAgain(context, posted)
  if (readIntent(posted, ['all']) === 'all') return redisplayWithAllPoints(context, posted)

  const startedAtMs = Date.now()
  const upstream = context.get(upstreamContext)
  const form = readForm(posted, compForm)
  if (form.kind === 'invalid') return showFormAgain(context, form, invalidFormStatus(form.fields))
  const { points, code } = form.values
  const outcome = await upstream.call('roll-to-balance', { points, code })
  if (outcome.kind !== 'done') {
    return respondUnsuccessful(context, upstream, form, outcome, {
      refused: ({ status }) =>
        status === 'low_point'
          ? { fields: { points: ['comp.points.low'] } }
          : { problem: 'comp.failed', values: { reference: upstream.reference } },
      lostMovement: { won: points, startedAtMs, fetchRows: fetchCompRows },
    })
  }
  return redirectWithFlash('/comp', { kind: 'success', message: 'comp.done', values: { amount: points } })
}

/** 전액 (all) without script: shows the form again with all available points. */
async function redisplayWithAllPoints(context: Route.ActionArgs['context'], posted: FormData) {
  const upstream = context.get(upstreamContext)
  const form = readForm(posted, anyFieldsForm)
  if (form.kind === 'invalid') return showFormAgain(context, form, 422)
  const health = await getHealthCheck(upstream)
  if (health.kind !== 'done') return showProblemAgain(context, form, 'unavailable', upstream.reference)
  const availablePoints = maxExchangeablePoints(health.answer.user.rolling)
  if (availablePoints === 0) return showFormAgain(context, form, 422, { points: ['comp.all.none'] })
  return showFormAgain(context, { typed: { ...form.typed, points: formatForInput(availablePoints) } }, 200)
}

export default function Comp({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n()
  const { member } = useSession()
  const pageKey = usePageKey()
  const labels = { points: t('comp.points.label') }
  const form = useMoneyForm(actionData ?? loaderData.savedForm, loaderData.code, labels)
  const lostForm = useUnansweredForm(mayMoveMoney)
  if (lostForm)
    return <LostOutcome lost={lostForm} kind={t('comp.title')} list="comp" won={readSentAmount(lostForm, 'points')} />
  if (actionData?.unknown) return <UnknownOutcome unknown={actionData.unknown} kind={t('comp.title')} />
  return (
    <CashierPage
      title={t('comp.title')}
      errorSummary={form.trouble}
      answer={actionData}
      wallet={<WalletBox label={t('comp.available')} amount={member?.compPoints} unit={t('comp.unit')} />}
      // A successful exchange returns to this page: the key resets the form.
      form={
        <CompForm
          key={pageKey}
          form={form}
          labels={labels}
          availablePoints={maxExchangeablePoints(member?.compPoints)}
        />
      }
    />
  )
}

interface CompFormProps {
  form: ReturnType<typeof useMoneyForm>
  labels: { points: string }
  availablePoints: number
}

function CompForm({ form, labels, availablePoints }: CompFormProps) {
  const { number, t } = useI18n()
  const isHydrated = useHydrated()
  const isSending = useIsSending()
  const points = useAmount('points', form.typed('points'), form.change)
  return (
    <PostForm className={column}>
      <RequestFields code={form.code} />
      <AmountField
        name="points"
        label={labels.points}
        hint={t('comp.points.hint')}
        error={points.hasChanged ? undefined : form.error('points')}
        unit={t('comp.unit')}
        value={points.text}
        onChange={points.onChange}
        onBlur={points.onBlur}
        clearLabel={isHydrated && points.text !== '' ? t('amount.clear') : undefined}
        allLabel={t('amount.allOf')}
        intent="exchange"
        onClear={points.clear}
        onAll={isHydrated && availablePoints > 0 ? () => points.set(availablePoints) : undefined}
      />
      <TransferSummary
        title={t('comp.sum.title')}
        details={[
          { term: t('comp.sum.points'), value: number(points.won) },
          { term: t('comp.sum.rate'), value: t('comp.sum.rate.value') },
        ]}
        total={{ term: t('comp.sum.worth'), amount: points.won, unit: t('money.unit') }}
      />
      <SubmitButton intent="exchange" busy={isSending('exchange')}>
        {isHydrated && points.won !== undefined
          ? t('comp.submit.sum', { points: number(points.won) })
          : t('comp.submit')}
      </SubmitButton>
      <SubmitNotes />
    </PostForm>
  )
}
