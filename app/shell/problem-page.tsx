import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { type MessageKey, useWords } from '~/i18n/words'
import { Badge } from '~/ui/badge/badge'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { stack } from '~/ui/layout/layout.css'
import { PageTitle } from '~/ui/page-title/page-title'
import { Say } from '~/ui/say/say'
import { useScripted } from '~/ui/scripted'
import { type Problem, problemStatus } from '~/upstream/problem'
import { DocumentTitle } from './document-title'
import { useFacts } from './facts'
import { useHere } from './here'
import { limitedWait } from './limited-wait'
import { LoginForm } from './login-form'
import { useSession } from './session-state'

/** Props of an error page: the problem, the request's number in the logs, and how long to wait. */
export type ProblemShown = {
  problem: Problem | 'internal' | 'method'
  reference?: string
  retryAfterSeconds?: number
  /** The sealed fields of a form that was sent after its session had ended; restored after the same member signs in. */
  typed?: string
}

const byStatus: Record<number, ProblemShown['problem']> = {
  400: 'bad-request',
  401: 'signed-out',
  403: 'forbidden',
  404: 'not-found',
  405: 'method',
  413: 'too-large',
  415: 'unsupported-type',
  429: 'limited',
  451: 'not-served',
  502: 'broken',
  503: 'unavailable',
  504: 'timeout',
}

/**
 * The problem of a thrown response. The site's own responses name it, the framework's are mapped by their status, and
 * anything else is `internal`.
 */
export function problemOf(thrown: { status: number; data: unknown } | null): ProblemShown {
  if (!thrown) return { problem: 'internal' }
  const said: Record<string, unknown> = typeof thrown.data === 'object' && thrown.data ? { ...thrown.data } : {}
  return {
    problem:
      (Object.keys(problemStatus) as Problem[]).find((problem) => problem === said.problem) ??
      byStatus[thrown.status] ??
      'internal',
    reference: typeof said.reference === 'string' ? said.reference : undefined,
    retryAfterSeconds: typeof said.retryAfterSeconds === 'number' ? said.retryAfterSeconds : undefined,
    typed: typeof said.typed === 'string' ? said.typed : undefined,
  }
}

/** The error page for whatever a route's error boundary receives. */
export function ThrownPage({ error }: { error: unknown }) {
  return <ProblemPage {...problemOf(isRouteErrorResponse(error) ? error : null)} />
}

/** Error page: what happened, the request number and two links; or the sign-in form for an ended session. */
export function ProblemPage(shown: ProblemShown) {
  const top = useRef<HTMLDivElement>(null)
  useTakesOver(top)
  return (
    <div ref={top}>{shown.problem === 'signed-out' ? <SignedOut typed={shown.typed} /> : <Failed {...shown} />}</div>
  )
}

/**
 * Scrolls to the top and focuses the heading of an error page that replaces an open page, because the element that had
 * the focus is gone. A focus already inside the error page, such as in a field, stays.
 */
function useTakesOver(top: RefObject<HTMLDivElement | null>): void {
  // False during hydration: the new document is at its top already.
  const cameLater = useRef(useScripted())
  useEffect(() => {
    if (!cameLater.current) return
    window.scrollTo(0, 0)
    if (!top.current?.contains(document.activeElement)) top.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [top])
}

/** The sign-in form in place of the answer to a form whose session had ended. */
function SignedOut({ typed }: { typed: string | undefined }) {
  const { t } = useWords()
  const { end } = useSession()
  // Before the first paint: without a new document the bars still show the member of the ended session.
  useLayoutEffect(() => end({ typed: false }), [end])
  const title = t('problem.signed-out.title')
  return (
    <div className={stack}>
      <DocumentTitle page={title} />
      <PageTitle title={title} lead={t('problem.signed-out.text')} />
      <LoginForm place="page" typed={typed}>
        {typed !== undefined && <Say kind="info">{t('login.kept')}</Say>}
      </LoginForm>
    </div>
  )
}

function Failed({ problem, reference, retryAfterSeconds }: ProblemShown) {
  const words = useWords()
  const { requestId } = useFacts()
  const here = useHere()
  const title = words.t(`problem.${problem}.title` satisfies MessageKey)
  const number = reference ?? requestId
  const hopeless = problem === 'not-found' || problem === 'method' || problem === 'not-served'
  return (
    <>
      <DocumentTitle page={title} />
      <Empty
        heading="h1"
        title={title}
        text={
          retryAfterSeconds === undefined
            ? words.t(`problem.${problem}.text` satisfies MessageKey)
            : limitedWait(words, retryAfterSeconds)
        }
        action={
          <>
            {!hopeless && (
              <ButtonLink to={here} reloadDocument>
                {words.t('problem.retry')}
              </ButtonLink>
            )}
            <ButtonLink to="/">{words.t('problem.home')}</ButtonLink>
            {hopeless && <ButtonLink to="/help">{words.t('problem.help')}</ButtonLink>}
          </>
        }
      >
        {number && (
          <p>
            <Badge>
              {words.t('problem.reference')} {number}
            </Badge>
          </p>
        )}
      </Empty>
    </>
  )
}
