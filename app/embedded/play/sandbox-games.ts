import type { Provider } from '../seed/catalogue'
import type { SandboxGame } from './sandbox-game'
import { slotGame } from './slot-game'
import { cardGame, matchGame } from './toy-games'

/** The game of each kind of provider. */
export const sandboxGames: Readonly<Record<Provider['kind'], SandboxGame>> = {
  slot: slotGame,
  casino: cardGame,
  sport: matchGame,
}
