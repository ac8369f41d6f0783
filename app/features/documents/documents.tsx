import { href, redirect } from 'react-router'
import { z } from 'zod'
import { PageHead } from '~/components/page-head'
import { redisplayForm, requestFailures, respondToFailure } from '~/forms/form-responses.server'
import { useFormState } from '~/forms/form-state'
import { readForm } from '~/forms/read-form.server'
import { useI18n } from '~/i18n/i18n'
import { useActionResult } from '~/navigation/current-page'
import { config } from '~/platform/settings/config.server'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import { getForm } from '~/server/middleware/body.server'
import type { RouteHandle } from '~/server/middleware/route.server'
import { readQuery } from '~/server/request-info/query.server'
import { sessionContext } from '~/server/session/session.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'
import { PostForm } from '~/session/post-form'
import { Button, ButtonLink, ButtonRow } from '~/ui/button/button'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { form as column } from '~/ui/form/form.css'
import { pathOnSite } from '~/values/addresses'
import type { Route } from './+types/documents'
import { acceptDocuments, currentDocuments, hasAcceptedOthers } from './accepted-documents.server'
import { Consent, ConsentVersions } from './consent'

export const handle = { demotesDepositButton: true } satisfies RouteHandle

export function loader({ request, context }: Route.LoaderArgs) {
  return {
    next: readQuery(request.url).next ?? href('/'),
    hasAcceptedOthers: hasAcceptedOthers(context, context.get(sessionContext).member?.userId ?? ''),
    versions: currentDocuments(),
    age: config.minimumAge,
  }
}

const documentsForm = z.strictObject({ next: z.string().default(href('/')) })

/** Records the acceptance and redirects to `next`. If the upstream doesn't have the call, it only redirects. */
export async function action({ context }: Route.ActionArgs) {
  const form = readForm(getForm(context), documentsForm)
  if (form.kind === 'invalid') return redisplayForm(form)
  const next = pathOnSite(form.values.next) ?? href('/')
  const outcome = await acceptDocuments(context, context.get(upstreamContext))
  if (outcome.kind === 'done') return redirectWithFlash(next, { kind: 'success', message: 'documents.done' })
  if (outcome.kind === 'unsupported') return redirect(next, 303)
  return respondToFailure(context, form, outcome, {
    refused: { other: 'documents.failed' },
    unknown: ({ reference }) => ({ problem: 'documents.failed', values: { reference } }),
    pages: requestFailures,
  })
}

export default function Documents({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n()
  const result = useActionResult(actionData)
  const form = useFormState(result)
  const { age, hasAcceptedOthers, next, versions } = loaderData
  const title = t(hasAcceptedOthers ? 'documents.changed' : 'documents.title')
  return (
    <PostForm className={column}>
      <PageHead title={title} lead={t('documents.lead')} />
      <ErrorSummary {...form.summary} result={result} />
      <input type="hidden" name="next" value={next} />
      <p>
        <Consent age={age} />
      </p>
      <ConsentVersions versions={versions} />
      <ButtonRow>
        <ButtonLink to={next} size="big">
          {t('common.later')}
        </ButtonLink>
        <Button size="big">{t('documents.accept')}</Button>
      </ButtonRow>
    </PostForm>
  )
}
