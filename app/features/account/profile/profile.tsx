import { data, href } from 'react-router'
import { LoadFailure } from '~/components/empty-page'
import { PageHead } from '~/components/page-head'
import { ExclusionAlert } from '~/components/play-limits'
import { IntentButton } from '~/components/submit-button'
import { changePlayLimits } from '~/features/play-limits/change-limits.server'
import { ExclusionCards, ExclusionQuestion } from '~/features/play-limits/exclusion'
import { LimitsFailed, LimitsSection } from '~/features/play-limits/limits-section'
import { helpLinesFor } from '~/features/play-limits/play-limits.server'
import { loadLimits } from '~/features/play-limits/view.server'
import { useFormState } from '~/forms/form-state'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { useActionResult } from '~/navigation/current-page'
import { getForm, isFormPost } from '~/server/middleware/body.server'
import type { RouteHandle } from '~/server/middleware/route.server'
import { readQuery } from '~/server/request-info/query.server'
import { i18nOf } from '~/server/request-info/request-info.server'
import { type ProblemData, problemStatus } from '~/server/responses/problem'
import { sessionContext } from '~/server/session/session.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'
import { dismissBeforeCount } from '~/transactions/settlement-news.server'
import { Card } from '~/ui/card/card'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { stack } from '~/ui/layout/layout.css'
import { Tabs } from '~/ui/link-row/link-row'
import { notPrinted } from '~/ui/print.css'
import { TextLink } from '~/ui/text-link/text-link'
import { isMissing, isSupported } from '~/upstream/client/call-support.server'
import { hasHistory, loadHistoryTab, loadMonths } from '../history/history.server'
import { HistorySection } from '../history/section'
import { MonthBars } from '../history/totals/month-bars'
import { submitPasswordChange } from '../passwords/change-password.server'
import { PasswordsCard, passwordKinds } from '../passwords/forms'
import { LoginsCard } from '../security/logins-card'
import { OwnDataCard } from '../security/own-data'
import { dataExportRefusal, isDataExport, sendDataExport } from '../security/own-data.server'
import { FactorCard, FactorPage } from '../security/second-factor'
import type { Route } from './+types/profile'
import * as css from './profile.css'
import { loadProfile, loadSecurity, submitSecurity } from './profile.server'
import { ProfileCards } from './profile-cards'
import { type ProfileTab, profileTabHref, profileTabOf, profileTabOfForm, profileTabs } from './tabs'

export const handle = {
  demotesDepositButton: (loaderData) => (loaderData as Route.ComponentProps['loaderData']).tab !== 'profile',
} satisfies RouteHandle

export const middleware: Route.MiddlewareFunction[] = [sendDataExport]

export async function loader({ request, context }: Route.LoaderArgs) {
  const upstream = context.get(upstreamContext)
  const i18n = i18nOf(context)
  const { locale } = i18n
  const query = readQuery(request.url)
  const posted = isFormPost(context) ? getForm(context) : undefined
  const asked = isDataExport(context) ? 'security' : posted ? profileTabOfForm(posted) : profileTabOf(query)
  const [limits, monthly, history, own, security] = await Promise.all([
    loadLimits(upstream, query, i18n),
    asked === 'limits' ? loadMonths(context) : undefined,
    asked === 'history' ? dismissBeforeCount(context, loadHistoryTab(request, context)) : undefined,
    asked === 'profile' ? loadProfile(upstream, locale) : undefined,
    asked === 'security' ? loadSecurity(upstream) : undefined,
  ])
  const isThere = { profile: true, history, limits, 'safer-play': true, security }[asked]
  const tab = isThere ? asked : 'profile'
  const profile = tab === 'profile' ? (own ?? (await loadProfile(upstream, locale))) : undefined
  if (profile?.kind === 'failed' && !posted) {
    const { reference } = profile
    throw data({ problem: 'unavailable', reference } satisfies ProblemData, { status: problemStatus.unavailable })
  }
  const isUnread =
    history?.history.content.kind === 'failed' ||
    (tab === 'limits' && limits?.kind === 'failed') ||
    security?.logins.kind === 'failed'
  const isWrong = (history?.query.dateErrors ?? []).length > 0 || (limits?.kind === 'kept' && limits.invalidLength)
  const hasTab = {
    ...{ profile: true, 'safer-play': true },
    ...{ history: hasHistory(), limits: limits !== null, security: isSupported('get-login-list') !== false },
  }
  return data(
    {
      opened: query.form,
      userId: context.get(sessionContext).member?.userId ?? '',
      tab,
      tabs: profileTabs.filter((name) => hasTab[name]),
      profile,
      limits,
      monthly,
      history,
      security,
      canChangePassword: !isMissing('change-password'),
      helpLines: limits?.kind === 'kept' && limits.question ? helpLinesFor(request, locale) : [],
    },
    { status: isUnread ? problemStatus.unavailable : isWrong ? 422 : 200 },
  )
}

export async function action({ context }: Route.ActionArgs) {
  if (isDataExport(context)) return dataExportRefusal(context)
  const posted = getForm(context)
  switch (profileTabOfForm(posted)) {
    case 'profile':
      return submitPasswordChange(context, posted)
    case 'security':
      return submitSecurity(context, posted)
    default:
      return changePlayLimits(context, posted)
  }
}

const lobbyTitles = {
  profile: 'user.profile',
  history: 'receipt.history',
  limits: 'limits.title',
  'safer-play': 'safer.title',
  security: 'security.title',
} as const satisfies Record<ProfileTab, MessageKey>

export default function User({ loaderData, actionData }: Route.ComponentProps) {
  const { history, canChangePassword, monthly, opened, profile, security, tab, userId } = loaderData
  const limits = loaderData.limits?.kind === 'kept' ? loaderData.limits : undefined
  const months = monthly?.months ?? []
  const firstBar = months.findIndex((sum) => sum.deposits + sum.withdrawals > 0)
  const { t } = useI18n()
  const result = useActionResult(actionData)
  const askedKind = passwordKinds.find((kind) => kind === (result ? result.submitted.kind : opened))
  const openKind = askedKind ?? (result && 'login')
  const labels = {
    ...Object.fromEntries(
      (limits?.groups ?? []).flatMap(({ slots }) => slots.map(({ name }) => [name, t(`limits.${name}`)])),
    ),
    reality: t('limits.reality'),
    break: t('limits.break'),
    exclude: t('limits.exclude'),
    pass: t('user.password.current'),
    new_pass: t('user.password.new'),
    new_pass_check: t('user.password.again'),
    pw: t('user.password.login'),
    otp: t('security.code'),
  }
  // The form for downloading data has no intent.
  const intent = result?.submitted.intent ?? 'data'
  const idPrefix = tab === 'profile' ? `${openKind}-` : tab === 'security' ? `${intent}-` : ''
  const form = useFormState(result, { labels, idPrefix })
  if (result && 'factor' in result && result.factor)
    return <FactorPage view={result.factor} form={form} result={result} />
  if (limits?.question && !result)
    return <ExclusionQuestion question={limits.question} helpLines={loaderData.helpLines} />
  const dateErrors = (history?.query.dateErrors ?? []).map(({ field, message, limit = history?.query.today }) => ({
    id: field,
    text: `${t(`user.history.${field}`)}: ${t(message, limit === undefined ? {} : { day: limit })}`,
  }))
  const invalidLength = limits?.invalidLength
  const errorsOfQuery = invalidLength
    ? [{ id: invalidLength.kind, text: `${labels[invalidLength.kind]}: ${t(invalidLength.message)}` }]
    : dateErrors
  return (
    <div className={css.page}>
      <div className={stack}>
        <PageHead title={t('nav.user')} />
        <Tabs
          label={t('nav.user')}
          items={loaderData.tabs.map((profileTab) => ({
            to: profileTabHref(profileTab),
            text: t(lobbyTitles[profileTab]),
            current: profileTab === tab,
          }))}
        />
        <ErrorSummary
          {...form.summary}
          errors={result ? form.summary.errors : errorsOfQuery}
          result={result ?? (invalidLength ? limits : history?.query.submitted)}
        />
        {limits?.exclusion && <ExclusionAlert exclusion={limits.exclusion} detailed />}
        {limits?.exclusion?.isOver && (
          <IntentButton intent="exclusion-end" text={t('limits.exclusion.end')} action={href('/user')} />
        )}
        {loaderData.limits?.kind === 'failed' && tab !== 'history' && <LimitsFailed {...loaderData.limits} />}
      </div>
      {profile?.kind === 'failed' && (
        <Card>
          <LoadFailure text={t('user.profile.failed')} reference={profile.reference} />
        </Card>
      )}
      {profile && (
        <div className={css.cards}>
          {profile.kind === 'done' && <ProfileCards profile={profile} />}
          <div className={notPrinted}>
            {canChangePassword && <PasswordsCard userId={userId} openKind={openKind} form={form} />}
          </div>
        </div>
      )}
      {tab === 'history' && history && <HistorySection {...history} />}
      {tab === 'limits' && limits && (
        <LimitsSection limits={limits} thisMonth={months.at(-1)} form={result && form}>
          {monthly && firstBar >= 0 && firstBar < months.length - 1 && (
            <MonthBars {...monthly} months={months.slice(firstBar)} />
          )}
        </LimitsSection>
      )}
      {security && (
        <div className={`${css.cards} ${notPrinted}`}>
          {security.hasFactors && (
            <FactorCard
              isOn={security.secondFactor}
              shown={{ intent: result ? intent : opened, form: result && form }}
            />
          )}
          <LoginsCard logins={security.logins} />
          {security.hasOwnData && <OwnDataCard form={result && intent === 'data' ? form : undefined} />}
        </div>
      )}
      {tab === 'safer-play' && (
        <div className={stack}>
          <p className={css.text}>
            {t(loaderData.limits ? 'user.safer.text' : 'user.safer.none')}{' '}
            <TextLink to={href('/safer-play')}>{t('user.safer.more')}</TextLink>
          </p>
          {limits && <ExclusionCards limits={limits} form={result && form} />}
        </div>
      )}
    </div>
  )
}
