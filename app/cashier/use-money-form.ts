import { useCallback, useState } from 'react'
import { useNavigation } from 'react-router'
import { useFormState } from '~/forms/state'
import { useWords } from '~/i18n/words'
import { useRefusalDialog } from '~/shell/refusal-dialog'
import type { MoneyAnswer } from './answer'
import { nearest } from './sums'

/** A form's errors, translated: for the error summary and, for refusals, also for the dialog. */
export type Trouble = { title: string; errors: { id?: string; text: string }[] }

const unchanged = { since: undefined, names: [] }

/** Dialog kinds of messages that are not errors. */
const dialogKinds: Record<string, 'warning' | 'info'> = {
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
  const words = useWords()
  const form = useFormState(answer, firstCode)

  const say = (key: string, values = answer?.values) => (words.has(key) ? words.t(key, values) : '')
  const mend = (name: string, message: string) => {
    const [one, other] = message === 'msg2009' || message === 'msg2013' ? nearest(form.typed(name)) : []
    if (one === undefined) return say(message)
    const near =
      other === undefined
        ? words.t('amount.nearest.only', { amount: words.won(one) })
        : words.t('amount.nearest', { lower: words.won(one), higher: words.won(other) })
    return `${say(message)} ${near}`
  }
  const error = (name: string) => {
    const message = form.fieldError(name)
    return message === undefined ? undefined : mend(name, message)
  }

  const refused = form.problem === undefined ? undefined : refusalWords(form.problem)
  function refusalWords(problem: string): Trouble {
    const more = problem.endsWith('.title') ? problem.replace(/title$/, 'text') : `${problem}.text`
    const reference = answer?.values?.reference
    const number = reference === undefined ? '' : `${words.t('problem.reference')} ${reference}`
    const lines = [say(more), number].filter((text) => text !== '')
    // The summary needs at least one item: without a second sentence the reason itself is the item.
    if (lines.length === 0) return { title: words.t('form.summary'), errors: [{ text: say(problem) }] }
    return { title: say(problem), errors: lines.map((text) => ({ text })) }
  }
  // Errors of fields changed since stay hidden: if they came back, the summary would take the focus while typing.
  const [changed, setChanged] = useState<{ since: MoneyAnswer | undefined; names: readonly string[] }>(unchanged)
  const changedNames = changed.since === answer ? changed.names : []
  const change = useCallback(
    (name: string) =>
      setChanged((before) => ({
        since: answer,
        names: before.since === answer ? [...new Set([...before.names, name])] : [name],
      })),
    [answer],
  )
  const wrong = form
    .summary(Object.keys(labels))
    .filter(({ name }) => name === undefined || !changedNames.includes(name))
    .map(({ name, message }) => {
      const label = name && Object.hasOwn(labels, name) ? labels[name] : undefined
      return label === undefined ? { text: say(message) } : { id: name, text: `${label}: ${say(message)}` }
    })
  const trouble: Trouble | undefined =
    refused ?? (wrong.length > 0 ? { title: words.t('form.summary'), errors: wrong } : undefined)

  useRefusalDialog(
    answer,
    refused && {
      kind: answer?.problem ? dialogKinds[answer.problem] : undefined,
      title: refused.title,
      text: refused.errors.map(({ text }) => text).join(' '),
    },
  )
  return { typed: form.typed, code: form.code ?? firstCode, error, trouble, change }
}

/** Returns a function that tells whether this page's form is being submitted with the given intent. */
export function useSending(): (intent: string) => boolean {
  const { formData, state } = useNavigation()
  return (intent) => state !== 'idle' && formData?.get('intent') === intent && !formData.has('add')
}
