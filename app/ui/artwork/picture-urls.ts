import { href } from 'react-router'
import type { EmptyStateName, HeroFormat, LobbyName } from './scenes/site-pictures'

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

export function emptyStateArtSrc(name: EmptyStateName): string {
  return artSrc(`empty/${name}.svg`)
}

const pageScenes = { astray: 'lost.gate.moon.sol', broken: 'c.jar.moon.daechu', rest: 'c.house.moon.jjok' } as const
export type PageSceneName = keyof typeof pageScenes

/** Returns the path of the night scene, 320 by 180, of a page without other content. */
export function pageSceneSrc(name: PageSceneName): string {
  return artSrc(`scene/page/${pageScenes[name]}.svg`)
}
