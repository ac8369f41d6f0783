import { useCallback, useState } from 'react'
import { useNavigation } from 'react-router'
import { useRefusalDialog } from '~/components/refusal-dialog'
import { useFormState } from '~/forms/form-state'
import { useI18n } from '~/i18n/i18n'
import { nearestSteps } from './amounts'
import type { MoneyAnswer } from './money-answer'

const noChanges = { since: undefined, names: [] }

/** Dialog kinds of messages that are not errors. */
const dialogKindByMessage: Record<string, 'warning' | 'info'> = {
  msg2286: 'warning',
  msg2287: 'warning',
  msg2289: 'info',
  'code.reused': 'warning',
  'form.limited': 'warning',
  'form.anothers': 'warning',
}

/**
 * Prepares the action result of a money form for its page: values, request code and translated errors.
 *
 * @param answer the action's result; undefined on the first GET.
 * @param firstCode the request code that the loader created.
 * @param labels the labels of the form's fields by name, in display order.
 * @returns `change` marks a field as changed by the member, which removes its errors from the summary.
 */
export function useMoneyForm(answer: MoneyAnswer | undefined, firstCode: string, labels: Record<string, string>) {
  const { t, won } = useI18n()
  const { typed, errorKey, error: plainError, refusal, summary } = useFormState(answer, { labels })

  const error = (name: string) => {
    const key = errorKey(name)
    const [one, other] = key === 'msg2009' || key === 'msg2013' ? nearestSteps(typed(name)) : []
    if (one === undefined) return plainError(name)
    const suggestion =
      other === undefined
        ? t('amount.nearest.only', { amount: won(one) })
        : t('amount.nearest', { lower: won(one), higher: won(other) })
    return `${plainError(name)} ${suggestion}`
  }

  // Errors of fields changed since stay hidden: if they came back, the summary would take the focus while typing.
  const [changed, setChanged] = useState<{ since: MoneyAnswer | undefined; names: readonly string[] }>(noChanges)
  const changedNames: readonly (string | undefined)[] = changed.since === answer ? changed.names : []
  const change = useCallback(
    (name: string) =>
      setChanged((before) => ({
        since: answer,
        names: before.since === answer ? [...new Set([...before.names, name])] : [name],
      })),
    [answer],
  )
  const errors = summary.errors.filter(({ id }) => !changedNames.includes(id))

  const kind = answer?.problem === undefined ? undefined : dialogKindByMessage[answer.problem]
  useRefusalDialog(answer, refusal && { ...refusal, kind })
  return { typed, code: answer?.code ?? firstCode, error, errorSummary: { ...summary, errors }, change }
}

/** Returns a function that tells whether this page's form is being submitted with the given intent. */
export function useIsSending(): (intent: string) => boolean {
  const { formData, state } = useNavigation()
  return (intent) => state !== 'idle' && formData?.get('intent') === intent && !formData.has('add')
}
