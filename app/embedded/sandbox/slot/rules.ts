import { z } from 'zod'

/** The stops of each of the three reels. Only the middle row pays. A symbol is its rank, and 0 is the rarest. */
export const reel = [0, 5, 3, 4, 5, 2, 3, 4, 5, 1, 4, 3, 5, 2, 4, 5, 1, 3, 2, 5] as const

export type Stops = [number, number, number]

const stop = z
  .int()
  .min(0)
  .max(reel.length - 1)
export const stopsSchema: z.ZodType<Stops> = z.tuple([stop, stop, stop])

/** Payouts for three of a kind, in multiples of the stake, indexed by the symbol's rank. */
export const threePayouts = [500, 80, 28, 15, 10, 5] as const
export const pairPayout = 2
export const lastRank = threePayouts.length - 1

export function rowsAt(stop: number): [number, number, number] {
  const rankAt = (place: number) => reel[(place + reel.length) % reel.length] ?? lastRank
  return [rankAt(stop - 1), rankAt(stop), rankAt(stop + 1)]
}

/** Returns the winning reels, and the payout in multiples of the stake. */
export function lineWin(stops: Stops): { multiple: number; reels: readonly number[] } {
  const line = stops.map((stop) => rowsAt(stop)[1])
  const [first = lastRank] = line
  if (line.every((rank) => rank === first)) return { multiple: threePayouts[first] ?? 0, reels: [0, 1, 2] }
  const last = [0, 1, 2].filter((index) => line[index] === lastRank)
  return last.length === 2 ? { multiple: pairPayout, reels: last } : { multiple: 0, reels: [] }
}

const share = (rank: number) => reel.filter((onReel) => onReel === rank).length / reel.length

const wins = [
  ...threePayouts.map((multiple, rank) => ({ multiple, chance: share(rank) ** 3 })),
  { multiple: pairPayout, chance: 3 * share(lastRank) ** 2 * (1 - share(lastRank)) },
]

/** Return to player and hit rate without the jackpot, as fractions: 0.95 is 95 %. */
export const slotOdds = {
  returned: wins.reduce((sum, { multiple, chance }) => sum + multiple * chance, 0),
  wins: wins.reduce((sum, { chance }) => sum + chance, 0),
}
