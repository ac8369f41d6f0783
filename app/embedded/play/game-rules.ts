/**
 * Outcomes and payouts of the sandbox games. Every outcome has an integer weight, so that a game's return to player is
 * computed exactly (`returnBasisPoints`) and checked by a test.
 */

/** Returns a uniformly distributed integer from 0 to `below` - 1. The sandbox passes randomInt of node:crypto. */
export type Draw = (below: number) => number

/** Stakes to choose from, in won. Multiples of 1,000, so that payouts, comp and jackpot shares are whole won. */
export const stakes = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000] as const

export type GameRules<Outcome> = {
  /** What a member can bet on. A slot has one choice. */
  choices: readonly string[]
  /** Every outcome with its weight; its probability is the weight divided by the sum of all. */
  outcomes: () => Iterable<{ outcome: Outcome; weight: number }>
  draw: (draw: Draw) => Outcome
  /** Payout for a stake on `choice`, in hundredths of the stake: 0 is nothing, 100 is the stake itself. */
  payoutHundredths: (outcome: Outcome, choice: string) => number
}

/** Computes the payout of a stake in whole won, rounded down; the operator keeps the fraction. */
export function calculatePayout(stakeWon: number, payoutHundredths: number): number {
  return Math.floor((stakeWon * payoutHundredths) / 100)
}

/** Computes the expected return to player of a stake on `choice`, as the exact fraction paid / staked. */
export function expectedReturn<Outcome>(rules: GameRules<Outcome>, choice: string): { paid: bigint; staked: bigint } {
  let paid = 0n
  let staked = 0n
  for (const { outcome, weight } of rules.outcomes()) {
    paid += BigInt(weight) * BigInt(rules.payoutHundredths(outcome, choice))
    staked += BigInt(weight) * 100n
  }
  return { paid, staked }
}

/** Computes the lowest return to player of any choice, in basis points, rounded down: 9500 is 95 %. */
export function returnBasisPoints<Outcome>(rules: GameRules<Outcome>): number {
  const each = rules.choices.map((choice) => {
    const { paid, staked } = expectedReturn(rules, choice)
    return Number((paid * 10_000n) / staked)
  })
  return Math.min(...each)
}

/** Draws one item with a probability proportional to its weight. */
function drawWeighted<Item>(weighted: readonly (readonly [item: Item, weight: number])[], draw: Draw): Item {
  let place = draw(weighted.reduce((sum, [, weight]) => sum + weight, 0))
  for (const [item, weight] of weighted) {
    if (place < weight) return item
    place -= weight
  }
  throw new RangeError('A draw came out past the last weight')
}

export type ReelSymbol = 'seven' | 'crown' | 'bell' | 'moon' | 'coin' | 'cherry'
export type Reels = readonly [ReelSymbol, ReelSymbol, ReelSymbol]

/** Stops of each symbol on a reel of twenty. The three reels are alike. */
const reel: readonly (readonly [ReelSymbol, number])[] = [
  ['seven', 1],
  ['crown', 2],
  ['bell', 3],
  ['moon', 4],
  ['coin', 4],
  ['cherry', 6],
]

/** Payouts for three of a kind in multiples of the stake, the rarest first. */
export const threeOfAKindPayouts: readonly (readonly [ReelSymbol, number])[] = [
  ['seven', 400],
  ['crown', 90],
  ['bell', 40],
  ['moon', 15],
  ['coin', 12],
  ['cherry', 10],
]
/** Payout for exactly two cherries, in multiples of the stake. */
export const twoCherriesPayout = 1

/** Three reels and one line. The return to player is 95 % (7,600 of 8,000); the jackpot comes on top. */
export const slotRules: GameRules<Reels> = {
  choices: ['spin'],
  *outcomes() {
    for (const [first, a] of reel)
      for (const [second, b] of reel)
        for (const [third, c] of reel) yield { outcome: [first, second, third], weight: a * b * c }
  },
  draw: (draw) => [drawWeighted(reel, draw), drawWeighted(reel, draw), drawWeighted(reel, draw)],
  payoutHundredths: (reels) => {
    const [first] = reels
    if (reels.every((symbol) => symbol === first)) {
      return 100 * (threeOfAKindPayouts.find(([symbol]) => symbol === first)?.[1] ?? 0)
    }
    return reels.filter((symbol) => symbol === 'cherry').length === 2 ? 100 * twoCherriesPayout : 0
  },
}

/** One card for each side, from 1 (ace, low) to 13 (king). The two are drawn independently. */
export type Cards = { dragon: number; tiger: number }

const ranks = 13
/** Payouts in hundredths of the stake: a side pays twice the stake, a tie twelve and a half times. */
export const cardPayouts: Readonly<Record<'dragon' | 'tiger' | 'tie', number>> = { dragon: 200, tiger: 200, tie: 1250 }
/** Payout for a stake on a side when the cards tie, in hundredths: half the stake. */
const tieRefundHundredths = 50

/** The higher card wins. The return to player is 12.5 of 13 (96.15 %) for every choice. */
export const cardRules: GameRules<Cards> = {
  choices: ['dragon', 'tiger', 'tie'],
  *outcomes() {
    for (let dragon = 1; dragon <= ranks; dragon++)
      for (let tiger = 1; tiger <= ranks; tiger++) yield { outcome: { dragon, tiger }, weight: 1 }
  },
  draw: (draw) => ({ dragon: 1 + draw(ranks), tiger: 1 + draw(ranks) }),
  payoutHundredths: ({ dragon, tiger }, choice) => {
    const winner = dragon > tiger ? 'dragon' : tiger > dragon ? 'tiger' : 'tie'
    if (choice === winner) return cardPayouts[winner]
    return winner === 'tie' ? tieRefundHundredths : 0
  },
}

export type Score = { home: number; away: number }

/** Goals of one side in a virtual match, weighted out of a hundred. */
const goalWeights: readonly (readonly [goals: number, weight: number])[] = [
  [0, 25],
  [1, 35],
  [2, 24],
  [3, 12],
  [4, 4],
]
/** Odds in hundredths: 2.56 for a side (probability 37.07 %), 3.67 for a draw (25.86 %). */
export const matchOdds: Readonly<Record<string, number>> = { home: 256, draw: 367, away: 256 }

/** A virtual match between sides of equal strength. The return to player is 94.9 % for every choice. */
export const matchRules: GameRules<Score> = {
  choices: ['home', 'draw', 'away'],
  *outcomes() {
    for (const [home, a] of goalWeights)
      for (const [away, b] of goalWeights) yield { outcome: { home, away }, weight: a * b }
  },
  draw: (draw) => ({ home: drawWeighted(goalWeights, draw), away: drawWeighted(goalWeights, draw) }),
  payoutHundredths: ({ home, away }, choice) => {
    const result = home > away ? 'home' : away > home ? 'away' : 'draw'
    return choice === result ? (matchOdds[choice] ?? 0) : 0
  },
}

/**
 * Draws whether a stake wins the whole jackpot pool: one chance in 10^12 for each won staked. A pool that takes 0.1 %
 * of stakes reaches about 1,000,000,000 won before it is won, and pays out all that it took.
 */
export function winsJackpot(stakeWon: number, draw: Draw): boolean {
  return draw(jackpotOdds) < stakeWon
}
export const jackpotOdds = 10 ** 12
