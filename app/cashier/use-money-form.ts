import { useRefusalDialog } from '~/components/refusal-dialog'
import { useFormState } from '~/forms/form-state'
import type { MoneyAnswer } from './money-answer'

/** Dialog kinds of messages that are not errors. */
const dialogKindByMessage: Record<string, 'warning' | 'info'> = {
  msg2286: 'warning',
  msg2287: 'warning',
  msg2289: 'info',
  'code.reused': 'warning',
  'form.limited': 'warning',
  'form.wrongPasswords': 'warning',
  'form.anothers': 'warning',
}

/**
 * Prepares the action result of a money form for its page: values, request code and translated errors.
 *
 * @param answer the action's result; undefined on the first GET.
 * @param firstCode the request code that the loader created.
 * @param labels the labels of the form's fields by name, in display order.
 */
export function useMoneyForm(answer: MoneyAnswer | undefined, firstCode: string, labels: Record<string, string>) {
  const { typed, error, refusal, summary } = useFormState(answer, { labels })
  const kind = answer?.problem === undefined ? undefined : dialogKindByMessage[answer.problem]
  const isDialogOpen = useRefusalDialog(answer, refusal && { ...refusal, kind })
  const errorSummary = isDialogOpen ? { ...summary, errors: [] } : summary
  return { typed, code: answer?.code ?? firstCode, error, errorSummary }
}
