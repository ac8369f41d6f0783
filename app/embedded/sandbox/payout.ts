/** Returns a random integer from 0 to `below` - 1, uniformly distributed. The sandbox uses randomInt of node:crypto. */
export type Draw = (below: number) => number

/** Stakes in won. They are multiples of 1,000, so that payouts, comp and jackpot shares are whole won. */
export const stakes = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000] as const

/** Returns the payout of a stake in whole won, rounded down. The operator keeps the fraction. */
export function calculatePayout(stakeWon: number, payoutHundredths: number): number {
  return Math.floor((stakeWon * payoutHundredths) / 100)
}

/** Decides at random whether a stake wins the whole jackpot. The chance is one in 10^12 per won staked. */
export const winsJackpot = (stakeWon: number, draw: Draw): boolean => draw(jackpotOdds) < stakeWon
export const jackpotOdds = 10 ** 12
