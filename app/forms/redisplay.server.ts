import { randomUUID } from 'node:crypto'
import { data } from 'react-router'
import { requestCode } from '~/upstream/contract/values'
import type { Outcome } from '~/upstream/outcome'
import { type Problem, problemStatus } from '~/upstream/problem'
import type { ReadForm } from './read'
import type { FormState } from './state'

/** A one-time request code for a money form: opaque, unguessable, minted whenever one is rendered. */
export function newRequestCode(): string {
  return randomUUID()
}

/**
 * The request code that came with a money form. Source: docs/product.md, request codes.
 *
 * @throws the 400 page when it is missing, malformed or sent twice: such a form is refused before any call.
 */
export function requestCodeOf(form: FormData): string {
  const [sent, ...more] = form.getAll('code')
  const code = requestCode.safeParse(sent)
  if (code.success && more.length === 0) return code.data
  throw data({ problem: 'bad-request' }, { status: 400 })
}

/**
 * The same page again: what was typed is kept (passwords are not), and a money form gets a new code.
 *
 * @param form what `readForm` read; its own field errors are shown when it was invalid.
 * @param problem a message key for the whole form, or message keys by field.
 * @param values what the message is filled with.
 */
export function redisplay(
  form: Pick<ReadForm<unknown>, 'typed'> & { fields?: Record<string, string[]> },
  status: number,
  problem?: string | Record<string, string[]>,
  values?: Record<string, string | number>,
) {
  const state: FormState = {
    typed: form.typed,
    fields: { ...form.fields, ...(typeof problem === 'object' ? problem : {}) },
    ...(typeof problem === 'string' ? { problem } : {}),
    ...(values === undefined ? {} : { values }),
    code: newRequestCode(),
  }
  return data(state, { status })
}

type NotReached = Extract<
  Outcome<unknown, string>,
  {
    kind: 'unavailable' | 'unknown' | 'broken' | 'unguarded' | 'limited' | 'unsupported' | 'signed-out' | 'code-reused'
  }
>

/**
 * The same page again when its call came to nothing: what was typed must not be lost to the page of a failure. For forms
 * that can simply be sent again.
 *
 * @param upstream.reference the number of this request, which a member can name to the help desk.
 */
export function redisplayFailure(
  form: Pick<ReadForm<unknown>, 'typed'>,
  outcome: NotReached,
  { reference }: { reference: string },
) {
  const problem = problemIn(outcome)
  return redisplay(form, problemStatus[problem], `problem.${problem}.title`, { reference })
}

function problemIn(outcome: NotReached): Problem {
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
