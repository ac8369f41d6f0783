import { memberArt, providerArt, smallProviderArt, sportArt } from './covers/code-pictures'
import { consonantPaths } from './covers/consonants'
import { gameArt } from './covers/covers'
import { isNameIn, maxShownKinds, tablesOf } from './covers/kinds'
import { palettes } from './palettes'
import { isUrlSafeCode } from './picture-urls'
import { sceneArt } from './scenes/scenes'
import { emptyStateArt, emptyStates, heroArt, lobbies, lobbyArt } from './scenes/site-pictures'
import { sportShapes } from './shapes/games'
import { shapes } from './shapes/shapes'

const memberHashPattern = /^[0-9a-f]{8}$/

/** Dots in the longest file name: code, consonant, palette, three kinds and extension. */
const maxDots = 6

/**
 * Draws the picture at a path below the version, such as `game/provider/code.rabbit.moon.svg`. Unknown words are
 * ignored. Undefined when there is no such picture or a code is not 1 to 64 of A-Z, a-z, 0-9, _ and -.
 */
export function pictureFromPath(path: string): string | undefined {
  const folders = path.split('/')
  const file = folders.pop()?.split('.') ?? []
  if (file.length > maxDots + 1 || file.length < 2 || file.pop() !== 'svg') return undefined

  const [name, ...traits] = file
  const [kind, ...above] = folders
  if (!isUrlSafeCode(name) || above.length !== (kind === 'game' || kind === 'scene' ? 1 : 0)) return undefined

  const consonant = traits.find((word) => isNameIn(consonantPaths, word))
  const palette = traits.find((word) => isNameIn(palettes, word))
  switch (kind) {
    case 'game':
    case 'scene': {
      const [provider] = above
      if (!isUrlSafeCode(provider)) return undefined
      const game = {
        provider,
        code: name,
        shapes: traits.filter((word) => isNameIn(shapes, word)).slice(0, 2),
        palette,
      }
      return kind === 'game' ? gameArt(game) : sceneArt(game)
    }
    case 'provider':
      return providerArt({ code: name, consonant, palette, tables: tablesOf(traits) })
    case 'sport':
      return sportArt({
        code: name,
        consonant,
        palette,
        sports: traits.filter((word) => isNameIn(sportShapes, word)).slice(0, maxShownKinds),
      })
    case 'small':
      return smallProviderArt({ code: name, consonant, palette })
    case 'member':
      return memberHashPattern.test(name) ? memberArt({ hash: name, consonant }) : undefined
    case 'hero':
      return name === 'wide' || name === 'narrow' ? heroArt(name) : undefined
    case 'room':
      return isNameIn(lobbies, name) ? lobbyArt(name) : undefined
    case 'empty':
      return isNameIn(emptyStates, name) ? emptyStateArt(name) : undefined
    default:
      return undefined
  }
}
