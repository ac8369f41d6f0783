import { href } from 'react-router'
import { throwIfExcluded } from '~/features/safer-play/play-limits.server'
import { createRequestCode } from '~/forms/form-responses.server'
import { readForm } from '~/forms/read-form.server'
import { useIsSending } from '~/forms/use-is-sending'
import { sendMoneyForm } from '~/frame/lost-responses/sent-form'
import { useActionResult } from '~/frame/navigation/page-key'
import { unreadableNote } from '~/frame/parts/unreadable-money'
import { useSession } from '~/frame/session/state'
import { useI18n } from '~/i18n/i18n'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import { readSavedForm } from '~/server/session/saved-forms.server'
import { getForm } from '~/server/steps/body.server'
import { isFromAnotherMember } from '~/server/steps/guard.server'
import type { RouteHandle } from '~/server/steps/route.server'
import { type PageUpstream, upstreamContext } from '~/server/upstream/for-pages.server'
import { AmountField } from '~/ui/amount-field/amount-field'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { useHydrated } from '~/ui/hydrated'
import type { ParsedAmount } from '~/values/balance'
import { changeAmount, fillMaxAmount } from '../form/amount-intents.server'
import { checkExchange, maxExchangeablePoints } from '../form/amounts'
import { CashierPage } from '../form/cashier-page'
import { anyFieldsForm, compForm, readIntent } from '../form/fields.server'
import { throwIfExcludedOnOpening } from '../form/page-parts.server'
import { MoneyForm, SubmitButton, SubmitNotes, TransferSummary } from '../form/parts'
import { redisplayMoneyForm } from '../form/responses.server'
import type { MoneyResult } from '../form/result'
import { useAmount } from '../form/use-amount'
import { useMoneyForm } from '../form/use-form'
import { mayMoveMoney } from '../tracking/look-up'
import type { Route } from './+types/comp'

export const handle = { demotesDepositButton: true, restoresForm: true } satisfies RouteHandle

export { shouldRevalidate } from '~/frame/session/another-member'

export async function loader({ request, context }: Route.LoaderArgs) {
  await throwIfExcludedOnOpening(context)
  return { code: createRequestCode(), savedForm: await readSavedForm(request, context) }
}

export async function action({ context }: Route.ActionArgs) {
  const posted = getForm(context)
  const isOtherMembers = isFromAnotherMember(posted, context)
  const intent = readIntent(posted, ['set', 'all'])
  if (isOtherMembers || intent !== 'main') await throwIfExcluded(context.get(upstreamContext))
  if (isOtherMembers) return redisplayMoneyForm(context, readForm(posted, anyFieldsForm), 'other-member')
  if (intent === 'set') return changeAmount(context, posted, intent, { field: 'points' })
  if (intent === 'all') return fillMaxAmount(context, posted, 'points', fetchMaxPoints, 'comp.all.none')

  const startedAtMs = Date.now()
  const upstream = context.get(upstreamContext)
  const form = readForm(posted, compForm)
  if (form.kind === 'invalid') return redisplayMoneyForm(context, form, 'invalid', { closesWhileExcluded: true })
  const { points, code } = form.values
  const outcome = await upstream.call('roll-to-balance', { points, code })
  if (outcome.kind === 'done')
    return redirectWithFlash(href('/comp'), { kind: 'success', message: 'comp.done', values: { amount: points } })
  const refused = {
    low_point: { fields: { points: ['comp.points.low'] } },
    other: { problem: 'comp.failed', values: { reference: upstream.reference } },
  } as const
  return redisplayMoneyForm(context, form, outcome, {
    refused,
    transaction: { kind: 'comp', amount: points, startedAtMs },
  })
}

async function fetchMaxPoints(upstream: PageUpstream): Promise<ParsedAmount> {
  const health = await upstream.callOptionalOnce('user-health-check')
  if (health.kind !== 'done') return undefined
  const { rolling } = health.response.user
  return rolling === null ? null : maxExchangeablePoints(rolling)
}

export function clientAction(args: Route.ClientActionArgs) {
  return sendMoneyForm(args, mayMoveMoney)
}

export default function Comp({ loaderData, actionData }: Route.ComponentProps) {
  const result = useActionResult<MoneyResult>(actionData)
  const { t } = useI18n()
  const { member } = useSession()
  const labels = { points: t('comp.points.label') }
  const sent = result ?? loaderData.savedForm
  const form = useMoneyForm(sent, loaderData.code, labels)
  const hasNone = !sent && typeof member?.compPoints === 'number' && maxExchangeablePoints(member.compPoints) === 0
  return (
    <CashierPage
      title={t('comp.title')}
      transaction={{ name: t('comp.title'), list: 'comp', field: 'points' }}
      errorSummary={form.errorSummary}
      result={result}
      form={
        hasNone ? (
          <NoComp />
        ) : (
          <CompForm key={form.code} form={form} labels={labels} availablePoints={member?.compPoints} />
        )
      }
    />
  )
}

function NoComp() {
  const { t } = useI18n()
  return (
    <Empty
      belowTitle
      title={t('comp.none')}
      text={t('comp.none.text')}
      action={
        <>
          <ButtonLink to={href('/slot')} variant="primary">
            {t('comp.none.play')}
          </ButtonLink>
          <ButtonLink to={`${href('/user')}?tab=comp`}>{t('comp.none.history')}</ButtonLink>
        </>
      }
    />
  )
}

interface CompFormProps {
  form: ReturnType<typeof useMoneyForm>
  labels: { points: string }
  availablePoints: ParsedAmount
}

function CompForm({ form, labels, availablePoints }: CompFormProps) {
  const i18n = useI18n()
  const { number, t } = i18n
  const isHydrated = useHydrated()
  const isSending = useIsSending()
  const points = useAmount({
    name: 'points',
    initialText: form.submitted('points'),
    initialError: form.error('points'),
    check: (amount) => checkExchange(amount, availablePoints),
  })
  const maxPoints = maxExchangeablePoints(availablePoints)
  return (
    <MoneyForm
      code={form.code}
      fields={
        <AmountField
          {...points.inputProps}
          label={labels.points}
          hint={t('comp.points.hint')}
          error={points.error}
          unit={t('comp.unit')}
          suggestions={{
            label: t('amount.nearest'),
            amounts: points.suggestions.map((amount) => ({ amount, text: `${number(amount)}${t('comp.unit')}` })),
          }}
          clearLabel={t('amount.clear')}
          available={{
            label: t('comp.available'),
            amount: availablePoints === undefined ? null : number(availablePoints),
            note: unreadableNote(i18n, [availablePoints]),
            allText: t('amount.allOf'),
          }}
          onSet={points.set}
          onClear={points.clear}
          onAll={maxPoints && points.set ? () => points.set?.(maxPoints) : undefined}
        />
      }
    >
      <TransferSummary
        title={t('comp.sum.title')}
        details={[{ term: t('comp.points.label'), value: number(points.sum) }]}
        total={{ term: t('comp.sum.worth'), amount: points.sum, unit: t('money.unit') }}
        needs={t(points.isMissing ? 'form.needs.points' : 'form.needs.mendPoints')}
      >
        <SubmitButton
          intent="exchange"
          busy={isSending('exchange')}
          onClick={points.blockInvalidSubmit}
          textWithSum={isHydrated && points.sum ? t('comp.submit.sum', { points: number(points.sum) }) : undefined}
        >
          {t('comp.submit')}
        </SubmitButton>
      </TransferSummary>
      <SubmitNotes once={t('comp.once')} />
    </MoneyForm>
  )
}
