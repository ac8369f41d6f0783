import { data } from 'react-router'
import { DocumentTitle } from '~/components/document-title'
import { formRedisplayedContext } from '~/forms/form-responses.server'
import { useFormState } from '~/forms/form-state'
import { getForm } from '~/http/body.server'
import { upstreamContext } from '~/http/page-upstream.server'
import { type ProblemData, problemStatus } from '~/http/problem'
import { useI18n } from '~/i18n/i18n'
import { sessionContext } from '~/session/session.server'
import { toSeoulDay } from '~/time/seoul'
import { Alert } from '~/ui/alert/alert'
import { ButtonLink } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { DescriptionList } from '~/ui/description-list/description-list'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { pageSections, stack } from '~/ui/layout/layout.css'
import { PageTitle } from '~/ui/page-title/page-title'
import { isSupported } from '~/upstream/call-support.server'
import type { Route } from './+types/profile'
import { changePassword } from './change-password.server'
import { loadHistory } from './history/history.server'
import { earliestDay, parseHistoryQuery } from './history/history-query'
import { HistorySection } from './history/history-section'
import { loadProfile } from './masked-profile.server'
import { PasswordsCard, passwordKinds } from './password-forms'
import * as css from './profile.css'

export async function loader({ request, context }: Route.LoaderArgs) {
  const upstream = context.get(upstreamContext)
  const today = toSeoulDay(Date.now())
  const { range, typed, dateErrors, ...historyFilter } = parseHistoryQuery(new URL(request.url).searchParams, today)
  const [profile, history] = await Promise.all([
    loadProfile(upstream),
    loadHistory(upstream, { ...historyFilter, range, dateErrors }),
  ])
  if (
    profile.kind === 'failed' &&
    (!history || history.content.kind === 'failed') &&
    !context.get(formRedisplayedContext)
  ) {
    const { reference } = profile
    throw data({ problem: 'unavailable', reference } satisfies ProblemData, { status: problemStatus.unavailable })
  }
  const page = {
    userId: context.get(sessionContext).member?.userId ?? '',
    profile,
    history,
    canChangePassword: isSupported('change-password') !== false,
    historyQuery: { range, typed, dateErrors, earliestDay: earliestDay(today), today },
  }
  return data(page, { status: dateErrors.length > 0 ? 422 : 200 })
}

export async function action({ context }: Route.ActionArgs) {
  return changePassword(context, getForm(context))
}

export default function User({ loaderData, actionData }: Route.ComponentProps) {
  const { historyQuery, history, canChangePassword, profile, userId } = loaderData
  const { t } = useI18n()
  const openKind = actionData && (passwordKinds.find((kind) => kind === actionData.typed.kind) ?? 'login')
  const form = useFormState(actionData, {
    labels: {
      pass: t('user.password.current'),
      new_pass: t('user.password.new'),
      new_pass_check: t('user.password.again'),
    },
    idPrefix: `${openKind}-`,
  })
  const dateErrors = historyQuery.dateErrors.map(({ field: name, message, limit = historyQuery.today }) => ({
    id: name,
    text: `${t(`user.history.${name}`)}: ${t(message, { day: limit })}`,
  }))
  return (
    <div className={pageSections}>
      <DocumentTitle page={t('user.title')} />
      <div className={stack}>
        <PageTitle title={t('user.title')} />
        <ErrorSummary
          title={form.summary.title}
          errors={actionData ? form.summary.errors : dateErrors}
          result={actionData ?? historyQuery.typed}
        />
      </div>
      <div className={css.cards}>
        <ProfileCard profile={profile} />
        <div className={css.column}>
          {canChangePassword && <PasswordsCard userId={userId} openKind={openKind} form={form} />}
          <Card title={t('safer.title')}>
            <p className={css.text}>{t('user.safer.text')}</p>
            <div>
              <ButtonLink to="/safer-play" variant="line" size="small">
                {t('user.safer.more')}
              </ButtonLink>
            </div>
          </Card>
        </div>
      </div>
      {history && <HistorySection history={history} query={historyQuery} />}
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
        <ButtonLink to="/help" variant="line" size="small">
          {t('user.profile.ask')}
        </ButtonLink>
      </div>
    </Card>
  )
}
