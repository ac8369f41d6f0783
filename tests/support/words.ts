import { readFileSync } from 'node:fs'
import type { MessageKey } from '~/i18n/i18n'

export type { MessageKey }

/** The words of the site in a language, from all of their files: what every page loads, what other pages do, what the server says. */
export function wordsOf(lng: string): Record<MessageKey, string> {
  return Object.assign({}, ...['.', 'pages', 'server'].map((folder) => wordsIn(folder, lng)))
}

/** The words of a Korean page, by message key. */
export const words = wordsOf('ko')

/** The words of one folder of `locales/`. */
export function wordsIn(folder: string, lng: string): Record<string, string> {
  return JSON.parse(readFileSync(`locales/${folder}/${lng}.json`, 'utf8'))
}
