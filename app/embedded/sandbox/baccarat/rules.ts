import type { Draw } from '../payout'

/** A card from 0 to 51. The rank is `card % 13` (0 is the ace, 12 the king). The suit is `card / 13`, rounded down. */
export type Card = number

export type BaccaratRound = { shuffled: boolean; player: readonly Card[]; banker: readonly Card[] }

export const baccaratBets = ['player', 'tie', 'banker'] as const
export type BaccaratBet = (typeof baccaratBets)[number]

const decks = 8
const kindsOfCards = 52
export const shoeSize = decks * kindsOfCards
export const cardsBehindCut = 16
export const maxShoeRounds = Math.ceil((shoeSize - cardsBehindCut) / 4)

/** Payouts in hundredths of the stake, including the stake itself. */
export const baccaratPayouts: Readonly<Record<BaccaratBet, number>> = { player: 200, tie: 900, banker: 195 }

/** Return to player per bet from a fresh shoe, in basis points. A test computes it from all possible deals. */
export const baccaratReturns: Readonly<Record<BaccaratBet, number>> = { player: 9_876, tie: 8_564, banker: 9_894 }

export function pointsOf(hand: readonly Card[]): number {
  return hand.map((card) => (card % 13 > 8 ? 0 : (card % 13) + 1)).reduce((sum, points) => sum + points, 0) % 10
}

function bankerDraws(banker: number, third: number | undefined): boolean {
  if (third === undefined) return banker <= 5
  switch (banker) {
    case 3:
      return third !== 8
    case 4:
      return third >= 2 && third <= 7
    case 5:
      return third >= 4 && third <= 7
    case 6:
      return third === 6 || third === 7
    default:
      return banker < 3
  }
}

/** Deals a round. The player draws on five or less. Nobody draws after an eight or nine. @param deal draws a card */
export function dealRound(deal: () => Card): Pick<BaccaratRound, 'player' | 'banker'> {
  const [player, banker] = [[deal()], [deal()]]
  for (const hand of [player, banker]) hand.push(deal())
  if (pointsOf(player) > 7 || pointsOf(banker) > 7) return { player, banker }
  const thirds = pointsOf(player) <= 5 ? [deal()] : []
  if (bankerDraws(pointsOf(banker), thirds.length > 0 ? pointsOf(thirds) : undefined)) banker.push(deal())
  return { player: [...player, ...thirds], banker }
}

export type Shoe = { copies: number[]; count: number }

export const newShoe = (): Shoe => ({ copies: Array(kindsOfCards).fill(decks), count: shoeSize })

function takeCard(shoe: Shoe, card: Card): Card {
  shoe.copies[card] = (shoe.copies[card] ?? 0) - 1
  shoe.count -= 1
  return card
}

export function roundsOfShoe(rounds: readonly BaccaratRound[]): readonly BaccaratRound[] {
  const first = rounds.findLastIndex(({ shuffled }) => shuffled)
  return first === -1 ? rounds : rounds.slice(first)
}

export function shoeAfter(rounds: readonly BaccaratRound[]): Shoe {
  const shoe = newShoe()
  for (const { player, banker } of roundsOfShoe(rounds)) {
    for (const card of [...player, ...banker]) takeCard(shoe, card)
  }
  return shoe
}

export const isCutCardOut = ({ count }: Shoe) => count <= cardsBehindCut

function dealFrom(shoe: Shoe, draw: Draw): Card {
  let place = draw(shoe.count)
  let card = 0
  for (let copies = shoe.copies[0] ?? 0; place >= copies; copies = shoe.copies[card] ?? 0) {
    place -= copies
    card += 1
  }
  return takeCard(shoe, card)
}

export function drawBaccarat(draw: Draw, earlier: readonly BaccaratRound[]): BaccaratRound {
  const before = shoeAfter(earlier)
  const shuffled = before.count === shoeSize || isCutCardOut(before)
  const shoe = shuffled ? newShoe() : before
  return { shuffled, ...dealRound(() => dealFrom(shoe, draw)) }
}

export function winnerOf({ player, banker }: Pick<BaccaratRound, 'player' | 'banker'>): BaccaratBet {
  const lead = pointsOf(player) - pointsOf(banker)
  return lead > 0 ? 'player' : lead < 0 ? 'banker' : 'tie'
}

/** Returns a bet's payout in hundredths of its stake. A tie returns the stakes on player and banker. */
export function payBaccarat(round: BaccaratRound, bet: string): number {
  const winner = winnerOf(round)
  if (bet === winner) return baccaratPayouts[winner]
  return winner === 'tie' ? 100 : 0
}
