import { useCallback, useState } from 'react'
import { useNavigation } from 'react-router'
import { useFormState } from '~/forms/state'
import { useWords } from '~/i18n/words'
import { useRefusalDialog } from '~/shell/refusal-dialog'
import type { MoneyAnswer } from './answer'
import { nearest } from './sums'

/** What is wrong with a form, in the reader's words: for the summary under the h1 and, of refusals, for the dialog. */
export type Trouble = { title: string; errors: { id?: string; text: string }[] }

const unchanged = { since: undefined, names: [] }

/** Messages that say wait or look rather than that something broke. */
const dialogKinds: Record<string, 'warning' | 'info'> = {
  msg2286: 'warning',
  msg2287: 'warning',
  msg2289: 'info',
  'code.reused': 'warning',
  'form.limited': 'warning',
  'form.anothers': 'warning',
}

/**
 * Reads what an action handed back, in the reader's words.
 *
 * @param answer the action's answer; undefined on a first visit.
 * @param firstCode the request code that the loader minted.
 * @param labels the form's fields by name, in the order in which they stand.
 * @returns `change` takes the name of a field that says something else now: what was wrong with it leaves the summary.
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
    // The summary is a list: without a second sentence the reason itself stands in it.
    if (lines.length === 0) return { title: words.t('form.summary'), errors: [{ text: say(problem) }] }
    return { title: say(problem), errors: lines.map((text) => ({ text })) }
  }
  // What a member has changed since is said no more. It stays unsaid: the summary would take the focus from their typing.
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

/** Whether the form of this page is on its way with an intent; '' is the form's own act without one. */
export function useSending(): (intent: string) => boolean {
  const { formData, state } = useNavigation()
  return (intent) => state !== 'idle' && formData?.get('intent') === intent && !formData.has('add')
}
