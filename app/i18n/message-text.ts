import type { I18n, Values } from './i18n'

export type MessageText = { title: string; text?: string }
type Catalogue = Pick<I18n, 't' | 'isMessageKey'>

/** Formats a message and its detail text, such as `msg2010.text` or `problem.timeout.text`. Null for an unknown key. */
export function messageText({ t, isMessageKey }: Catalogue, key: string, values?: Values): MessageText | null {
  if (!isMessageKey(key)) return null
  const more = key.endsWith('.title') ? key.replace(/title$/, 'text') : `${key}.text`
  return { title: t(key, values), text: isMessageKey(more) ? t(more, values) : undefined }
}

export function messageTextWithReference(i18n: Catalogue, key: string, values?: Values): MessageText | null {
  const plain = messageText(i18n, key, values)
  if (!plain || values?.reference === undefined) return plain
  const number = `${i18n.t('problem.reference')} ${values.reference}`
  return { ...plain, text: plain.text ? `${plain.text} ${number}` : number }
}
