import { useNavigation } from 'react-router'
import { type I18n, type MessageKey, useI18n, type Values } from '~/i18n/i18n'
import { type MessageText, messageText, messageTextWithReference } from '~/i18n/message-text'

/** Returns a function that reports whether a form with this intent is being submitted. Amount chips don't count. */
export function useIsSending(): (intent: string) => boolean {
  const { formData, state } = useNavigation()
  return (intent) => state !== 'idle' && formData?.get('intent') === intent && !formData.has('add')
}

type Translator = Pick<I18n, 't' | 'isMessageKey'>

export type FormState = {
  /** The submitted values, keyed by field name, without passwords. */
  submitted: Record<string, string>
  fields: Readonly<Record<string, readonly string[]>>
  problem?: MessageKey
  values?: Values
  code?: string
}

export type FormView = {
  submitted(name: string, initial?: string): string
  error(name: string): string | undefined
  refusal: MessageText | null
  summary: { title: string; errors: { id?: string; text: string }[]; foldedText?: (count: number) => string }
}

type FormViewOptions = { labels?: Record<string, string>; order?: readonly string[]; idPrefix?: string }

/** Prepares an action's result for the page. @param state undefined on the initial GET */
export function useFormState(state: FormState | undefined, options?: FormViewOptions): FormView {
  return createFormView(state, useI18n(), options)
}

export function createFormView(
  state: FormState | undefined,
  i18n: Translator,
  { labels = {}, order = Object.keys(labels), idPrefix = '' }: FormViewOptions = {},
): FormView {
  const fields = new Map(Object.entries(state?.fields ?? {}))
  const submitted = new Map(Object.entries(state?.submitted ?? {}))
  const translate = (key: string) => (i18n.isMessageKey(key) ? i18n.t(key, state?.values) : '')

  function listFieldErrors() {
    const ofFields = order.flatMap((name) =>
      (fields.get(name) ?? []).map((key) => ({
        id: idPrefix + name,
        text: Object.hasOwn(labels, name) ? `${labels[name]}: ${translate(key)}` : translate(key),
      })),
    )
    const ofNoField = new Set([...fields].filter(([name]) => !order.includes(name)).flatMap(([, keys]) => keys))
    return [...ofFields, ...[...ofNoField].map((key) => ({ text: translate(key) }))]
  }

  return {
    submitted: (name, initial = '') => submitted.get(name) ?? initial,
    error: (name) => {
      const key = fields.get(name)?.[0]
      return key === undefined ? undefined : translate(key)
    },
    refusal: state?.problem === undefined ? null : messageTextWithReference(i18n, state.problem, state.values),
    summary: summarizeProblem(state, i18n) ?? {
      title: i18n.t('form.summary'),
      errors: listFieldErrors(),
      foldedText: (count) => i18n.t('form.summary.others', { count }),
    },
  }
}

function summarizeProblem(state: FormState | undefined, i18n: Translator): FormView['summary'] | undefined {
  const message = state?.problem === undefined ? null : messageText(i18n, state.problem, state.values)
  if (!message) return undefined
  const reference = state?.values?.reference
  const items = [message.text, reference === undefined ? undefined : `${i18n.t('problem.reference')} ${reference}`]
  const errors = items.filter((text) => text !== undefined).map((text) => ({ text }))
  // The summary needs at least one item, so a message without details becomes the item.
  return errors.length > 0
    ? { title: message.title, errors }
    : { title: i18n.t('form.summary'), errors: [{ text: message.title }] }
}
