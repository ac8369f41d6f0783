import { href } from 'react-router'
import { LoginIdField } from '~/components/login-form'
import { PageHead } from '~/components/page-head'
import { RequiredPasswordField, WithdrawalPasswordField } from '~/components/password-fields'
import { useFormState } from '~/forms/form-state'
import { useI18n } from '~/i18n/i18n'
import { readRememberedId } from '~/server/cookies/preferences.server'
import { getField, getForm, isFormPost } from '~/server/middleware/body.server'
import type { RouteHandle } from '~/server/middleware/route.server'
import { readQuery } from '~/server/request-info/query.server'
import { problemResponse } from '~/server/upstream/page-upstream.server'
import { PostForm } from '~/session/post-form'
import { Button } from '~/ui/button/button'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { Field } from '~/ui/field/field'
import { form as column } from '~/ui/form/form.css'
import { softText } from '~/ui/text.css'
import { TextLink } from '~/ui/text-link/text-link'
import { hrefWithQuery } from '~/values/addresses'
import { minutes } from '~/values/durations'
import { BesideScene } from '../beside-scene'
import type { Route } from './+types/reset'
import { NewPasswordField } from './new-field'
import { acceptsResetRequests, acceptsResets, submitReset } from './reset.server'

export const handle = { pageCacheMs: minutes(1), isLogin: true } satisfies RouteHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const canAsk = await acceptsResetRequests(context)
  // Even if the upstream sends no codes on request, members may get one from support by telephone.
  if (!(isFormPost(context) || canAsk || (await acceptsResets(context))))
    throw problemResponse({ problem: 'not-found' })
  const kind = isFormPost(context) ? getField(getForm(context), 'kind') : readQuery(request.url).kind
  return {
    kind: kind === 'exchange' ? ('exchange' as const) : ('login' as const),
    id: readRememberedId(request),
    canAsk,
  }
}

export const action = ({ context }: Route.ActionArgs) => submitReset(context, getForm(context))

export default function Reset({ loaderData: { kind, id, canAsk }, actionData }: Route.ComponentProps) {
  const { t } = useI18n()
  const form = useFormState(actionData, { order: ['id', 'code', 'pw', 'pw_check'] })
  const title = t(`reset.title.${kind}`)
  const passwords = {
    pw: { name: 'pw', label: t('user.password.new'), error: form.error('pw') },
    check: { name: 'pw_check', label: t('user.password.again'), error: form.error('pw_check') },
  }
  const otherKind = kind === 'login' ? 'exchange' : 'login'
  const kindQuery = { kind: kind === 'exchange' ? kind : '' }
  return (
    <BesideScene>
      <PageHead title={title} lead={t('reset.lead')} />
      <ErrorSummary {...form.summary} result={actionData} />
      <PostForm action={hrefWithQuery(href('/reset'), kindQuery)} className={column} noValidate>
        {kind === 'exchange' && <input type="hidden" name="kind" value={kind} />}
        <LoginIdField error={form.error('id')} defaultValue={form.submitted('id', id)} />
        <Field
          name="code"
          label={t('reset.code.label')}
          error={form.error('code')}
          defaultValue={form.submitted('code')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={64}
          required
        />
        {kind === 'exchange' ? (
          <>
            <WithdrawalPasswordField {...passwords.pw} hint={t('user.password.exchange.hint')} isNew />
            <WithdrawalPasswordField {...passwords.check} isNew />
          </>
        ) : (
          <>
            <NewPasswordField {...passwords.pw} />
            <RequiredPasswordField {...passwords.check} autoComplete="new-password" />
          </>
        )}
        <p className={softText}>{t('reset.effect')}</p>
        <Button variant="primary" size="big" wide>
          {t('reset.submit')}
        </Button>
      </PostForm>
      <p>
        <TextLink to={hrefWithQuery(href('/reset'), { kind: kind === 'login' ? otherKind : '' })}>
          {t(`reset.other.${otherKind}`)}
        </TextLink>
      </p>
      {canAsk && (
        <p>
          <TextLink to={hrefWithQuery(href('/forgot'), kindQuery)}>{t('reset.noCode')}</TextLink>
        </p>
      )}
    </BesideScene>
  )
}
