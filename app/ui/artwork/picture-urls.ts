import { href } from 'react-router'
import type { EmptyStateName, HeroFormat, LobbyName } from './scenes/site-pictures'

/** Pictures are cached forever, so this number must increase whenever a byte of any picture changes. */
export const artVersion = '4'

/** A picture's path contains everything that the picture depends on. It has no query, which a cache might drop. */
export function artSrc(path: string): string {
  return href('/art/:version/*', { version: artVersion, '*': path })
}

/** Returns the path of the hero's picture: `wide` behind the text (from 600 px), `narrow` above it (358 by 190). */
export function heroArtSrc(format: HeroFormat): string {
  return artSrc(`hero/${format}.svg`)
}

export function lobbyArtSrc(lobby: LobbyName): string {
  return artSrc(`room/${lobby}.svg`)
}

export function emptyStateArtSrc(name: EmptyStateName): string {
  return artSrc(`empty/${name}.svg`)
}
