import { z } from 'zod'
import { isVisible } from '~/values/typed-text'
import { casinoKinds, lenientKinds, sportKinds } from './kinds'
import { described, lenientWon, withAliases } from './numbers'
import { lenientDate, lenientName, printableText, record, toText } from './values'

export const playCode = z.union([printableText(64).refine(isVisible), z.int()])
export type PlayCode = z.output<typeof playCode>

export const lenientCode = z
  .unknown()
  .transform((code): PlayCode | undefined => playCode.safeParse(code).data)
  .optional()
  .meta({ type: ['string', 'integer'], example: 'onsaemi' })

const maxUrlCharacters = 2_048

/** An image URL in a response. Undefined if it is missing or too long. Nothing else is checked. */
const lenientImageUrl = z
  .unknown()
  .transform((value): string | undefined => {
    const url = toText(value)
    return url !== undefined && url.length <= maxUrlCharacters ? url : undefined
  })
  .optional()
  .meta({ type: 'string', example: 'https://img.example.com/a.webp' })

const maxTables = 20
const maxLatest = 12
const tableKind = z.enum(casinoKinds)

const casinoTable = z.object({
  code: playCode.describe('sent in open-game, with the provider’s as `company`'),
  kind: tableKind,
  min: lenientWon('min').describe('minimum stake'),
  max: lenientWon('max').describe('maximum stake'),
  latest: z
    .array(z.union([z.string().trim().min(1).max(4), z.int()]).transform(String))
    .transform((marks) => marks.slice(0, maxLatest))
    .default([])
    .catch([])
    .describe('last results, newest first, at most four characters each; of baccarat, only of the current shoe'),
})

/** Older versions sent the kind of game in `deals` instead of `kind`. */
const acceptedTable = z
  .object({ kind: z.unknown(), deals: tableKind.optional().catch(undefined) })
  .loose()
  .transform(({ deals, ...table }) => ({ ...table, kind: deals ?? table.kind }))
  .pipe(casinoTable)

export type CasinoTable = z.output<typeof casinoTable>

/** Maximum decimal odds in hundredths. Higher odds are treated as a mistake of the upstream. */
const maxOdds = 1_000_000
const odds = z.int().min(100).max(maxOdds)
const maxMatches = 60
const team = z.object({ nameKo: lenientName, nameEn: lenientName })

const matchId = z.string().regex(/^[\w.-]{1,64}$/)
const matchSides = ['home', 'draw', 'away'] as const
export type MatchSide = (typeof matchSides)[number]

export const pick = z.strictObject({ match: matchId, side: z.enum(matchSides) })
export type Pick = z.output<typeof pick>
export const maxPicks = 10

const sportMatch = z.object({
  id: matchId
    .optional()
    .catch(undefined)
    .describe('identifies the match in the `picks` of open-game; without it the bet slip opens empty'),
  kind: z.enum(sportKinds),
  startsAt: lenientDate.describe(
    'when it starts, and bets close; listed for a while after that, it names a dropped pick',
  ),
  home: team,
  away: team,
  odds: z
    .object({ home: odds, draw: odds.optional().catch(undefined), away: odds })
    .describe('in hundredths, including the stake: 185 is 1.85; `draw` if members can bet on a draw'),
})

/** A match on which members can bet. Odds are in hundredths and include the stake: 185 is 1.85. */
export type SportMatch = z.output<typeof sportMatch>

/** Reads rows of a response and drops malformed ones. Undefined if none is left. @param shown the row in the reference */
function lenientRows<Row>(row: z.ZodType<Row>, maxRows: number, example: unknown, shown: z.ZodType = row) {
  const { $schema: _, ...items } = z.toJSONSchema(shown, { io: 'input', unrepresentable: 'any' })
  return z
    .unknown()
    .transform((value): readonly Row[] | undefined => {
      const sent = Array.isArray(value) ? value.slice(0, maxRows) : []
      const rows = sent.flatMap((each) => row.safeParse(each).data ?? [])
      return rows.length > 0 ? rows : undefined
    })
    .optional()
    .meta({ type: 'array', items, example })
}

const tableExample = { code: 'onsaemi.roulette', kind: 'roulette', min: 1_000, max: 50_000, latest: ['17', '0', '32'] }
const lenientTables = lenientRows(acceptedTable, maxTables, [tableExample], casinoTable)

const openBet = z.object({
  company: playCode.describe('the provider’s code'),
  match: matchId.describe('the match’s `id`'),
  side: pick.shape.side.describe('as in `picks`'),
  stake: z.int().min(1).optional().catch(undefined).describe('the stake of its bet, in won'),
  odds: odds.optional().catch(undefined).describe('those of the pick, in hundredths'),
})
/** Picks of open bets. Malformed rows are dropped. */
export const openBets = lenientRows(openBet, 100, [
  { company: 'ondeul-sports', match: '2026-03-01.19', side: 'home', odds: 185 },
])

/** Sums of the member's open bets. If one sum is unreadable, all are omitted. */
export const openBetSums = z.object({
  bets: z.int().min(1).describe('number of bets'),
  picks: z.int().min(1).describe('number of matches in them'),
  stake: z.int().min(1).describe('stakes in won'),
  payout: z.int().min(0).describe('payouts in won if all bets win'),
})
export type OpenBetSums = z.output<typeof openBetSums>

const lenientMatches = lenientRows(sportMatch, maxMatches, [
  {
    id: '2026-03-01.19',
    kind: 'football',
    startsAt: '2026-03-01T10:30:00.000Z',
    home: { nameKo: '가람', nameEn: 'Garam' },
    away: { nameKo: '누리', nameEn: 'Nuri' },
    odds: { home: 185, draw: 340, away: 420 },
  },
])

const used = z
  .unknown()
  .transform((value): 'y' | 'n' => (value === 'n' || value === 'N' || value === false ? 'n' : 'y'))
  .optional()
  .meta({ enum: ['y', 'n'], description: '`n`: under maintenance; if missing, `y`' })
const until = z
  .unknown()
  .transform((value) => z.iso.datetime().safeParse(value).data)
  .optional()
  .meta({ type: 'string', format: 'date-time', description: 'when its maintenance ends; if missing, unknown' })

/** A provider, casino or sport entry. It can't be opened without a `code`. `used` is 'n' during maintenance. */
export const provider = z
  .object({
    code: lenientCode.describe('sent in get-slot-by-company and open-game; without it the entry can’t be opened'),
    nameKo: described(lenientName, 'Korean name', '온새미'),
    nameEn: described(lenientName, 'name in all other languages', 'Onsaemi'),
    used: used.default('y'),
    until,
    img: lenientImageUrl.describe('https URL of a picture on IMAGE_ORIGINS; otherwise the site draws one'),
    kinds: lenientKinds.describe(
      'a casino’s kinds of tables or a sport provider’s sports, main one first; unknown words are dropped',
    ),
    tables: lenientTables.describe('a casino’s tables that can be opened individually, main one first'),
    matches: lenientMatches.describe(
      'a sport provider’s matches, at most 60: those that accept bets, and some that began lately, so that a slip can name them',
    ),
  })
  .meta({ id: 'Provider' })
export type Provider = z.output<typeof provider>

export const game = record('Game', {
  code: described(lenientCode, 'sent in open-game; without it the game is shown but can’t be opened', 'moon-rabbit'),
  company: withAliases(lenientCode.describe('the provider’s code'), 'gameCompany'),
  nameKo: described(lenientName, 'Korean name', '달토끼'),
  nameEn: described(lenientName, 'name in all other languages', 'Moon Rabbit'),
  img: withAliases(lenientImageUrl.describe('as in Provider'), 'imgUrl'),
  used,
  until,
})
export type Game = z.output<typeof game>
