/** What an action returns to its page when a form is shown again. */
export type FormState = {
  /** What was typed, by field name; never a password. */
  typed: Record<string, string>
  /** Message keys by field name; '' holds those of no single field. */
  fields: Record<string, string[]>
  /** The message key of an error of the whole form; `values` are inserted into it. */
  problem?: string
  values?: Record<string, string | number>
  /** The new one-time request code. */
  code?: string
}

/** A page's view of its form: values, errors and request code. Without values or errors on the first visit. */
export type FormView = {
  /** What was typed into a field, or its initial value. */
  typed(name: string, initial?: string): string
  /** The message key of a field's first error. */
  fieldError(name: string): string | undefined
  /**
   * All errors: the whole form's, then the fields' in the order given, then the rest. `name` is missing without a
   * field.
   */
  summary(order: readonly string[]): { name?: string; message: string; values?: Record<string, string | number> }[]
  problem: string | undefined
  /** The request code to send with the form. */
  code: string | undefined
}

/**
 * Prepares an action's result for its page.
 *
 * @param state the action's result; undefined on the first visit, or when the action returned something else.
 * @param firstCode the request code that the loader created.
 */
export function useFormState(state: FormState | undefined, firstCode?: string): FormView {
  const fields = new Map(Object.entries(state?.fields ?? {}))
  const typed = new Map(Object.entries(state?.typed ?? {}))
  return {
    typed: (name, initial = '') => typed.get(name) ?? initial,
    fieldError: (name) => fields.get(name)?.[0],
    summary: (order) => {
      const fieldErrors = order.flatMap((name) => (fields.get(name) ?? []).map((message) => ({ name, message })))
      const otherErrors = [...fields].filter(([name]) => !order.includes(name)).flatMap(([, messages]) => messages)
      const formErrors = state?.problem === undefined ? [] : [{ message: state.problem, values: state.values }]
      return [...formErrors, ...fieldErrors, ...[...new Set(otherErrors)].map((message) => ({ message }))]
    },
    problem: state?.problem,
    code: state?.code ?? firstCode,
  }
}
