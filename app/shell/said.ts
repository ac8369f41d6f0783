import type { Values, Words } from '~/i18n/words'

/** A message as it is said: a sentence and, where the catalogue has one, a second that says more. */
export type Said = { title: string; text?: string }

/**
 * Puts a message into words: the second sentence of `msg2010` is `msg2010.text`, that of `problem.timeout.title` is
 * `problem.timeout.text`. Null for what is no message of ours.
 */
export function said({ t, has }: Pick<Words, 't' | 'has'>, key: string, values?: Values): Said | null {
  if (!has(key)) return null
  const more = key.endsWith('.title') ? key.replace(/title$/, 'text') : `${key}.text`
  return { title: t(key, values), text: has(more) ? t(more, values) : undefined }
}

/** The same, with the number that a member can name to the help desk behind it. */
export function saidWithReference(words: Words, key: string, values?: Values): Said | null {
  const plain = said(words, key, values)
  if (!plain || values?.reference === undefined) return plain
  const number = `${words.t('problem.reference')} ${values.reference}`
  return { ...plain, text: plain.text ? `${plain.text} ${number}` : number }
}
