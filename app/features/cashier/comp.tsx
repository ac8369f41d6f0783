import { href } from 'react-router'
import { createRequestCode } from '~/forms/form-responses.server'
import { amountField, readForm } from '~/forms/read-form.server'
import { formatCompKind } from '~/i18n/comp-kind'
import { useI18n } from '~/i18n/i18n'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import type { RouteHandle } from '~/server/middleware/route.server'
import { readSealedForm } from '~/server/session/sealed-forms.server'
import { type PageUpstream, upstreamContext } from '~/server/upstream/page-upstream.server'
import { useMayNotDeposit, useSession } from '~/session/session-context'
import { hasNoMoney } from '~/session/shell-data'
import { ButtonLink } from '~/ui/button/button'
import { LabelledFigure } from '~/ui/figure/figure'
import { ListRow } from '~/ui/list/list'
import { Amount } from '~/ui/table/table'
import { points } from '~/upstream/contract/fields/values'
import type { ParsedAmount } from '~/values/balance'
import { joinParts } from '~/values/parts'
import { formatNearTime } from '~/values/seoul'
import type { Route } from './+types/comp'
import { addUpPlayByDay } from './comp-by-day'
import { checkExchange, maxExchangeablePoints, remainingCash } from './form/amount-problems'
import { panelText } from './form/cashier.css'
import { CashierPage, type MoneyFormView, useMoneyForm } from './form/cashier-page'
import { toListedRows } from './form/find-sent-transaction'
import { moneyAction, moneyFormSchema } from './form/money-action.server'
import { FormReplacement, MoneyForm, useTotalAfter } from './form/money-form'
import { RecentRows } from './form/recent-transactions'
import { redisplayAfterCall, redisplayMoneyForm, throwIfClosedOnOpening } from './form/redisplay-money-form.server'
import { AmountBox, useAmount } from './form/use-amount'

const formId = 'comp-form'

export const handle = { movesMoney: true, restoresForm: formId, closedWhileExcluded: true } satisfies RouteHandle

export { clientAction } from './form/money-form'

const maxRecentEntries = 10

export async function loader({ request, context }: Route.LoaderArgs) {
  const [, list] = await Promise.all([
    throwIfClosedOnOpening(context),
    context.get(upstreamContext).callOptional('get-comp-list', { page: 1 }),
  ])
  const form = { code: createRequestCode(), savedForm: await readSealedForm(request, context) }
  if (list.kind !== 'done') return { ...form, recent: list }
  const { points, total } = list.response
  const value = addUpPlayByDay(points, total !== points.length).slice(0, maxRecentEntries)
  return { ...form, recent: { kind: list.kind, value } }
}

const compForm = moneyFormSchema('exchange', { points: amountField(points) })

export const action = moneyAction({
  field: 'points',
  all: { fetch: fetchPoints, most: maxExchangeablePoints, none: 'comp.all.none' },
  send: exchange,
})

async function exchange(context: Route.ActionArgs['context'], posted: FormData) {
  const startedAtMs = Date.now()
  const upstream = context.get(upstreamContext)
  const form = readForm(posted, compForm)
  if (form.kind === 'invalid') return redisplayMoneyForm(context, form, 'invalid')
  const { points: amount, code } = form.values
  const outcome = await upstream.call('roll-to-balance', { points: amount, code })
  if (outcome.kind === 'done')
    return redirectWithFlash(href('/comp'), { kind: 'success', message: 'comp.done', values: { amount } })
  const refused = {
    low_point: { fields: { points: ['comp.points.low'] } },
    other: { problem: 'comp.failed', values: { reference: upstream.reference } },
  } as const
  return redisplayAfterCall(context, form, outcome, { refused, transaction: { kind: 'comp', amount, startedAtMs } })
}

async function fetchPoints(upstream: PageUpstream): Promise<ParsedAmount> {
  const health = await upstream.callOptionalOnce('user-health-check')
  return health.kind === 'done' ? health.response.user.rolling : undefined
}

export default function Comp({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n()
  const available = useSession().member?.compPoints
  const { recent } = loaderData
  const labels = { points: t('comp.points.label') }
  const form = useMoneyForm(actionData, loaderData, labels)
  const rows = recent.kind === 'done' ? toListedRows('comp', { points: recent.value }) : []
  const hasNone = !form.isShownAgain && typeof available === 'number' && maxExchangeablePoints(available) === 0
  return (
    <CashierPage kind="comp" rows={rows} form={form}>
      {hasNone ? (
        <NoComp recent={recent} />
      ) : (
        <CompForm key={form.code} form={form} label={labels.points} available={available} recent={recent} />
      )}
    </CashierPage>
  )
}

type RecentEntries = Route.ComponentProps['loaderData']['recent']

function NoComp({ recent }: { recent: RecentEntries }) {
  const { number, sentences, t } = useI18n()
  const mayNotDeposit = useMayNotDeposit()
  // Play needs money first.
  const needsDeposit = hasNoMoney(useSession().member) && !mayNotDeposit
  return (
    <FormReplacement below={<RecentEntries recent={recent} none={t('comp.recent.none')} />}>
      <LabelledFigure label={t('comp.available')} amount={number(0)} unit={t('strip.comp')} size="big" />
      <p className={panelText}>
        {sentences(t(needsDeposit ? 'comp.how.deposit' : 'comp.how.earned'), t('comp.points.hint'))}
      </p>
      <ButtonLink to={href(needsDeposit ? '/deposit' : '/')} variant="primary" size="big" wide>
        {t(needsDeposit ? 'withdraw.none.deposit' : 'news.play')}
      </ButtonLink>
    </FormReplacement>
  )
}

function RecentEntries({ recent, none }: { recent: RecentEntries; none?: string }) {
  const i18n = useI18n()
  const { date, lang, signed, t } = i18n
  return (
    <RecentRows
      title={t('comp.recent')}
      rows={recent}
      none={none}
      historyHref={`${href('/user')}?tab=comp`}
      amountOf={({ points }) => points}
      toRow={({ kind, points, regdate, count }, key) => (
        <ListRow
          key={key}
          title={formatCompKind(kind, i18n, points)}
          below={
            <span suppressHydrationWarning>
              {count > 1
                ? joinParts(date(regdate), t('user.history.sum.count', { count }))
                : formatNearTime(regdate, Date.now(), lang)}
            </span>
          }
          end={<Amount direction={(points ?? 0) > 0 ? 'in' : 'out'}>{signed(points)}</Amount>}
        />
      )}
    />
  )
}

type CompFormProps = { form: MoneyFormView; label: string; available: ParsedAmount; recent: RecentEntries }

function CompForm({ form, label, available, recent }: CompFormProps) {
  const { number, t } = useI18n()
  const points = useAmount({ name: 'points', form, check: (amount) => checkExchange(amount, available) })
  return (
    <MoneyForm
      id={formId}
      code={form.code}
      recent={<RecentEntries recent={recent} />}
      fields={
        <AmountBox
          label={label}
          amount={points}
          available={{ label: t('comp.available'), amount: available, max: maxExchangeablePoints(available) }}
        />
      }
      summary={{
        details: [{ term: t('comp.sum.left'), value: number(remainingCash(available, points.sum)) }],
        total: useTotalAfter('comp', points.sum),
        needs: t(points.isMissing ? 'form.needs.points' : 'form.needs.mendPoints'),
      }}
      submit={{ intent: 'exchange', text: t('comp.submit'), onClick: points.blockInvalidSubmit }}
    />
  )
}
