import { randomUUID } from 'node:crypto'
import { data } from 'react-router'
import { type Problem, problemStatus } from '~/http/problem'
import { requestCode } from '~/upstream/contract/values'
import type { Outcome } from '~/upstream/outcome'
import type { FormState } from './form-state'
import type { ReadFormResult } from './read-form'

/** Creates a one-time request code for a money form, unguessable; every rendered form gets a new one. */
export function createRequestCode(): string {
  return randomUUID()
}

/**
 * The request code sent with a money form. Source: docs/product.md, request codes.
 *
 * @throws the 400 page when it is missing, malformed or sent twice. The form is refused before any upstream call.
 */
export function readRequestCode(form: FormData): string {
  const [sent, ...more] = form.getAll('code')
  const code = requestCode.safeParse(sent)
  if (code.success && more.length === 0) return code.data
  throw data({ problem: 'bad-request' }, { status: 400 })
}

/**
 * Answers with the same form again: it keeps what was typed, except passwords, and gets a new request code.
 *
 * @param form the result of `readForm`, including its field errors if it was invalid.
 * @param problem a message key for the whole form, or message keys by field.
 * @param values the values inserted into the message.
 */
export function redisplayForm(
  form: Pick<ReadFormResult<unknown>, 'typed'> & { fields?: Record<string, string[]> },
  status: number,
  problem?: string | Record<string, string[]>,
  values?: Record<string, string | number>,
) {
  const state: FormState = {
    typed: form.typed,
    fields: { ...form.fields, ...(typeof problem === 'object' ? problem : {}) },
    ...(typeof problem === 'string' ? { problem } : {}),
    ...(values === undefined ? {} : { values }),
    code: createRequestCode(),
  }
  return data(state, { status })
}

type FailedOutcome = Extract<
  Outcome<unknown, string>,
  {
    kind: 'unavailable' | 'unknown' | 'broken' | 'unguarded' | 'limited' | 'unsupported' | 'signed-out' | 'code-reused'
  }
>

/**
 * Answers with the same form again when its upstream call failed, so that what was typed is not lost on an error page.
 * For forms that can safely be sent again.
 *
 * @param upstream.reference the id of this request, which a member can give to the help desk.
 */
export function redisplayFailedForm(
  form: Pick<ReadFormResult<unknown>, 'typed'>,
  outcome: FailedOutcome,
  { reference }: { reference: string },
) {
  const problem = problemOfOutcome(outcome)
  return redisplayForm(form, problemStatus[problem], `problem.${problem}.title`, { reference })
}

function problemOfOutcome(outcome: FailedOutcome): Problem {
  switch (outcome.kind) {
    case 'unavailable':
    case 'unknown':
      return outcome.httpStatus === 504 ? 'timeout' : 'unavailable'
    case 'broken':
    case 'unguarded':
    case 'limited':
      return outcome.kind
    case 'unsupported':
    case 'signed-out':
    case 'code-reused':
      return 'unavailable'
    default:
      return outcome satisfies never
  }
}
