/**
 * What the sandbox games draw and pay. Every outcome has a whole weight, so that what a game gives back can be
 * computed exactly (`returnBasisPoints`) and is held by a test: nothing here is tuned by trying.
 */

/** A whole number from 0 to below `below`, each as likely as the other. The house hands in node:crypto's randomInt. */
export type Draw = (below: number) => number

/** Stakes that can be chosen, in whole won. All are multiples of 1,000: pays, comp and jackpot feed come out whole. */
export const stakes = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000] as const

export type Rules<Outcome> = {
  /** What the member can bet on. A slot has one choice. */
  choices: readonly string[]
  /** Every outcome with its weight among all of them. */
  outcomes: () => Iterable<{ outcome: Outcome; weight: number }>
  draw: (draw: Draw) => Outcome
  /** What comes back for a stake on `choice`, in hundredths of the stake; 0 is nothing, 100 the stake itself. */
  paysHundredths: (outcome: Outcome, choice: string) => number
}

/** What `paysHundredths` makes of a stake, in whole won; a fraction would stay with the house. */
export function winOf(stakeWon: number, paysHundredths: number): number {
  return Math.floor((stakeWon * paysHundredths) / 100)
}

/** What a game gives back of a stake on `choice` in the long run, as a fraction of two whole numbers. */
export function expectedReturn<Outcome>(rules: Rules<Outcome>, choice: string): { paid: bigint; staked: bigint } {
  let paid = 0n
  let staked = 0n
  for (const { outcome, weight } of rules.outcomes()) {
    paid += BigInt(weight) * BigInt(rules.paysHundredths(outcome, choice))
    staked += BigInt(weight) * 100n
  }
  return { paid, staked }
}

/** The least that any choice gives back, in hundredths of a percent, rounded down: 9500 is 95 %. */
export function returnBasisPoints<Outcome>(rules: Rules<Outcome>): number {
  const each = rules.choices.map((choice) => {
    const { paid, staked } = expectedReturn(rules, choice)
    return Number((paid * 10_000n) / staked)
  })
  return Math.min(...each)
}

/** Draws one of `weighted`, each as likely as its weight says. */
function drawn<Item>(weighted: readonly (readonly [item: Item, weight: number])[], draw: Draw): Item {
  let place = draw(weighted.reduce((sum, [, weight]) => sum + weight, 0))
  for (const [item, weight] of weighted) {
    if (place < weight) return item
    place -= weight
  }
  throw new RangeError('A draw came out past the last weight')
}

export type ReelSymbol = 'seven' | 'crown' | 'bell' | 'moon' | 'coin' | 'cherry'
export type Reels = readonly [ReelSymbol, ReelSymbol, ReelSymbol]

/** One reel of twenty stops; the three are alike. */
const reel: readonly (readonly [ReelSymbol, number])[] = [
  ['seven', 1],
  ['crown', 2],
  ['bell', 3],
  ['moon', 4],
  ['coin', 4],
  ['cherry', 6],
]

/** Three of a kind, in times of the stake, from the rarest down. */
export const threeOfAKind: readonly (readonly [ReelSymbol, number])[] = [
  ['seven', 400],
  ['crown', 90],
  ['bell', 40],
  ['moon', 15],
  ['coin', 12],
  ['cherry', 10],
]
/** Two cherries anywhere give the stake back. */
export const TWO_CHERRIES = 1

/** Three reels, one line: gives back 95 % exactly (7,600 of 8,000). The jackpot pool comes on top. */
export const slot: Rules<Reels> = {
  choices: ['spin'],
  *outcomes() {
    for (const [first, a] of reel)
      for (const [second, b] of reel)
        for (const [third, c] of reel) yield { outcome: [first, second, third], weight: a * b * c }
  },
  draw: (draw) => [drawn(reel, draw), drawn(reel, draw), drawn(reel, draw)],
  paysHundredths: (reels) => {
    const [first] = reels
    if (reels.every((symbol) => symbol === first)) {
      return 100 * (threeOfAKind.find(([symbol]) => symbol === first)?.[1] ?? 0)
    }
    return reels.filter((symbol) => symbol === 'cherry').length === 2 ? 100 * TWO_CHERRIES : 0
  },
}

/** One card for each side, 1 (ace, low) to 13 (king), from so many packs that one says nothing about the other. */
export type Cards = { dragon: number; tiger: number }

const RANKS = 13
/** A side pays twice the stake, the tie twelve and a half times; in hundredths. */
export const cardPrices: Readonly<Record<'dragon' | 'tiger' | 'tie', number>> = { dragon: 200, tiger: 200, tie: 1250 }
/** What a stake on a side keeps when it is a tie: half. */
const KEPT_ON_TIE = 50

/** Higher card wins: gives back 12.5 of 13, 96.15 %, whatever is chosen. */
export const cards: Rules<Cards> = {
  choices: ['dragon', 'tiger', 'tie'],
  *outcomes() {
    for (let dragon = 1; dragon <= RANKS; dragon++)
      for (let tiger = 1; tiger <= RANKS; tiger++) yield { outcome: { dragon, tiger }, weight: 1 }
  },
  draw: (draw) => ({ dragon: 1 + draw(RANKS), tiger: 1 + draw(RANKS) }),
  paysHundredths: ({ dragon, tiger }, choice) => {
    const winner = dragon > tiger ? 'dragon' : tiger > dragon ? 'tiger' : 'tie'
    if (choice === winner) return cardPrices[winner]
    return winner === 'tie' ? KEPT_ON_TIE : 0
  },
}

export type Score = { home: number; away: number }

/** Goals of one side in a made-up match, of a hundred matches. */
const goals: readonly (readonly [goals: number, weight: number])[] = [
  [0, 25],
  [1, 35],
  [2, 24],
  [3, 12],
  [4, 4],
]
/** Odds in hundredths: 2.56 for a side (37.07 %), 3.67 for a draw (25.86 %). */
export const odds: Readonly<Record<string, number>> = { home: 256, draw: 367, away: 256 }

/** A made-up match between sides of equal strength: gives back 94.9 %, whatever is chosen. */
export const match: Rules<Score> = {
  choices: ['home', 'draw', 'away'],
  *outcomes() {
    for (const [home, a] of goals) for (const [away, b] of goals) yield { outcome: { home, away }, weight: a * b }
  },
  draw: (draw) => ({ home: drawn(goals, draw), away: drawn(goals, draw) }),
  paysHundredths: ({ home, away }, choice) => {
    const result = home > away ? 'home' : away > home ? 'away' : 'draw'
    return choice === result ? (odds[choice] ?? 0) : 0
  },
}

/**
 * Whether this stake takes the whole jackpot pool: one chance in 10^12 for each won staked. A pool fed by 0.1 % of
 * stakes so comes to about 1,000,000,000 won before it falls, and gives back all that was put in.
 */
export function takesJackpot(stakeWon: number, draw: Draw): boolean {
  return draw(JACKPOT_ODDS) < stakeWon
}
export const JACKPOT_ODDS = 10 ** 12
