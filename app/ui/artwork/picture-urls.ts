import { href } from 'react-router'
import type { EmptyStateName, HeroFormat, LobbyName } from './scenes/site-pictures'

/** Pictures are cached forever, so this number must be increased whenever a byte of any picture changes. */
export const artVersion = '4'

/** A picture's path contains everything on which the picture depends. It has no query, because caches may drop it. */
export function artSrc(path: string): string {
  return href('/art/:version/*', { version: artVersion, '*': path })
}

/** Returns the path of the hero picture. `wide` is behind the text (from 600 px), `narrow` above it (358 by 190). */
export function heroArtSrc(format: HeroFormat): string {
  return artSrc(`hero/${format}.svg`)
}

export function lobbyArtSrc(lobby: LobbyName): string {
  return artSrc(`room/${lobby}.svg`)
}

export function emptyStateArtSrc(name: EmptyStateName): string {
  return artSrc(`empty/${name}.svg`)
}
