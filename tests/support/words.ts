import { readFileSync } from 'node:fs'
import type { MessageKey } from '~/i18n/i18n'

export type { MessageKey }

/** Returns all of a language's messages, from the three folders of the site. */
export function wordsOf(lng: string): Record<MessageKey, string> {
  return Object.assign({}, ...['.', 'pages', 'server'].map((folder) => wordsIn(folder, lng)))
}

/** The Korean messages by key. */
export const words = wordsOf('ko')

/** Returns a Korean message with its values and plain spaces, in its plural form if it has one. */
export function textOf(key: MessageKey, values: Record<string, string | number>): string {
  const { [`${key}_other`]: plural = words[key] }: Record<string, string> = words
  return plural.replaceAll('\u00a0', ' ').replace(/\{\{(\w+)\}\}/g, (_, name: string) => `${values[name] ?? ''}`)
}

/** The top bar's accessible names for a member's unread notes and answers. */
export const notesOf = (count: number) => `${words['strip.note']} ${count}, ${textOf('strip.note.count', { count })}`
export const answersOf = (count: number) => `${words['strip.help']} ${count}, ${textOf('strip.help.count', { count })}`

/** Returns a pattern for these texts in order, with anything between them and in place of their {{values}}. */
export function inOrder(...texts: string[]): RegExp {
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(
    texts
      .map((text) =>
        text
          .split(/\{\{\w+\}\}/)
          .map(literal)
          .join('.*?'),
      )
      .join('.*?'),
    's',
  )
}

/** Returns the messages in one folder of `locales/`. */
export function wordsIn(folder: string, lng: string): Record<string, string> {
  return JSON.parse(readFileSync(`locales/${folder}/${lng}.json`, 'utf8'))
}
