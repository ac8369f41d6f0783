import { href, redirect } from 'react-router'
import { z } from 'zod'
import { PageHead } from '~/components/page-head'
import { redisplayForm, respondToFailure } from '~/forms/form-responses.server'
import { useFormState } from '~/forms/form-state'
import { readForm } from '~/forms/read-form.server'
import { useI18n } from '~/i18n/i18n'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import { getForm, isFormPost } from '~/server/middleware/body.server'
import type { RouteHandle } from '~/server/middleware/route.server'
import { readQuery } from '~/server/request-info/query.server'
import { sessionContext } from '~/server/session/session.server'
import { PostForm } from '~/session/post-form'
import { ContactLinks } from '~/shell/footer/contact-links'
import { Button } from '~/ui/button/button'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { form as column } from '~/ui/form/form.css'
import { TextLink } from '~/ui/text-link/text-link'
import { contract } from '~/upstream/contract'
import { hrefWithQuery, loginHref } from '~/values/addresses'
import { BesideScene } from '../beside-scene'
import { CodeField } from '../security/code-field'
import { factorRefusals } from '../security/refusals.server'
import type { Route } from './+types/code'
import { readTicket, redirectWithoutTicket, sendTicket } from './login-ticket.server'
import { confirmLogin, welcome } from './sign-in.server'

export const handle = { isLogin: true } satisfies RouteHandle

/** Loads the form for a login code, or for a recovery code with `?with=recovery`. Adds `next` to the API's ticket. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { next, ...query } = readQuery(request.url)
  const usesRecovery = query.with === 'recovery'
  if (isFormPost(context)) return { usesRecovery }
  const ticket = await readTicket(context)
  if (!ticket && context.get(sessionContext).member) throw redirect(next ?? href('/'), 303)
  if (!ticket) throw await redirectWithoutTicket(request, context, next)
  if (ticket.next === undefined) {
    await sendTicket(context, { ...ticket, next: next ?? href('/') })
    throw redirect(href('/login/code'), 303)
  }
  return { usesRecovery }
}

const codeForm = z.object({ otp: contract['confirm-login'].payload.shape.otp })

export async function action({ request, context }: Route.ActionArgs) {
  const ticket = await readTicket(context)
  if (!ticket) throw await redirectWithoutTicket(request, context)
  const form = readForm(getForm(context), codeForm)
  if (form.kind === 'invalid') return redisplayForm(form)
  const outcome = await confirmLogin(context, ticket, form.values.otp)
  const isOld = outcome.kind === 'refused' && outcome.status === 'ticket_old'
  if (isOld || outcome.kind === 'unsupported') throw await redirectWithoutTicket(request, context)
  if (outcome.kind !== 'done')
    return respondToFailure(context, form, outcome, {
      refused: { ...factorRefusals(context), other: 'login.code.failed' },
    })
  const next = ticket.next ?? href('/')
  if (ticket.isRestored) return redirectWithFlash(next, { kind: 'info', message: 'login.restored' })
  return redirectWithFlash(next, await welcome(context, outcome.response))
}

const hrefOf = (usesRecovery: boolean) => hrefWithQuery(href('/login/code'), { with: usesRecovery ? 'recovery' : '' })

export default function LoginCode({ loaderData: { usesRecovery }, actionData }: Route.ComponentProps) {
  const { t } = useI18n()
  const form = useFormState(actionData, { order: ['otp'] })
  return (
    <BesideScene>
      <PageHead title={t('login.code.title')} lead={t(usesRecovery ? 'login.code.recovery.lead' : 'login.code.lead')} />
      <ErrorSummary {...form.summary} result={actionData} />
      <PostForm action={hrefOf(usesRecovery)} className={column} noValidate>
        <CodeField name="otp" error={form.error('otp')} kind={usesRecovery ? 'recovery' : 'app'} autoFocus />
        <Button variant="primary" size="big" wide>
          {t('nav.login')}
        </Button>
      </PostForm>
      <p>
        <TextLink to={hrefOf(!usesRecovery)}>
          {t(usesRecovery ? 'login.code.useApp' : 'login.code.useRecovery')}
        </TextLink>
      </p>
      <p>
        <TextLink to={loginHref()}>{t('login.code.again')}</TextLink>
      </p>
      <ContactLinks />
    </BesideScene>
  )
}
