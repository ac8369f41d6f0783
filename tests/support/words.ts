import { readFileSync } from 'node:fs'
import type all from '~locales/ko.json'
import type ofPages from '~locales/pages/ko.json'
import type ofServer from '~locales/server/ko.json'

/** The words of the site in a language, from all of their files: what every page loads, what other pages do, what the server says. */
export function wordsOf(
  lng: string,
): Record<keyof typeof all | keyof typeof ofPages | keyof typeof ofServer, string> & Record<string, string> {
  return Object.assign({}, ...['.', 'pages', 'server'].map((folder) => wordsIn(folder, lng)))
}

/** The words of one folder of `locales/`. */
export function wordsIn(folder: string, lng: string): Record<string, string> {
  return JSON.parse(readFileSync(`locales/${folder}/${lng}.json`, 'utf8'))
}
