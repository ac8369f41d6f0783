import { data, href } from 'react-router'
import { ExclusionQuestion } from '~/features/safer-play/limits/exclusion-question'
import { changePlayLimits, loadLimits, readLimitsIntent } from '~/features/safer-play/limits/limits.server'
import { LimitsFailed, LimitsSection } from '~/features/safer-play/limits/limits-section'
import { useFormState } from '~/forms/form-state'
import { useActionResult } from '~/frame/lost-responses/page-key'
import { DocumentTitle } from '~/frame/parts/document-title'
import { ExclusionAlert } from '~/frame/play-limits'
import { i18nFor } from '~/i18n/catalogue.server'
import { useI18n } from '~/i18n/i18n'
import { getForm, isFormPost } from '~/server/body.server'
import { upstreamContext } from '~/server/page-upstream.server'
import { type ProblemData, problemStatus } from '~/server/problem'
import { requestInfoContext } from '~/server/request-info.server'
import type { RouteHandle } from '~/server/route.server'
import { sessionContext } from '~/server/session/session.server'
import { Alert } from '~/ui/alert/alert'
import { ButtonLink } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { DescriptionList } from '~/ui/description-list/description-list'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { pageSections, stack, wrapRow } from '~/ui/layout/layout.css'
import { PageTitle } from '~/ui/page-title/page-title'
import { notPrinted } from '~/ui/print.css'
import { isSupported } from '~/upstream/call-support.server'
import { limitsSectionHref } from '~/values/page-sections'
import { toSeoulDay } from '~/values/seoul'
import type { Route } from './+types/profile'
import { submitPasswordChange } from './change-password.server'
import { followHistory, loadHistory } from './history/history.server'
import { earliestDay, parseHistoryQuery } from './history/history-query'
import { HistorySection } from './history/history-section'
import { loadProfile } from './masked-profile.server'
import { PasswordsCard, passwordKinds } from './password-forms'
import * as css from './profile.css'

/** A break or self-exclusion that began is told of at the top of the page, beside the alert with its end. */
export const handle = {
  quietsDeposit: true,
  flashesInPage: [
    'limits.cancelled',
    'limits.saved',
    'limits.saved.partly',
    'limits.saved.waiting',
    'limits.unchanged',
  ],
} satisfies RouteHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const upstream = context.get(upstreamContext)
  const i18n = i18nFor(context.get(requestInfoContext).locale)
  const { searchParams } = new URL(request.url)
  const today = toSeoulDay(Date.now())
  const { range, submitted, dateErrors, ...historyFilter } = parseHistoryQuery(searchParams, today)
  const [profile, limits, { history, account }] = await Promise.all([
    loadProfile(upstream),
    loadLimits(upstream, searchParams),
    loadHistory(upstream, { ...historyFilter, range, dateErrors }, i18n).then(async (history) => ({
      history,
      account: history ? await followHistory(history, request, context) : undefined,
    })),
  ])
  if (profile.kind === 'failed' && (!history || history.content.kind === 'failed') && !isFormPost(context)) {
    const { reference } = profile
    throw data({ problem: 'unavailable', reference } satisfies ProblemData, { status: problemStatus.unavailable })
  }
  const page = {
    userId: context.get(sessionContext).member?.userId ?? '',
    profile,
    limits,
    history,
    account,
    canChangePassword: isSupported('change-password') !== false,
    historyQuery: { range, submitted, dateErrors, earliestDay: earliestDay(today), today },
  }
  return data(page, { status: dateErrors.length > 0 || (limits?.kind === 'kept' && limits.invalidLength) ? 422 : 200 })
}

export async function action({ context }: Route.ActionArgs) {
  const posted = getForm(context)
  const limitsIntent = readLimitsIntent(posted)
  return limitsIntent ? changePlayLimits(context, limitsIntent, posted) : submitPasswordChange(context, posted)
}

export default function User({ loaderData, actionData }: Route.ComponentProps) {
  const { account, historyQuery, history, canChangePassword, profile, userId } = loaderData
  const limits = loaderData.limits?.kind === 'kept' ? loaderData.limits : undefined
  const { t } = useI18n()
  const result = useActionResult(actionData)
  const isPasswordForm = (result?.submitted.intent ?? 'password') === 'password'
  const openKind =
    result && isPasswordForm ? (passwordKinds.find((kind) => kind === result.submitted.kind) ?? 'login') : undefined
  const passwordLabels = {
    pass: t('user.password.current'),
    new_pass: t('user.password.new'),
    new_pass_check: t('user.password.again'),
  }
  const limitLabels = {
    day: t('limits.day'),
    week: t('limits.week'),
    month: t('limits.month'),
    reality: t('limits.reality'),
    break: t('limits.break'),
    exclude: t('limits.exclude'),
  }
  const form = useFormState(
    result,
    isPasswordForm ? { labels: passwordLabels, idPrefix: `${openKind}-` } : { labels: limitLabels },
  )
  const dateErrors = historyQuery.dateErrors.map(({ field: name, message, limit = historyQuery.today }) => ({
    id: name,
    text: `${t(`user.history.${name}`)}: ${t(message, { day: limit })}`,
  }))
  if (limits?.question && !result) return <ExclusionQuestion question={limits.question} />
  const errorsOfQuery = limits?.invalidLength
    ? [
        {
          id: limits.invalidLength.kind,
          text: `${limitLabels[limits.invalidLength.kind]}: ${t(limits.invalidLength.message)}`,
        },
      ]
    : dateErrors
  const isAboutLimits = result ? !isPasswordForm : Boolean(limits?.invalidLength)
  const errorSummary = (
    <ErrorSummary
      title={form.summary.title}
      errors={result ? form.summary.errors : errorsOfQuery}
      result={result ?? (limits?.invalidLength ? limits : historyQuery.submitted)}
    />
  )
  return (
    <div className={pageSections}>
      <DocumentTitle page={t('user.title')} />
      <div className={stack}>
        <PageTitle title={t('user.title')} />
        {!(isAboutLimits && limits) && errorSummary}
        {limits?.exclusion && <ExclusionAlert exclusion={limits.exclusion} detailed />}
      </div>
      <div className={css.cards}>
        <ProfileCard profile={profile} />
        <div className={css.column}>
          {canChangePassword && (
            <div className={notPrinted}>
              <PasswordsCard userId={userId} openKind={openKind} form={form} />
            </div>
          )}
          <Card title={t('safer.title')}>
            <p className={css.text}>{t(loaderData.limits ? 'user.safer.text' : 'user.safer.none')}</p>
            <div className={wrapRow}>
              {limits && (
                <ButtonLink to={limitsSectionHref} variant="line" size="small">
                  {t('limits.title')}
                </ButtonLink>
              )}
              <ButtonLink to={href('/safer-play')} variant="line" size="small">
                {t('user.safer.more')}
              </ButtonLink>
            </div>
          </Card>
        </div>
      </div>
      {history && <HistorySection history={history} account={account} query={historyQuery} />}
      {loaderData.limits?.kind === 'failed' && <LimitsFailed {...loaderData.limits} />}
      {limits && (
        <LimitsSection limits={limits} form={result && !isPasswordForm ? form : undefined}>
          {isAboutLimits && errorSummary}
        </LimitsSection>
      )}
    </div>
  )
}

function ProfileCard({ profile }: Pick<Route.ComponentProps['loaderData'], 'profile'>) {
  const { number, t } = useI18n()
  if (profile.kind === 'failed') {
    return (
      <Card title={t('user.profile')}>
        <Alert kind="warning" silent>
          {t('user.profile.failed')} {t('problem.reference')} {profile.reference}
        </Alert>
      </Card>
    )
  }
  return (
    <Card title={t('user.profile')}>
      <DescriptionList
        items={[
          { term: t('user.id'), value: profile.userId, strong: true },
          { term: t('user.nick'), value: profile.nick || '-' },
          { term: t('user.level'), value: number(profile.level) },
          { term: t('user.phone'), value: profile.phone ?? '-' },
          { term: t('user.bank'), value: profile.bank || '-' },
          { term: t('user.account'), value: profile.account ?? '-' },
          { term: t('user.owner'), value: profile.owner ?? '-' },
        ]}
      />
      <div className={css.cardFooter}>
        <p className={css.cardFooterText}>{t('user.profile.change')}</p>
        <ButtonLink to={href('/help')} variant="line" size="small">
          {t('user.profile.ask')}
        </ButtonLink>
      </div>
    </Card>
  )
}
