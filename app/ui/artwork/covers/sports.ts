import { type GameNames, shapesFromName } from '../names/shapes-from-name'
import { spreadOver } from '../palettes'
import { hashText } from '../random'
import { fields } from '../shapes/lines.json'
import { sportShapes } from '../shapes/shapes'
import { isNameIn, sportsOf } from './kinds'

export type SportName = keyof typeof sportShapes

const sportNames = /* @__PURE__ */ Object.keys(sportShapes) as SportName[]

export const fieldLines: Readonly<Record<SportName, string>> = fields

export function sportForCode(code: string): SportName {
  return sportNames[hashText(`sport/${code}`) % sportNames.length] ?? 'ball'
}

const neighbourCount = 8

/** Picks each provider's sport by its kinds or its name. Otherwise, picks one that differs from its neighbours. */
export function lobbySports(providers: readonly (GameNames & { code: string; kinds?: readonly string[] })[]) {
  return spreadOver(
    sportNames,
    providers.map((provider) => ({
      first: sportForCode(provider.code),
      fixed:
        sportsOf(provider.kinds ?? [])[0] ?? shapesFromName(provider).find((shape) => isNameIn(sportShapes, shape)),
    })),
    neighbourCount,
  )
}
