import { redirect } from 'react-router'
import { z } from 'zod'
import { DocumentTitle } from '~/components/document-title'
import { useFormState } from '~/forms/form-state'
import { readForm } from '~/forms/read-form'
import { redisplayFailedForm, redisplayForm } from '~/forms/redisplay.server'
import { bodyContext, getForm } from '~/http/body.server'
import { flashContext, redirectWithFlash } from '~/http/flash.server'
import { upstreamContext } from '~/http/page-upstream.server'
import { readRememberedId } from '~/http/preferences.server'
import { sendHeader } from '~/http/response-headers.server'
import type { RouteHandle } from '~/http/route.server'
import { saveSealedForm } from '~/http/saved-forms.server'
import { signIn } from '~/http/sign-in.server'
import { useI18n } from '~/i18n/i18n'
import { messageTextWithReference } from '~/i18n/message-text'
import { pathOnSite } from '~/paths/path-on-site'
import { sessionContext } from '~/session/session.server'
import { LoginForm } from '~/shell/login-form'
import { minutes } from '~/time/durations'
import { Alert } from '~/ui/alert/alert'
import { stack } from '~/ui/layout/layout.css'
import { PageTitle } from '~/ui/page-title/page-title'
import type { Route } from './+types/login'

export const handle = { pageCacheMs: minutes(1) } satisfies RouteHandle

const secondsInMinute = 60

export function loader({ request, context }: Route.LoaderArgs) {
  const next = pathOnSite(new URL(request.url).searchParams.get('next'))
  const { member } = context.get(sessionContext)
  if (member && !isFormPost(context)) throw redirect(next ?? '/', 303)
  return {
    id: readRememberedId(request),
    // Says that login is needed to a visitor sent here from a member screen, unless a flash message is shown already.
    isLoginRequired: !member && next !== undefined && context.get(flashContext) === null,
    /** The member who is still signed in after a failed login as another member. */
    signedInUserId: member?.userId,
  }
}

/** Whether this request posts the form. */
function isFormPost(context: Route.LoaderArgs['context']): boolean {
  return context.get(bodyContext) !== null
}

const loginForm = z.object({ id: z.string().default(''), pw: z.string().default('') })

export async function action({ context }: Route.ActionArgs) {
  const posted = getForm(context)
  const next = pathOnSite(posted.get('next')) ?? '/'
  const form = readForm(posted, loginForm)
  if (form.kind === 'invalid') return redisplayForm(form, 422, 'msg_auth_error')

  const outcome = await signIn(context, { id: form.values.id.trim(), pw: form.values.pw })
  switch (outcome.kind) {
    case 'done': {
      // A form sent with a dead session is shown again to the member who typed it. It is not sent automatically.
      const restoredFormHref = await saveSealedForm(
        posted.get('typed'),
        context.get(sessionContext).member?.userId ?? '',
      )
      if (restoredFormHref !== undefined)
        return redirectWithFlash(restoredFormHref, { kind: 'info', message: 'login.restored' })
      return redirectWithFlash(next, { kind: 'success', message: 'msg_auth_success' })
    }
    case 'invalid':
      return redisplayForm(form, 422, 'msg_auth_error')
    case 'refused':
      return redisplayForm(form, 401, 'msg2030')
    case 'limited':
      sendHeader(context, 'Retry-After', String(outcome.retryAfterSeconds))
      return redisplayForm(form, 429, outcome.by === 'site' ? 'login.limited' : 'login.notTaken', {
        minutes: Math.ceil(outcome.retryAfterSeconds / secondsInMinute),
      })
    default:
      // A login whose answer was lost moves no money, so it can be tried again.
      return redisplayFailedForm(form, outcome, context.get(upstreamContext))
  }
}

/** Messages shown as warnings rather than errors: something is missing, or there were too many tries. */
const warningMessages = new Set<string | undefined>(['msg_auth_error', 'login.limited', 'login.notTaken'])

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const words = useI18n()
  const form = useFormState(actionData)
  const messageText =
    form.problem === undefined ? null : messageTextWithReference(words, form.problem, actionData?.values)
  const formAlert = messageText && {
    ...messageText,
    kind: warningMessages.has(form.problem) ? ('warning' as const) : ('error' as const),
  }
  return (
    <div className={stack}>
      <DocumentTitle page={words.t('login.title')} />
      <PageTitle title={words.t('login.title')} />
      {loaderData.signedInUserId !== undefined && (
        <Alert kind="info" title={words.t('login.still', { userId: loaderData.signedInUserId })} />
      )}
      <LoginForm
        placement="page"
        initialId={form.typed('id', loaderData.id)}
        serverRefusal={formAlert}
        next={actionData?.typed.next}
      >
        {loaderData.isLoginRequired && (
          <Alert kind="warning" title={words.t('msg2001')}>
            {words.t('msg2001.text')}
          </Alert>
        )}
      </LoginForm>
      <p>{words.t('login.forgotten')}</p>
    </div>
  )
}
