import { readFileSync } from 'node:fs'
import type { MessageKey } from '~/i18n/i18n'

export type { MessageKey }

/** The words of the site in a language, from all of their files: what every page loads, what other pages do, what the server says. */
export function wordsOf(lng: string): Record<MessageKey, string> {
  return Object.assign({}, ...['.', 'pages', 'server'].map((folder) => wordsIn(folder, lng)))
}

/** The words of a Korean page, by message key. */
export const words = wordsOf('ko')

/** A Korean text with its values. */
export function textOf(key: MessageKey, values: Record<string, string>): string {
  return words[key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
}

/** The words of one folder of `locales/`. */
export function wordsIn(folder: string, lng: string): Record<string, string> {
  return JSON.parse(readFileSync(`locales/${folder}/${lng}.json`, 'utf8'))
}
