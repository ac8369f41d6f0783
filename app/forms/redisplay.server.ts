import { randomUUID } from 'node:crypto'
import { data } from 'react-router'
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
  const [code, ...more] = form.getAll('code')
  if (typeof code === 'string' && more.length === 0 && /^[A-Za-z0-9_-]{8,64}$/.test(code)) return code
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
