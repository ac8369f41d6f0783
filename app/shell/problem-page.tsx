import type { MessageKey } from '~/i18n/words'
import { useWords } from '~/i18n/words'
import { Badge } from '~/ui/badge/badge'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { type Problem, problemStatus } from '~/upstream/problem'
import { DocumentTitle } from './document-title'
import { useFacts } from './facts'
import { useHere } from './here'

/** What a failed page says: which problem, the number that finds it in the logs, and how long to wait. */
export type ProblemShown = {
  problem: Problem | 'internal' | 'method'
  reference?: string
  retryAfterSeconds?: number
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
  }
}

/** The page in place of one that failed: what happened, what stays safe, the request number and two ways on. */
export function ProblemPage({ problem, reference, retryAfterSeconds }: ProblemShown) {
  const words = useWords()
  const { requestId } = useFacts()
  const here = useHere()
  const title = words.t(`problem.${problem}.title` satisfies MessageKey)
  const number = reference ?? requestId
  const again = problem === 'signed-out' ? `/login?next=${encodeURIComponent(here)}` : here
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
            : words.t('problem.limited.wait', { count: retryAfterSeconds })
        }
        action={
          <>
            {!hopeless && (
              <ButtonLink to={again} reloadDocument look={problem === 'signed-out' ? 'primary' : 'quiet'}>
                {words.t(problem === 'signed-out' ? 'problem.login' : 'problem.retry')}
              </ButtonLink>
            )}
            <ButtonLink to="/">{words.t('problem.home')}</ButtonLink>
            {hopeless && <ButtonLink to="/help">{words.t('problem.help')}</ButtonLink>}
          </>
        }
      >
        {number && problem !== 'not-found' && (
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
