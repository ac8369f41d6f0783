export const wheel = [
  ...[0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10],
  ...[5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26],
] as const

export const numbers = [...Array(wheel.length).keys()]

const red = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36])

export const colourOf = (pocket: number) => (pocket === 0 ? 'green' : red.has(pocket) ? 'red' : 'black')

const isInGroup = {
  red: (number) => red.has(number),
  black: (number) => !red.has(number),
  even: (number) => number % 2 === 0,
  odd: (number) => number % 2 === 1,
  low: (number) => number <= 18,
  high: (number) => number > 18,
  first: (number) => number <= 12,
  second: (number) => number > 12 && number <= 24,
  third: (number) => number > 24,
  left: (number) => number % 3 === 1,
  middle: (number) => number % 3 === 2,
  right: (number) => number % 3 === 0,
} satisfies Record<string, (number: number) => boolean>

export const groups = Object.keys(isInGroup) as (keyof typeof isInGroup)[]

export function coveredBy(bet: string): readonly number[] {
  const group = groups.find((name) => name === bet)
  if (!group) return numbers.filter((number) => String(number) === bet)
  return numbers.filter((number) => number > 0 && isInGroup[group](number))
}

export const payoutOf = (bet: string): number => 3_600 / coveredBy(bet).length

export const returnPercent = ((36 / wheel.length) * 100).toFixed(2)

export const payRoulette = (pocket: number, bet: string): number =>
  coveredBy(bet).includes(pocket) ? payoutOf(bet) : 0
