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

/** What a failed page says: which problem, the number that finds it in the logs, and how long to wait. */
export type ProblemShown = {
  problem: Problem | 'internal' | 'method'
  reference?: string
  retryAfterSeconds?: number
  /** A form whose session was over, sealed: it comes back filled after the same member logged in. */
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
 * What a thrown answer stands for. Ours carry their problem by name; the framework's own (an unknown method, a broken
 * request) are told by their status; anything else is a fault of the site.
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

/** The page of whatever a route threw, as its error boundary gets it. */
export function ThrownPage({ error }: { error: unknown }) {
  return <ProblemPage {...problemOf(isRouteErrorResponse(error) ? error : null)} />
}

/** The page in place of one that failed: what happened, what stays safe, the request number and two ways on. */
export function ProblemPage(shown: ProblemShown) {
  const top = useRef<HTMLDivElement>(null)
  useTakesOver(top)
  return (
    <div ref={top}>{shown.problem === 'signed-out' ? <SignedOut typed={shown.typed} /> : <Failed {...shown} />}</div>
  )
}

/**
 * A failure that comes in place of a page that was open starts at its top, with the focus on its heading: the form that
 * was sent is gone, and the reader stands where its button was. Where the failure has a field to fill, the focus is there.
 */
function useTakesOver(top: RefObject<HTMLDivElement | null>): void {
  // False while a document is taken over: its start is in view already, and a reader begins there.
  const cameLater = useRef(useScripted())
  useEffect(() => {
    if (!cameLater.current) return
    window.scrollTo(0, 0)
    if (!top.current?.contains(document.activeElement)) top.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [top])
}

/** The log-in form in place of what a dead session's form would have answered. */
function SignedOut({ typed }: { typed: string | undefined }) {
  const { t } = useWords()
  const { end } = useSession()
  // Before it is painted: without a new document the bars still know the member whose session this was.
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
