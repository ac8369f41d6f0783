import { anothersFormAgain, compRows, formAgain, notDone, problemAgain } from '~/cashier/answer.server'
import { CashierPage } from '~/cashier/cashier-page'
import { compForm, intentOf, statusOf, typedForm } from '~/cashier/forms.server'
import { movesMoney, sentAmount } from '~/cashier/lost-form'
import { RequestFields } from '~/cashier/request-fields'
import { Promises, SendButton, Sum } from '~/cashier/sending'
import { mostPoints, spelled } from '~/cashier/sums'
import { LostOutcome, UnknownOutcome } from '~/cashier/unknown-outcome'
import { useAmount } from '~/cashier/use-amount'
import { useMoneyForm, useSending } from '~/cashier/use-money-form'
import { WalletBox } from '~/cashier/wallet-box'
import { readForm } from '~/forms/read'
import { newRequestCode } from '~/forms/redisplay.server'
import { formOf } from '~/http/body.server'
import { isOfAnother } from '~/http/guard.server'
import { keptForm } from '~/http/kept-forms.server'
import { redirectWithNotice } from '~/http/notice.server'
import { useWords } from '~/i18n/words'
import { useLostForm } from '~/shell/connection'
import { usePlace } from '~/shell/place'
import { useSession } from '~/shell/session-state'
import { AmountField } from '~/ui/amount-field/amount-field'
import { form as column } from '~/ui/form/form.css'
import { PostForm } from '~/ui/form/post-form'
import { useScripted } from '~/ui/scripted'
import { upstreamContext } from '~/upstream/client.server'
import { healthOf } from '~/upstream/health.server'
import type { Route } from './+types/comp'

export async function loader({ request, context }: Route.LoaderArgs) {
  return { code: newRequestCode(), kept: await keptForm(request, context) }
}

export async function action({ context }: Route.ActionArgs) {
  const posted = formOf(context)
  if (isOfAnother(posted, context)) return anothersFormAgain(context, posted)
  if (intentOf(posted, ['all']) === 'all') return allThereIs(context, posted)

  const startedAt = Date.now()
  const upstream = context.get(upstreamContext)
  const form = readForm(posted, compForm)
  if (form.kind === 'invalid') return formAgain(context, form, statusOf(form.fields))
  const { points, code } = form.values
  const outcome = await upstream.call('roll-to-balance', { points, code })
  if (outcome.kind !== 'done') {
    return notDone(context, upstream, form, outcome, {
      refused: ({ status }) =>
        status === 'low_point'
          ? { fields: { points: ['comp.points.low'] } }
          : { problem: 'comp.failed', values: { reference: upstream.reference } },
      lost: { won: points, startedAt, rows: compRows },
    })
  }
  return redirectWithNotice('/comp', { kind: 'success', message: 'comp.done', values: { amount: points } })
}

/** 전액 (all) without script: shows the form again with all available points. */
async function allThereIs(context: Route.ActionArgs['context'], posted: FormData) {
  const upstream = context.get(upstreamContext)
  const form = readForm(posted, typedForm)
  if (form.kind === 'invalid') return formAgain(context, form, 422)
  const health = await healthOf(upstream)
  if (health.kind !== 'done') return problemAgain(context, form, 'unavailable', upstream.reference)
  const most = mostPoints(health.answer.user.rolling)
  if (most === 0) return formAgain(context, form, 422, { points: ['comp.all.none'] })
  return formAgain(context, { typed: { ...form.typed, points: spelled(most) } }, 200)
}

export default function Comp({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const { member } = useSession()
  const place = usePlace()
  const labels = { points: t('comp.points.label') }
  const form = useMoneyForm(actionData ?? loaderData.kept, loaderData.code, labels)
  const lost = useLostForm(movesMoney)
  if (lost) return <LostOutcome lost={lost} kind={t('comp.title')} list="comp" won={sentAmount(lost, 'points')} />
  if (actionData?.unknown) return <UnknownOutcome unknown={actionData.unknown} kind={t('comp.title')} />
  return (
    <CashierPage
      title={t('comp.title')}
      trouble={form.trouble}
      answer={actionData}
      wallet={<WalletBox label={t('comp.available')} amount={member?.comp} unit={t('comp.unit')} />}
      // A successful exchange returns to this page: the key resets the form.
      form={<CompForm key={place} form={form} labels={labels} most={mostPoints(member?.comp)} />}
    />
  )
}

interface CompFormProps {
  form: ReturnType<typeof useMoneyForm>
  labels: { points: string }
  most: number
}

function CompForm({ form, labels, most }: CompFormProps) {
  const { number, t } = useWords()
  const scripted = useScripted()
  const isSending = useSending()
  const points = useAmount('points', form.typed('points'), form.change)
  return (
    <PostForm className={column}>
      <RequestFields code={form.code} />
      <AmountField
        name="points"
        label={labels.points}
        hint={t('comp.points.hint')}
        error={points.isOther ? undefined : form.error('points')}
        unit={t('comp.unit')}
        value={points.text}
        onChange={points.onChange}
        onBlur={points.onBlur}
        clear={scripted && points.text !== '' ? t('amount.clear') : undefined}
        all={t('amount.allOf')}
        intent="exchange"
        onClear={points.clear}
        onAll={scripted && most > 0 ? () => points.set(most) : undefined}
      />
      <Sum
        title={t('comp.sum.title')}
        facts={[
          { term: t('comp.sum.points'), value: number(points.won) },
          { term: t('comp.sum.rate'), value: t('comp.sum.rate.value') },
        ]}
        sum={{ term: t('comp.sum.worth'), amount: points.won, unit: t('money.unit') }}
      />
      <SendButton intent="exchange" busy={isSending('exchange')}>
        {scripted && points.won !== undefined ? t('comp.submit.sum', { points: number(points.won) }) : t('comp.submit')}
      </SendButton>
      <Promises />
    </PostForm>
  )
}
