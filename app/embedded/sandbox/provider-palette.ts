import { lobbyPalettes, type Palette, paletteForCode, palettes } from '~/ui/artwork/palettes'
import { casinoProviders, type Provider, sportProviders } from '../seed/catalogue'

/** The colours of a casino or sport provider: those of its card in the site's lobby. */
export function providerPalette({ code, kind }: Provider): Palette {
  const codes = (kind === 'casino' ? casinoProviders : sportProviders).map((provider) => provider.code)
  return palettes[lobbyPalettes(codes)[codes.indexOf(code)] ?? paletteForCode(code)]
}
