import { oldNameOf } from '../old-names'
import { SettingError } from './setting-error.server'
import { nonEmpty } from './setting-files.server'
import { secretNames, settingNames } from './settings.server'

/** Settings whose absence leaves neither money, members nor data less protected: a name like one of them is only reported. */
const harmless: ReadonlySet<string> = new Set([
  ...['PORT', 'HOST', 'UPSTREAM_TIMEOUT_MS', 'GAME_WINDOW', 'DATABASE_POOL', 'LICENCE', 'BRAND', 'BANKS', 'PAYMENTS'],
  ...['IMAGE_ORIGINS', 'DRAIN_DELAY_MS', 'DRAIN_DEADLINE_MS', 'KEEP_ALIVE_MS', 'LOG_LEVEL'],
])

/** Names that the site reads, and the setting that each of them sets. */
const known = new Map<string, string>([
  ...settingNames.map((name): [string, string] => [name, name]),
  ...secretNames.map((name): [string, string] => [`${name}_FILE`, name]),
])
for (const [name, setting] of [...known]) {
  const [, base = '', ending = ''] = /^(.*?)(_FILE)?$/.exec(name) ?? []
  const old = oldNameOf(base)
  if (old) known.set(`${old}${ending}`, setting)
}

/** How many letters may differ, by the length of a setting's name: short ones are like too many others. */
const mostDifferent = (length: number) => (length < 5 ? 0 : length < 8 ? 1 : length < 14 ? 2 : 3)

/**
 * Finds variables whose names nearly match an unset setting: some letters more, less or other, or a word behind the name.
 *
 * @returns a line for each that may be meant for another program.
 * @throws SettingError for one that looks like a setting that protects money, members or data.
 */
export function findTypos(environment: Readonly<Record<string, string | undefined>>): string[] {
  const isSet = (setting: string) =>
    [...known].some(([name, of]) => of === setting && nonEmpty(environment[name]) !== undefined)
  return Object.keys(environment).flatMap((name) => {
    if (known.has(name) || nonEmpty(environment[name]) === undefined) return []
    if (known.has(name.replace(/_FILE$/, '')))
      throw new SettingError(`${name} has no effect: only secrets are read from files. Set ${name.slice(0, -5)}.`)
    const unset = [...known].filter(([, setting]) => !isSet(setting))
    const [meant, setting] =
      unset.find(([each]) => distanceOf(name.toUpperCase(), each) <= mostDifferent(each.length)) ?? []
    if (meant && setting && !harmless.has(setting))
      throw new SettingError(`${name} is no setting: ${meant} may be meant. Rename the variable, or set ${meant} too.`)
    const [longer] = unset.find(([each]) => each.includes('_') && name.startsWith(`${each}_`)) ?? []
    const like = meant ?? longer
    return like ? [`${name} is no setting and has no effect: ${like} may be meant`] : []
  })
}

/** How many letters are added, left out or changed between two names. */
function distanceOf(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (const [index, letter] of [...left].entries()) {
    const [before, next] = [row, [index + 1]]
    const at = (values: number[], column: number) => values[column] ?? 0
    for (const [column, other] of [...right].entries())
      next.push(
        Math.min(at(before, column) + Number(letter !== other), at(before, column + 1) + 1, at(next, column) + 1),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
