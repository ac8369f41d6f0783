import { readFileSync } from 'node:fs'
import type { MessageKey } from '~/i18n/i18n'

export type { MessageKey }

/** The words of the site in a language, from all of their files: what every page loads, what other pages do, what the server says. */
export function wordsOf(lng: string): Record<MessageKey, string> {
  return Object.assign({}, ...['.', 'pages', 'server'].map((folder) => wordsIn(folder, lng)))
}

/** The words of a Korean page, by message key. */
export const words = wordsOf('ko')

/** A Korean text with its values, in its plural where it has one. */
export function textOf(key: MessageKey, values: Record<string, string | number>): string {
  const { [`${key}_other`]: plural = words[key] }: Record<string, string> = words
  return plural.replace(/\{\{(\w+)\}\}/g, (_, name: string) => `${values[name] ?? ''}`)
}

/** How the top bar names a member's unread notes, and unread answers. */
export const notesOf = (count: number) => `${words['strip.note']} ${count}, ${textOf('strip.note.count', { count })}`
export const answersOf = (count: number) => `${words['strip.help']} ${count}, ${textOf('strip.help.count', { count })}`

/** A pattern of texts in this order, with anything between them and for their {{values}}. */
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

/** The words of one folder of `locales/`. */
export function wordsIn(folder: string, lng: string): Record<string, string> {
  return JSON.parse(readFileSync(`locales/${folder}/${lng}.json`, 'utf8'))
}
