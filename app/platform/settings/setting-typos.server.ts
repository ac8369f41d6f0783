import { oldNameOf } from '../old-names'
import { explain, SettingError } from './setting-error.server'
import { nonEmpty } from './setting-files.server'
import { secretNames, settingNames } from './settings.server'

/** Settings that protect money, members or data. The site does not start if one of these is misspelled. */
const safety: ReadonlySet<string> = new Set([
  ...['SESSION_SECRET', 'TRUSTED_PROXIES', 'PUBLIC_ORIGIN', 'LAUNCH_ORIGINS', 'MONEY', 'SEED_DEMO', 'MINIMUM_AGE'],
  ...['SERVED_COUNTRIES', 'COUNTRY_HEADER', 'DEPOSITS_WAITING_MAX', 'WITHDRAW_PAUSE_MS', 'WITHDRAW_DAILY_MAX'],
  ...['BACKOFFICE_SECOND_PERSON_FROM', 'BACKOFFICE_SECOND_PERSON_FOR', 'BACKOFFICE_SECOND_FACTOR'],
  ...['BACKOFFICE_WEB', 'BACKOFFICE_ORIGIN'],
])

const synonyms: Readonly<Record<string, string>> = { '2FA': 'SECOND_FACTOR', LIMIT: 'MAX', COUNT: '' }
const namesOf = (setting: string): string[] =>
  [setting, oldNameOf(setting) ?? setting].flatMap((name) =>
    secretNames.some((secret) => secret === setting) ? [name, `${name}_FILE`] : [name],
  )
const known = new Set<string>(settingNames.flatMap(namesOf))

/** Returns a warning for each variable that looks like a misspelled setting. @throws SettingError for `safety` ones */
export function findTypos(environment: Readonly<Record<string, string | undefined>>): string[] {
  const isSet = (name: string) => nonEmpty(environment[name]) !== undefined
  const unset = settingNames.filter((setting) => !namesOf(setting).some(isSet))
  const unknown = Object.keys(environment).filter((name) => isSet(name) && !known.has(name))
  return unknown.flatMap((name) => {
    const meant = unset.find((setting) => isLike(nameNow(name), setting))
    if (meant === undefined) return []
    if (safety.has(meant)) throw new SettingError(name, 'no such setting', `rename it to ${meant}, or set ${meant} too`)
    return [explain(name, 'no such setting, so it has no effect', `rename it if ${meant} is meant`)]
  })
}

/** Normalizes a variable name, and replaces the `DESK_` prefix from 1.0.0. */
const nameNow = (name: string) =>
  name
    .toUpperCase()
    .replace(/_FI(LE|EL)$/, '')
    .replace(/^DESK_/, 'BACKOFFICE_')

function isLike(name: string, setting: string): boolean {
  if (setting.length < 5) return name === setting
  const [words, meant] = [wordsOf(name), wordsOf(setting)]
  const isWord = (word: string, index: number) =>
    word === words[index] || (word.length > 4 && isOneSlip(word, words[index]))
  return isOneSlip(name, setting) || (words.length === meant.length && meant.every(isWord))
}

function wordsOf(name: string): string[] {
  const words = name.split('_').map((word) => word.replace(/(IES|Y|ED|AL|E?S)$/, ''))
  return words.flatMap((word) => (synonyms[word] ?? word).split('_').filter(Boolean)).sort()
}

/** Returns whether two words differ by one missing, added, changed or moved letter. */
function isOneSlip(left: string, right = ''): boolean {
  const shorter = (word: string) => [word, ...[...word].map((_, at) => word.slice(0, at) + word.slice(at + 1))]
  return shorter(left).some((word) => shorter(right).includes(word))
}
