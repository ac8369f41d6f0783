import { redirect } from 'react-router'
import { z } from 'zod'
import { readForm } from '~/forms/read'
import { redisplay, redisplayFailure } from '~/forms/redisplay.server'
import { useFormState } from '~/forms/state'
import { sendHeader } from '~/http/answer.server'
import { bodyContext, formOf } from '~/http/body.server'
import { takeUpTyped } from '~/http/kept-forms.server'
import { noticeContext, redirectWithNotice } from '~/http/notice.server'
import { rememberedId } from '~/http/preferences.server'
import type { RouteHandle } from '~/http/route.server'
import { signIn } from '~/http/sign-in.server'
import { useWords } from '~/i18n/words'
import { pathOnSite } from '~/paths/path-on-site'
import { sessionContext } from '~/session/session.server'
import { DocumentTitle } from '~/shell/document-title'
import { LoginForm } from '~/shell/login-form'
import { saidWithReference } from '~/shell/said'
import { stack } from '~/ui/layout/layout.css'
import { PageTitle } from '~/ui/page-title/page-title'
import { Say } from '~/ui/say/say'
import { upstreamContext } from '~/upstream/client.server'
import type { Route } from './+types/login'

export const handle = { sharedMs: 60_000 } satisfies RouteHandle

const secondsInMinute = 60

export function loader({ request, context }: Route.LoaderArgs) {
  const next = pathOnSite(new URL(request.url).searchParams.get('next'))
  const { member } = context.get(sessionContext)
  if (member && !isSent(context)) throw redirect(next ?? '/', 303)
  return {
    id: rememberedId(request),
    // Says that login is needed to a visitor sent here from a member screen, unless a flash message is shown already.
    needed: !member && next !== undefined && context.get(noticeContext) === null,
    /** The member who is still signed in after a failed login as another member. */
    still: member?.userId,
  }
}

/** Whether this request posts the form. */
function isSent(context: Route.LoaderArgs['context']): boolean {
  return context.get(bodyContext) !== null
}

const loginForm = z.object({ id: z.string().default(''), pw: z.string().default('') })

export async function action({ context }: Route.ActionArgs) {
  const posted = formOf(context)
  const next = pathOnSite(posted.get('next')) ?? '/'
  const form = readForm(posted, loginForm)
  if (form.kind === 'invalid') return redisplay(form, 422, 'msg_auth_error')

  const outcome = await signIn(context, { id: form.values.id.trim(), pw: form.values.pw })
  switch (outcome.kind) {
    case 'done': {
      // A form sent with a dead session is shown again to the member who typed it. It is not sent automatically.
      const kept = await takeUpTyped(posted.get('typed'), context.get(sessionContext).member?.userId ?? '')
      if (kept !== undefined) return redirectWithNotice(kept, { kind: 'info', message: 'login.restored' })
      return redirectWithNotice(next, { kind: 'success', message: 'msg_auth_success' })
    }
    case 'invalid':
      return redisplay(form, 422, 'msg_auth_error')
    case 'refused':
      return redisplay(form, 401, 'msg2030')
    case 'limited':
      sendHeader(context, 'Retry-After', String(outcome.retryAfterSeconds))
      return redisplay(form, 429, outcome.by === 'site' ? 'login.limited' : 'login.notTaken', {
        minutes: Math.ceil(outcome.retryAfterSeconds / secondsInMinute),
      })
    default:
      // A login whose answer was lost moves no money, so it can be tried again.
      return redisplayFailure(form, outcome, context.get(upstreamContext))
  }
}

/** Messages shown as warnings rather than errors: something is missing, or there were too many tries. */
const warnings = new Set<string | undefined>(['msg_auth_error', 'login.limited', 'login.notTaken'])

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const words = useWords()
  const form = useFormState(actionData)
  const said = form.problem === undefined ? null : saidWithReference(words, form.problem, actionData?.values)
  const refused = said && { ...said, kind: warnings.has(form.problem) ? ('warning' as const) : ('error' as const) }
  return (
    <div className={stack}>
      <DocumentTitle page={words.t('login.title')} />
      <PageTitle title={words.t('login.title')} />
      {loaderData.still !== undefined && (
        <Say kind="info" title={words.t('login.still', { userId: loaderData.still })} />
      )}
      <LoginForm place="page" id={form.typed('id', loaderData.id)} refused={refused} next={actionData?.typed.next}>
        {loaderData.needed && (
          <Say kind="warning" title={words.t('msg2001')}>
            {words.t('msg2001.text')}
          </Say>
        )}
      </LoginForm>
      <p>{words.t('login.forgotten')}</p>
    </div>
  )
}
