import { href, redirect } from 'react-router'
import { z } from 'zod'
import { EmptyPage } from '~/components/empty-page'
import { HelpCard } from '~/components/help-lines'
import { PageHead } from '~/components/page-head'
import { RealityCheckFigures, RealityCheckLinks, realityCheckTitle } from '~/components/play-limits'
import { respondToFailure } from '~/forms/form-responses.server'
import { useFormState, useIsSending } from '~/forms/form-state'
import { readForm } from '~/forms/read-form.server'
import { useI18n } from '~/i18n/i18n'
import { useActionResult } from '~/navigation/current-page'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import { getForm } from '~/server/middleware/body.server'
import type { RouteHandle } from '~/server/middleware/route.server'
import { readQuery } from '~/server/request-info/query.server'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import { problemResponse, upstreamContext } from '~/server/upstream/page-upstream.server'
import { PostForm } from '~/session/post-form'
import { Button, ButtonRow } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { form as column } from '~/ui/form/form.css'
import { formAndHelp } from '~/ui/layout/layout.css'
import { limitsSectionHref, pathOnSite } from '~/values/addresses'
import type { Route } from './+types/reality-check'
import { limitsFailures } from './change-limits.server'
import { helpLinesFor } from './play-limits.server'
import { acknowledgeRealityCheck, loadRealityCheck } from './reality-check.server'

export const handle = { demotesDepositButton: true } satisfies RouteHandle

/** The shell's dialog loads the check only once. Changes elsewhere on the page don't reload it. */
export const shouldRevalidate = () => false

/** Redirects to `next` or the limits if no check is due. The dialog (`?dialog`) stays on its page instead. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { next, dialog } = readQuery(url)
  const { check, reality } = await loadRealityCheck(context)
  if (!check && !dialog) {
    throw next ? redirect(next, 303) : redirectWithFlash(limitsSectionHref, { kind: 'info', message: 'reality.none' })
  }
  const helpLines = helpLinesFor(request, context.get(requestInfoContext).locale)
  return { check, reality, helpLines, next: next ?? href('/') }
}

const realityCheckForm = z.strictObject({ intent: z.enum(['go-on', 'stop']), next: z.string().optional() })

/** `go-on` continues to `next`. `stop` moves the money out of games and redirects to the member's page. */
export async function action({ context }: Route.ActionArgs) {
  const form = readForm(getForm(context), realityCheckForm)
  if (form.kind === 'invalid') throw problemResponse({ problem: 'bad-request' })
  const { intent, next } = form.values
  const outcome = await acknowledgeRealityCheck(context, intent)
  if (intent === 'stop') {
    const returned = await context.get(upstreamContext).callOptional('transfer-out', {})
    const message = returned.kind === 'done' ? 'reality.stopped' : 'reality.stopped.unsure'
    return redirectWithFlash(href('/user'), { kind: 'info', message })
  }
  if (outcome.kind === 'done' || outcome.kind === 'unsupported') return redirect(pathOnSite(next) ?? href('/'), 303)
  return respondToFailure(context, form, outcome, limitsFailures)
}

/** The page of the reality check. It comes before the next launch, and both choices have equal weight. */
export default function RealityCheck({ loaderData, actionData }: Route.ComponentProps) {
  const { check } = loaderData
  const result = useActionResult(actionData)
  const form = useFormState(result)
  const next = form.submitted('next', loaderData.next)
  const i18n = useI18n()
  const isSending = useIsSending()
  const { t } = i18n
  if (!check) return <EmptyPage title={t('reality.none')} />
  const title = realityCheckTitle(i18n, check)
  return (
    <div className={formAndHelp}>
      <PostForm action={href('/reality-check')} className={column}>
        <PageHead title={title} lead={t('reality.text')} />
        <ErrorSummary {...form.summary} result={result} />
        <Card>
          <RealityCheckFigures check={check} />
        </Card>
        <input type="hidden" name="next" value={next} />
        <ButtonRow>
          <Button size="big" name="intent" value="go-on" busy={isSending('go-on')}>
            {t('reality.goOn')}
          </Button>
          <Button size="big" name="intent" value="stop" busy={isSending('stop')}>
            {t('reality.stop')}
          </Button>
        </ButtonRow>
        <RealityCheckLinks />
      </PostForm>
      {loaderData.helpLines.length > 0 && <HelpCard lines={loaderData.helpLines} />}
    </div>
  )
}
