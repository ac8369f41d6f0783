import { type GameNames, shapesFromName } from '../names/shapes-from-name'
import { spreadOver } from '../palettes'
import { hashText } from '../random'
import { sportShapes } from '../shapes/shapes'
import { isNameIn, sportsOf } from './kinds'

export type SportName = keyof typeof sportShapes

const sportNames = /* @__PURE__ */ Object.keys(sportShapes) as SportName[]

const pitch = 'M120 0V135M88 67a32 32 0 1 0 64 0a32 32 0 1 0-64 0M0 30H32V105H0M240 30H208V105H240'
const court = 'M0 16H240M0 119H240M40 16V119M200 16V119M40 67H200M120 4V131'
const lanes = 'M0 24C80 0 160 0 240 24M0 60C80 30 160 30 240 60M0 98C80 64 160 64 240 98M0 140C80 100 160 100 240 140'

export const fieldLines: Readonly<Record<SportName, string>> = {
  ball: pitch,
  basketball:
    'M120 0V135M0 10H14A57 57 0 0 1 14 125H0M0 46H44V89H0M240 10H226A57 57 0 0 0 226 125H240M240 46H196V89H240',
  baseball: 'M120 150L20 50M120 150L220 50M120 132L162 90L120 48L78 90ZM40 30A120 120 0 0 1 200 30',
  volleyball: 'M0 16H240M0 119H240M120 4V131M84 16V119M156 16V119',
  tennis: court,
  badminton: court,
  pingpong: 'M8 14H232V121H8ZM120 0V135M8 67H232',
  hockey:
    'M120 0V135M84 0V135M156 0V135M22 34a14 14 0 1 0 28 0a14 14 0 1 0-28 0M190 100a14 14 0 1 0 28 0a14 14 0 1 0-28 0',
  boxing: 'M0 26H240M0 62H240M0 98H240M12 0V135M228 0V135',
  golf: 'M0 84C60 44 110 112 240 60M0 112C80 76 150 132 240 96',
  bowling: 'M20 135L104 0M70 135L114 0M120 135V0M170 135L126 0M220 135L136 0',
  rugby: 'M30 0V135M60 0V135M90 0V135M120 0V135M150 0V135M180 0V135M210 0V135',
  flag: lanes,
  medal: lanes,
  esports: 'M0 20H60L80 40H160L180 20H240M0 115H60L80 95H160L180 115H240M20 50V85M220 50V85',
}

export function sportForCode(code: string): SportName {
  return sportNames[hashText(`sport/${code}`) % sportNames.length] ?? 'ball'
}

const neighbourCount = 8

/** Picks each provider's sport by its kinds or its name. Otherwise, picks one that differs from its neighbours. */
export function lobbySports(
  providers: readonly (GameNames & { code: string; kinds?: readonly string[] })[],
): SportName[] {
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
