import { href } from 'react-router'
import type { EmptyStateName, HeroFormat, LobbyName, PageSceneName } from './scenes/site-pictures'

/** Pictures are cached forever. Increase this number whenever a byte of any picture changes. */
export const artVersion = '5'

/** Returns a picture's path. It contains all of the picture's parameters, because caches may drop a query. */
export function artSrc(path: string): string {
  return href('/art/:version/*', { version: artVersion, '*': path })
}

/** Returns the path of the hero picture: `wide` (from 600 px) behind the text, or `narrow` (358 by 190) above it. */
export function heroArtSrc(format: HeroFormat): string {
  return artSrc(`hero/${format}.svg`)
}

export function lobbyArtSrc(lobby: LobbyName): string {
  return artSrc(`room/${lobby}.svg`)
}

export function emptyStateArtSrc(name: EmptyStateName | PageSceneName): string {
  return artSrc(`empty/${name}.svg`)
}
