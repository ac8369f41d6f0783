import type { Provider } from '../seed/sandbox-games'
import { baccaratGame } from './baccarat/game'
import { findTable } from './casino-tables'
import { rouletteGame } from './roulette/game'
import type { SandboxGame } from './sandbox-game'
import { slotGame } from './slot/game'
import { sportSlipGame } from './sport-slip/game'

export function sandboxGameOf({ provider, game }: { provider: Provider; game: string }): SandboxGame {
  switch (provider.kind) {
    case 'slot':
      return slotGame
    case 'sport':
      return sportSlipGame
    case 'casino':
      return findTable(provider, game)?.deals === 'roulette' ? rouletteGame : baccaratGame
    default:
      return provider.kind satisfies never
  }
}
