/** What an action hands back to its page when a form is shown again. */
export type FormState = {
  /** What was typed, by field name; never a password. */
  typed: Record<string, string>
  /** Message keys by field name; what concerns no field stands under ''. */
  fields: Record<string, string[]>
  /** What is wrong with the whole form, a message key, and what it is filled with. */
  problem?: string
  values?: Record<string, string | number>
  /** The new one-time request code of the form shown again. */
  code?: string
}

/** What a page asks of the form that came back. All of it is empty on a first visit. */
export type ShownForm = {
  /** What was typed into a field, or its first value. */
  typed(name: string, first?: string): string
  /** The message key of what is wrong with a field. */
  fieldError(name: string): string | undefined
  /** Everything that is wrong, fields in the order given, then the rest; `name` is missing where no field is to blame. */
  summary(order: readonly string[]): { name?: string; message: string; values?: Record<string, string | number> }[]
  problem: string | undefined
  /** The request code to send with the form. */
  code: string | undefined
}

/**
 * Reads an action's answer for its page.
 *
 * @param state what the action handed back; undefined on a first visit, or when it handed back something else.
 * @param firstCode the code that the loader minted.
 */
export function useFormState(state: FormState | undefined, firstCode?: string): ShownForm {
  const fields = new Map(Object.entries(state?.fields ?? {}))
  const typed = new Map(Object.entries(state?.typed ?? {}))
  return {
    typed: (name, first = '') => typed.get(name) ?? first,
    fieldError: (name) => fields.get(name)?.[0],
    summary: (order) => {
      const found = order.flatMap((name) => (fields.get(name) ?? []).map((message) => ({ name, message })))
      const elsewhere = [...fields].filter(([name]) => !order.includes(name)).flatMap(([, messages]) => messages)
      const whole = state?.problem === undefined ? [] : [{ message: state.problem, values: state.values }]
      return [...whole, ...found, ...[...new Set(elsewhere)].map((message) => ({ message }))]
    },
    problem: state?.problem,
    code: state?.code ?? firstCode,
  }
}
