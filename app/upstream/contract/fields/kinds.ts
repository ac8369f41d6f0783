import { z } from 'zod'

export const casinoKinds = [
  'baccarat',
  'roulette',
  'blackjack',
  'dragon-tiger',
  'sic-bo',
  'poker',
  'wheel',
  'game-show',
] as const

export const sportKinds = [
  'football',
  'baseball',
  'basketball',
  'volleyball',
  'hockey',
  'tennis',
  'esports',
  'racing',
] as const

const kinds = [...casinoKinds, ...sportKinds] as const

export type Kind = (typeof kinds)[number]

/** The known kinds in a response, without duplicates and in the response's order, or undefined if there are none. */
export const lenientKinds = z
  .unknown()
  .transform((value): readonly Kind[] | undefined => {
    const sent = new Set<unknown>(Array.isArray(value) ? value : [])
    const known = [...sent].filter((word): word is Kind => kinds.some((kind) => kind === word))
    return known.length > 0 ? known : undefined
  })
  .optional()
  .meta({ type: 'array', items: { type: 'string', enum: [...kinds] }, example: ['baccarat', 'roulette'] })
