import type { Provider } from '../seed/catalogue'
import { baccaratGame } from './baccarat/game'
import type { SandboxGame } from './sandbox-game'
import { slotGame } from './slot/game'
import { sportSlipGame } from './sport-slip/game'

/** The game of each kind of provider. */
export const sandboxGames: Readonly<Record<Provider['kind'], SandboxGame>> = {
  slot: slotGame,
  casino: baccaratGame,
  sport: sportSlipGame,
}
