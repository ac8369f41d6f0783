import { redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { DocumentTitle } from '~/components/document-title'
import { getForm } from '~/http/body.server'
import { redirectWithFlash } from '~/http/flash.server'
import { problemResponse } from '~/http/outcome-pages.server'
import { upstreamContext } from '~/http/page-upstream.server'
import { acknowledgeRealityCheck } from '~/http/reality-check.server'
import { useI18n } from '~/i18n/i18n'
import { pathOnSite } from '~/paths/path-on-site'
import { RealityCheckFigures, realityCheckTitle } from '~/shell/reality-check'
import { Button, ButtonLink, ButtonRow } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { Empty } from '~/ui/empty/empty'
import { form } from '~/ui/form/form.css'
import { PostForm } from '~/ui/form/post-form'
import { PageTitle } from '~/ui/page-title/page-title'
import type { Route } from './+types/reality-check'
import { loadRealityCheck } from './reality-check.server'

/** The dialog of the shell reads the check once; a change elsewhere on the page does not read it again. */
export const shouldRevalidate = () => false

export async function loader({ url, context }: Route.LoaderArgs) {
  return { ...(await loadRealityCheck(context)), next: pathOnSite(url.searchParams.get('next')) ?? '/' }
}

const choice = z.enum(['go-on', 'stop'])

/** `go-on` leads to `next`; `stop` takes the money out of games, where the upstream can, and leads home. */
export async function action({ context }: Route.ActionArgs) {
  const posted = getForm(context)
  const intent = choice.safeParse(posted.get('intent'))
  if (!intent.success) throw problemResponse({ problem: 'bad-request' })
  await acknowledgeRealityCheck(context, intent.data)
  if (intent.data === 'go-on') return redirect(pathOnSite(posted.get('next')) ?? '/', 303)
  await context.get(upstreamContext).attempt('transfer-out', {})
  return redirectWithFlash('/', { kind: 'info', message: 'reality.stopped' })
}

/** The reality check before the next launch. Both ways on weigh the same. */
export default function RealityCheck({ loaderData: { check, next } }: Route.ComponentProps) {
  const i18n = useI18n()
  const { formData, state } = useNavigation()
  const { t } = i18n
  if (!check) {
    return (
      <>
        <DocumentTitle page={t('reality.none')} />
        <Empty
          heading="h1"
          title={t('reality.none')}
          action={<ButtonLink to={next}>{t(next === '/' ? 'problem.home' : 'reality.goOn')}</ButtonLink>}
        />
      </>
    )
  }
  const title = realityCheckTitle(i18n, check)
  const isSending = (intent: string) => state !== 'idle' && formData?.get('intent') === intent
  return (
    <PostForm action="/reality-check" className={form}>
      <DocumentTitle page={title} />
      <PageTitle title={title} lead={t('reality.text')} />
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
    </PostForm>
  )
}
