import { href } from 'react-router'
import type { EmptyStateName, HeroFormat, LobbyName } from './scenes/site-pictures'

/** Pictures are cached for ever, so the number goes up whenever a byte of any picture changes. */
export const artVersion = '4'

/** A picture's path has all that the picture depends on. Paths, because a cache may drop a query. */
export function artSrc(path: string): string {
  return href('/art/:version/*', { version: artVersion, '*': path })
}

/** Path of the hero's picture: `wide` behind the text (from 600 px), `narrow` above it (358 by 190). */
export function heroArtSrc(format: HeroFormat): string {
  return artSrc(`hero/${format}.svg`)
}

export function lobbyArtSrc(lobby: LobbyName): string {
  return artSrc(`room/${lobby}.svg`)
}

export function emptyStateArtSrc(name: EmptyStateName): string {
  return artSrc(`empty/${name}.svg`)
}
