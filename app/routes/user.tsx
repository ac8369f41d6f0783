import { data } from 'react-router'
import { useFormState } from '~/forms/state'
import { firstDay, readAsked } from '~/history/asked'
import { seoulDay } from '~/history/days'
import { historyOf } from '~/history/history.server'
import { HistoryPart } from '~/history/history-part'
import { isThere } from '~/history/support.server'
import { formOf } from '~/http/body.server'
import { type MessageKey, useWords, type Words } from '~/i18n/words'
import { sessionContext } from '~/session/session.server'
import { DocumentTitle } from '~/shell/document-title'
import { ButtonLink } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { Facts } from '~/ui/facts/facts'
import { parts, stack } from '~/ui/layout/layout.css'
import { PageTitle } from '~/ui/page-title/page-title'
import { Say } from '~/ui/say/say'
import { upstreamContext } from '~/upstream/client.server'
import { type ProblemData, problemStatus } from '~/upstream/problem'
import type { Route } from './+types/user'
import * as css from './user.css'
import { Passwords, passwordKinds, passwordLabels } from './user-password'
import { changePassword, shownAgainContext } from './user-password.server'
import { profileOf } from './user-profile.server'

export async function loader({ request, context }: Route.LoaderArgs) {
  const upstream = context.get(upstreamContext)
  const today = seoulDay(Date.now())
  const { range, typed, wrong, ...asked } = readAsked(new URL(request.url).searchParams, today)
  const [profile, history] = await Promise.all([profileOf(upstream), historyOf(upstream, { ...asked, range, wrong })])
  if (profile.kind === 'failed' && (!history || history.shown.kind === 'failed') && !context.get(shownAgainContext)) {
    const { reference } = profile
    throw data({ problem: 'unavailable', reference } satisfies ProblemData, { status: problemStatus.unavailable })
  }
  const page = {
    userId: context.get(sessionContext).member?.userId ?? '',
    profile,
    history,
    passwords: isThere('change-password') !== false,
    asked: { range, typed, wrong, first: firstDay(today), today },
  }
  return data(page, { status: wrong.length > 0 ? 422 : 200 })
}

export async function action({ context }: Route.ActionArgs) {
  return changePassword(context, formOf(context))
}

export default function User({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, history, passwords, profile, userId } = loaderData
  const words = useWords()
  const { t } = words
  const form = useFormState(actionData)
  const open = actionData && (passwordKinds.find((kind) => kind === form.typed('kind')) ?? 'login')

  const dates = asked.wrong.map(({ name, message, day = asked.today }) => ({
    id: name,
    text: `${t(`user.history.${name}`)}: ${t(message, { day })}`,
  }))
  const refused = actionData?.problem === undefined ? undefined : refusal(actionData.problem, actionData.values, words)
  const errors = actionData ? (refused?.errors ?? wrongFields(form, open ?? 'login', words)) : dates
  return (
    <div className={parts}>
      <DocumentTitle page={t('user.title')} />
      <div className={stack}>
        <PageTitle title={t('user.title')} />
        <ErrorSummary title={refused?.title ?? t('form.summary')} errors={errors} answer={actionData ?? asked.typed} />
      </div>
      <div className={css.cards}>
        <ProfileCard profile={profile} />
        <div className={css.column}>
          {passwords && <Passwords userId={userId} open={open} form={form} />}
          <Card title={t('safer.title')}>
            <p className={css.text}>{t('user.safer.text')}</p>
            <div>
              <ButtonLink to="/safer-play" look="line" size="small">
                {t('user.safer.more')}
              </ButtonLink>
            </div>
          </Card>
        </div>
      </div>
      {history && <HistoryPart history={history} asked={asked} />}
    </div>
  )
}

/** The title and second sentence of a refusal. */
function refusal(problem: string, values: Record<string, string | number> | undefined, { has, t }: Words) {
  const more = `${problem}.text`
  return {
    title: has(problem) ? t(problem, values) : t('form.summary'),
    errors: has(more) ? [{ text: t(more, values) }] : [],
  }
}

/** The field errors of a password form, each with the id of its field to link to. */
function wrongFields(form: ReturnType<typeof useFormState>, kind: string, { has, t }: Words) {
  const labels: Record<string, MessageKey> = passwordLabels
  return form.summary(Object.keys(labels)).map(({ name, message }) => {
    const said = has(message) ? t(message) : ''
    const label = name === undefined ? undefined : labels[name]
    return label === undefined ? { text: said } : { id: `${kind}-${name}`, text: `${t(label)}: ${said}` }
  })
}

function ProfileCard({ profile }: Pick<Route.ComponentProps['loaderData'], 'profile'>) {
  const { number, t } = useWords()
  if (profile.kind === 'failed') {
    return (
      <Card title={t('user.profile')}>
        <Say kind="warning" still>
          {t('user.profile.failed')} {t('problem.reference')} {profile.reference}
        </Say>
      </Card>
    )
  }
  return (
    <Card title={t('user.profile')}>
      <Facts
        facts={[
          { term: t('user.id'), value: profile.userId, strong: true },
          { term: t('user.nick'), value: profile.nick || '-' },
          { term: t('user.level'), value: number(profile.level) },
          { term: t('user.phone'), value: profile.phone ?? '-' },
          { term: t('user.bank'), value: profile.bank || '-' },
          { term: t('user.account'), value: profile.account ?? '-' },
          { term: t('user.owner'), value: profile.owner ?? '-' },
        ]}
      />
      <div className={css.foot}>
        <p className={css.footWords}>{t('user.profile.change')}</p>
        <ButtonLink to="/help" look="line" size="small">
          {t('user.profile.ask')}
        </ButtonLink>
      </div>
    </Card>
  )
}
