import { href } from 'react-router'
import { LoginIdField } from '~/components/login-form'
import { PageHead } from '~/components/page-head'
import { useFormState } from '~/forms/form-state'
import { useI18n } from '~/i18n/i18n'
import { readRememberedId } from '~/server/cookies/preferences.server'
import { getForm, isFormPost } from '~/server/middleware/body.server'
import type { RouteHandle } from '~/server/middleware/route.server'
import { type Query, readQuery } from '~/server/request-info/query.server'
import { problemResponse } from '~/server/upstream/page-upstream.server'
import { PostForm } from '~/session/post-form'
import { ContactLinks } from '~/shell/footer/contact-links'
import { Button, ButtonLink } from '~/ui/button/button'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { Field } from '~/ui/field/field'
import { form as column } from '~/ui/form/form.css'
import { TextLink } from '~/ui/text-link/text-link'
import { hrefWithQuery } from '~/values/addresses'
import { minutes } from '~/values/durations'
import { BesideScene } from '../beside-scene'
import type { Route } from './+types/forgot'
import { acceptsResetRequests, submitResetRequest } from './reset.server'

export const handle = { pageCacheMs: minutes(1), isLogin: true } satisfies RouteHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  if (!isFormPost(context) && !(await acceptsResetRequests(context))) throw problemResponse({ problem: 'not-found' })
  return { id: readRememberedId(request), query: queryOf(readQuery(request.url)) }
}

export function action({ url, context }: Route.ActionArgs) {
  return submitResetRequest(context, getForm(context), hrefWithQuery(href('/reset'), queryOf(readQuery(url))))
}

const queryOf = ({ kind }: Query): Record<string, string> => (kind === 'exchange' ? { kind } : {})

export default function Forgot({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n()
  const form = useFormState(actionData, { order: ['id', 'phone'] })
  return (
    <BesideScene>
      <PageHead title={t('forgot.title')} lead={t('forgot.lead')} />
      <ErrorSummary {...form.summary} result={actionData} />
      <PostForm action={hrefWithQuery(href('/forgot'), loaderData.query)} className={column} noValidate>
        <LoginIdField error={form.error('id')} defaultValue={form.submitted('id', loaderData.id)} />
        <Field
          name="phone"
          type="tel"
          label={t('register.phone.label')}
          hint={t('forgot.phone.hint')}
          error={form.error('phone')}
          defaultValue={form.submitted('phone')}
          autoComplete="tel-national"
          required
        />
        <Button variant="primary" size="big" wide>
          {t('forgot.submit')}
        </Button>
        <ButtonLink to={href('/login')} variant="line" wide>
          {t('nav.login')}
        </ButtonLink>
      </PostForm>
      <p>
        <TextLink to={hrefWithQuery(href('/reset'), loaderData.query)}>{t('forgot.haveCode')}</TextLink>
      </p>
      <ContactLinks />
    </BesideScene>
  )
}
