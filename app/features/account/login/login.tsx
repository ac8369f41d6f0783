import { href, redirect } from 'react-router'
import { LoginForm } from '~/components/login-form'
import { PageHead } from '~/components/page-head'
import { respondToFailure } from '~/forms/form-responses.server'
import { useFormState } from '~/forms/form-state'
import { useI18n } from '~/i18n/i18n'
import { flashContext } from '~/server/cookies/flash.server'
import { readRememberedId } from '~/server/cookies/preferences.server'
import { getForm, isFormPost } from '~/server/middleware/body.server'
import type { RouteHandle } from '~/server/middleware/route.server'
import { readQuery } from '~/server/request-info/query.server'
import { saveSealedForm } from '~/server/session/sealed-forms.server'
import { sessionContext } from '~/server/session/session.server'
import { ContactLinks, useHasContact } from '~/shell/footer/contact-links'
import { Alert } from '~/ui/alert/alert'
import { TextLink } from '~/ui/text-link/text-link'
import { pathOnSite } from '~/values/addresses'
import { minutes } from '~/values/durations'
import { numberedMessages } from '~/values/numbered-messages'
import { BesideScene } from '../beside-scene'
import { acceptsResetRequests } from '../passwords/reset.server'
import type { Route } from './+types/login'
import { sendTicket } from './login-ticket.server'
import { authenticateForm, redirectSignedIn, welcome } from './sign-in.server'

export const handle = {
  pageCacheMs: minutes(1),
  isLogin: true,
  indexed: { description: 'about.login' },
} satisfies RouteHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const { next, cookies } = readQuery(request.url)
  const { member } = context.get(sessionContext)
  if (member && !isFormPost(context)) throw redirect(next ?? href('/'), 303)
  const refusesCookies = !member && cookies
  return {
    refusesCookies,
    id: readRememberedId(request),
    canAskForCode: await acceptsResetRequests(context),
    // Visitors redirected from a member screen see that a login is required, unless a flash message is shown.
    isLoginRequired: !member && !refusesCookies && next !== undefined && context.get(flashContext) === null,
    signedInUserId: member?.userId,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const posted = getForm(context)
  const next = pathOnSite(posted.get('next')) ?? href('/')
  const wrong = { status: 401, problem: numberedMessages.wrongLogin } as const
  const incomplete = { status: 422, problem: 'msg_auth_error' } as const
  const { form, outcome } = await authenticateForm(request, context)
  if (outcome.kind === 'refused' && outcome.status === 'second_factor') {
    const restored = await saveSealedForm(posted.get('typed'), form.submitted.id?.trim() ?? '')
    const ticket = String(outcome.response.ticket)
    await sendTicket(context, { ticket, next: restored ?? next, isRestored: restored !== undefined })
    return redirect(href('/login/code'), 303)
  }
  // A login moves no money, so it is safe to retry after a lost response.
  if (outcome.kind !== 'done') {
    return respondToFailure(context, form, outcome, {
      refused: { second_factor: wrong, other: wrong },
      invalid: incomplete,
      limited: ({ by }) => ({ problem: by === 'site' ? 'login.limited' : 'login.notTaken' }),
    })
  }
  // A form sent after the session expired is redisplayed to the same member, and never submitted automatically.
  const restoredFormHref = await saveSealedForm(posted.get('typed'), context.get(sessionContext).member?.userId ?? '')
  if (restoredFormHref !== undefined)
    return redirectSignedIn(request, restoredFormHref, { kind: 'info', message: 'login.restored' })
  return redirectSignedIn(request, next, await welcome(context, outcome.response))
}

const warningMessages = new Set<string | undefined>(['msg_auth_error', 'login.limited', 'login.notTaken'])

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n()
  const { submitted, refusal } = useFormState(actionData)
  const hasContact = useHasContact()
  const isWarning = warningMessages.has(actionData?.problem)
  return (
    <BesideScene>
      <PageHead title={t('nav.login')} />
      {loaderData.signedInUserId !== undefined && (
        <Alert kind="info" title={t('login.still', { userId: loaderData.signedInUserId })} />
      )}
      <LoginForm
        placement="page"
        initialId={submitted('id', loaderData.id)}
        serverRefusal={refusal && (isWarning ? { ...refusal, kind: 'warning' } : refusal)}
        next={actionData?.submitted.next}
        sealedForm={actionData?.submitted.typed}
        belowPassword={
          loaderData.canAskForCode ? (
            <TextLink to={href('/forgot')}>{t('forgot.title')}</TextLink>
          ) : (
            <p>{t(hasContact ? 'login.forgotten.contact' : 'login.forgotten')}</p>
          )
        }
      >
        {loaderData.refusesCookies && (
          <Alert kind="warning" title={t('login.cookies')}>
            <p>{t('login.cookies.text')}</p>
          </Alert>
        )}
        {loaderData.isLoginRequired && (
          <Alert kind="info" title={t(numberedMessages.loginNeeded)}>
            {t(`${numberedMessages.loginNeeded}.text`)}
          </Alert>
        )}
      </LoginForm>
      <ContactLinks />
    </BesideScene>
  )
}
