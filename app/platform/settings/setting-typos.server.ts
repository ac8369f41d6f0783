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

/** How many letters may differ, by the length of a setting's name: short ones are like too many others. */
const differencesFrom: readonly [characters: number, most: number][] = [
  [14, 3],
  [8, 2],
  [5, 1],
]

/**
 * Finds variables whose names nearly match an unset setting: some letters more, less, other or swapped, or a word behind
 * the name.
 *
 * @returns a line for each that may be meant for another program.
 * @throws SettingError for one that looks like a setting that protects money, members or data.
 */
export function findTypos(environment: Readonly<Record<string, string | undefined>>): string[] {
  const isSet = (name: string) => [name, `${name}_FILE`].some((each) => nonEmpty(environment[each]) !== undefined)
  return Object.keys(environment).flatMap((name) => {
    if (known.has(name) || nonEmpty(environment[name]) === undefined) return []
    const unset = [...known].filter(([, setting]) => !isSet(setting))
    const [meant, setting] = unset.find(([each]) => isNear(name.toUpperCase(), each)) ?? []
    if (meant && setting && !harmless.has(setting))
      throw new SettingError(`${name} is no setting: ${meant} may be meant. Rename the variable, or set ${meant} too.`)
    const [longer] = unset.find(([each]) => each.includes('_') && name.startsWith(`${each}_`)) ?? []
    const like = meant ?? longer
    return like ? [`${name} is no setting and has no effect: ${like} may be meant`] : []
  })
}

function isNear(name: string, setting: string): boolean {
  const [, most] = differencesFrom.find(([characters]) => setting.length >= characters) ?? [0, 0]
  return Math.abs(name.length - setting.length) <= most && distanceOf(name, setting) <= most
}

/** How many letters are added, left out, changed or swapped with the next one between two names. */
function distanceOf(left: string, right: string): number {
  const rows: number[][] = [Array.from({ length: right.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= left.length; row += 1) {
    rows[row] = [row]
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1]
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return at(left.length, right.length)
}
