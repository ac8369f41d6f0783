import { useCallback, useState } from 'react'
import { useNavigation } from 'react-router'
import { useRefusalDialog } from '~/components/refusal-dialog'
import { useFormState } from '~/forms/form-state'
import { useI18n } from '~/i18n/i18n'
import { nearestSteps } from './amounts'
import type { MoneyAnswer } from './money-answer'

/** A form's errors, translated: for the error summary and, for refusals, also for the dialog. */
export type FormErrorSummary = { title: string; errors: { id?: string; text: string }[] }

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
 * @param answer the action's result; undefined on the first visit.
 * @param firstCode the request code that the loader created.
 * @param labels the labels of the form's fields by name, in display order.
 * @returns `change` marks a field as changed by the member, which removes its errors from the summary.
 */
export function useMoneyForm(answer: MoneyAnswer | undefined, firstCode: string, labels: Record<string, string>) {
  const i18n = useI18n()
  const form = useFormState(answer, firstCode)

  const translate = (key: string, values = answer?.values) => (i18n.isMessageKey(key) ? i18n.t(key, values) : '')
  const withNearestAmounts = (name: string, message: string) => {
    const [one, other] = message === 'msg2009' || message === 'msg2013' ? nearestSteps(form.typed(name)) : []
    if (one === undefined) return translate(message)
    const suggestion =
      other === undefined
        ? i18n.t('amount.nearest.only', { amount: i18n.won(one) })
        : i18n.t('amount.nearest', { lower: i18n.won(one), higher: i18n.won(other) })
    return `${translate(message)} ${suggestion}`
  }
  const error = (name: string) => {
    const message = form.fieldError(name)
    return message === undefined ? undefined : withNearestAmounts(name, message)
  }

  const refusal = form.problem === undefined ? undefined : summarizeRefusal(form.problem)
  function summarizeRefusal(problem: string): FormErrorSummary {
    const detailKey = problem.endsWith('.title') ? problem.replace(/title$/, 'text') : `${problem}.text`
    const reference = answer?.values?.reference
    const referenceText = reference === undefined ? '' : `${i18n.t('problem.reference')} ${reference}`
    const lines = [translate(detailKey), referenceText].filter((text) => text !== '')
    // The summary needs at least one item: without a second sentence the reason itself is the item.
    if (lines.length === 0) return { title: i18n.t('form.summary'), errors: [{ text: translate(problem) }] }
    return { title: translate(problem), errors: lines.map((text) => ({ text })) }
  }
  // Errors of fields changed since stay hidden: if they came back, the summary would take the focus while typing.
  const [changed, setChanged] = useState<{ since: MoneyAnswer | undefined; names: readonly string[] }>(noChanges)
  const changedNames = changed.since === answer ? changed.names : []
  const change = useCallback(
    (name: string) =>
      setChanged((before) => ({
        since: answer,
        names: before.since === answer ? [...new Set([...before.names, name])] : [name],
      })),
    [answer],
  )
  const fieldErrors = form
    .summary(Object.keys(labels))
    .filter(({ name }) => name === undefined || !changedNames.includes(name))
    .map(({ name, message }) => {
      const label = name && Object.hasOwn(labels, name) ? labels[name] : undefined
      return label === undefined ? { text: translate(message) } : { id: name, text: `${label}: ${translate(message)}` }
    })
  const errorSummary: FormErrorSummary | undefined =
    refusal ?? (fieldErrors.length > 0 ? { title: i18n.t('form.summary'), errors: fieldErrors } : undefined)

  useRefusalDialog(
    answer,
    refusal && {
      kind: answer?.problem ? dialogKindByMessage[answer.problem] : undefined,
      title: refusal.title,
      text: refusal.errors.map(({ text }) => text).join(' '),
    },
  )
  return { typed: form.typed, code: form.code ?? firstCode, error, trouble: errorSummary, change }
}

/** Returns a function that tells whether this page's form is being submitted with the given intent. */
export function useIsSending(): (intent: string) => boolean {
  const { formData, state } = useNavigation()
  return (intent) => state !== 'idle' && formData?.get('intent') === intent && !formData.has('add')
}
