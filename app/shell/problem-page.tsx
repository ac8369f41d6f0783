import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { href, isRouteErrorResponse } from 'react-router'
import { EmptyPage, ReceivedPage, ReferenceBadge } from '~/components/empty-page'
import { LobbyTiles } from '~/components/lobby-tiles'
import { LoginForm } from '~/components/login-form'
import { PageHead } from '~/components/page-head'
import { formatRetryWait } from '~/i18n/format-wait'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { useCurrentPath } from '~/navigation/current-page'
import { memberPart } from '~/navigation/member-part'
import { type Problem, type ProblemData, problemStatus } from '~/server/responses/problem'
import { useHasSupport, usePageSettings } from '~/session/page-settings'
import { useSentMoneyForm } from '~/session/send-money-form'
import { useSession } from '~/session/session-context'
import { isFromSite, namedProblem, problems } from '~/session/site-response'
import { ButtonLink } from '~/ui/button/button'
import { useHydrated } from '~/ui/hydrated'
import { stack, wrapRow } from '~/ui/layout/layout.css'
import { section } from '~/ui/page-title/page-title.css'
import { TextLink } from '~/ui/text-link/text-link'
import { historySectionHref, loginHref } from '~/values/addresses'
import { ContactLinks, useHasContact } from './footer/contact-links'

type ProblemPageProps = Omit<ProblemData, 'problem'> & {
  /** `connection`: the browser got no readable response, for an unknown reason. */
  problem: Problem | 'internal' | 'connection'
  /** Sealed fields of a form submitted after the session ended. They are restored when the same member logs in. */
  sealedForm?: string
  /** The URL where the same member can see the form again, perhaps after logging in in another tab. */
  formHref?: string
  rememberedId?: string
}

const CopyButton = memberPart(() => import('./member-shell'), 'CopyButton')
const ExcludedProblem = memberPart(() => import('./member-shell'), 'ExcludedProblem')

/** Maps a response to a problem: by name if it is the site's, by status if it is the framework's, or to `internal`. */
function problemFromThrown(thrown: { status: number; data: unknown } | null): ProblemPageProps {
  if (!thrown) return { problem: 'internal' }
  const body: Record<string, unknown> = typeof thrown.data === 'object' && thrown.data ? { ...thrown.data } : {}
  return {
    problem: namedProblem(thrown) ?? problems.find((problem) => problemStatus[problem] === thrown.status) ?? 'internal',
    reference: typeof body.reference === 'string' ? body.reference : undefined,
    retryAfterSeconds: typeof body.retryAfterSeconds === 'number' ? body.retryAfterSeconds : undefined,
    until: typeof body.until === 'string' ? body.until : undefined,
    text: typeof body.text === 'string' ? body.text : undefined,
    end: typeof body.end === 'string' ? body.end : undefined,
    news: body.news,
    sealedForm: typeof body.typed === 'string' ? body.typed : undefined,
    formHref: typeof body.formHref === 'string' ? body.formHref : undefined,
    rememberedId: typeof body.id === 'string' ? body.id : undefined,
  }
}

export function RouteErrorPage({ error }: { error: unknown }) {
  // True if the error replaced an open page. False if the server's document is the error page.
  const [replacesPage] = useState(useHydrated())
  const { nextPath } = useSentMoneyForm() ?? {}
  if (nextPath !== undefined && !isFromSite(error)) return <ReceivedPage nextPath={nextPath} />
  if (isRouteErrorResponse(error)) return <ProblemPage {...problemFromThrown(error)} />
  return <ProblemPage problem={replacesPage ? 'connection' : 'internal'} />
}

export function ProblemPage(shown: ProblemPageProps) {
  const top = useRef<HTMLDivElement>(null)
  const replacesPage = useRef(useHydrated())
  useEffect(() => {
    // An error that replaces an open page is scrolled into view, and its heading takes the focus.
    if (!replacesPage.current) return
    window.scrollTo(0, 0)
    if (!top.current?.contains(document.activeElement)) top.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={top}>{shown.problem === 'signed-out' ? <SignInAgain {...shown} /> : <ProblemDetails {...shown} />}</div>
  )
}

function SignInAgain({ sealedForm, formHref, rememberedId }: ProblemPageProps) {
  const { t } = useI18n()
  const { markExpired } = useSession()
  // Runs before the first paint, because the bars would still show the member whose session ended.
  useLayoutEffect(() => markExpired({ hasUnsentInput: false }), [markExpired])
  const title = t('problem.signed-out.title')
  return (
    <div className={stack}>
      <PageHead title={title} lead={t('problem.signed-out.text')} />
      <LoginForm placement="page" initialId={rememberedId} sealedForm={sealedForm} />
      {formHref && (
        <p>
          <TextLink to={formHref} reloadDocument>
            {t('login.toForm')}
          </TextLink>
        </p>
      )}
      <ContactLinks />
    </div>
  )
}

function ProblemDetails({ problem, reference, retryAfterSeconds, until, text, end, news }: ProblemPageProps) {
  const i18n = useI18n()
  const settings = usePageSettings()
  const here = useCurrentPath()
  const hasSupport = useHasSupport()
  const isMember = useSession().member !== null
  const sentForm = useSentMoneyForm()
  const title = i18n.t(`problem.${problem}.title` satisfies MessageKey)
  if (problem === 'excluded') return <ExcludedProblem title={title} until={until} news={news} />
  const isPermanent = problem === 'not-found' || problem === 'method' || problem === 'not-served'
  const isMaintenance = problem === 'maintenance'
  // Problems that don't need to be reported have no reference.
  const isReported = problem !== 'connection' && problem !== 'not-found' && !isMaintenance
  const number = isReported && (reference ?? settings.reference)
  return (
    <EmptyPage
      title={title}
      picture={isPermanent ? 'astray' : 'broken'}
      text={
        isMaintenance
          ? text
          : retryAfterSeconds === undefined
            ? i18n.t(`problem.${problem}.text` satisfies MessageKey)
            : formatRetryWait(i18n, retryAfterSeconds)
      }
      action={
        <>
          {!isPermanent && (
            // A new document would lose the state of a money form that got no response.
            <ButtonLink to={here} variant="primary" reloadDocument={problem !== 'connection' && !sentForm}>
              {i18n.t('problem.retry')}
            </ButtonLink>
          )}
          {!isPermanent && !isMaintenance && isMember && (
            <ButtonLink to={historySectionHref}>{i18n.t('receipt.history')}</ButtonLink>
          )}
          {!isMaintenance && (
            <ButtonLink to={href('/')} variant={isPermanent ? 'primary' : 'quiet'}>
              {i18n.t('problem.home')}
            </ButtonLink>
          )}
          {!isMaintenance && hasSupport && <HelpLink />}
        </>
      }
      ways={!sentForm && isPermanent && <LobbyTiles />}
    >
      {end && <p className={section}>{end}</p>}
      {number && (
        <div className={wrapRow}>
          <ReferenceBadge number={number} />
          {isMember && <CopyButton text={number} />}
        </div>
      )}
      <ContactLinks />
    </EmptyPage>
  )
}

/** Links to support. If a visitor has no other way to contact the operator, the link says that a login is required. */
function HelpLink() {
  const { t } = useI18n()
  const isMember = useSession().member !== null
  const hasContact = useHasContact()
  if (isMember) return <ButtonLink to={href('/help')}>{t('nav.help')}</ButtonLink>
  return !hasContact && <ButtonLink to={loginHref(href('/help'))}>{t('problem.help')}</ButtonLink>
}
