import { tokens } from './tokens.css'

const { text } = tokens
const figures = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const

/**
 * Type styles to spread into a style rule: `{ ...typography.label, color: tokens.ink.soft }`.
 * Fonts without weights between 400 and 700 use the nearer of the two, so no meaning may depend on those weights.
 */
export const typography = {
  figureHero: {
    fontSize: text.figureHero.size,
    lineHeight: text.figureHero.line,
    fontWeight: 800,
    letterSpacing: '-.045em',
    // Aligns the figure with the text above it, from which the side bearing of a tabular 1 would set it off.
    marginInlineStart: '-.05em',
    ...figures,
  },
  figureBig: {
    fontSize: text.figureBig.size,
    lineHeight: text.figureBig.line,
    fontWeight: 700,
    letterSpacing: '-.03em',
    marginInlineStart: '-.05em',
    ...figures,
  },
  figureList: {
    fontSize: text.figureList.size,
    lineHeight: text.figureList.line,
    fontWeight: 700,
    letterSpacing: '-.03em',
    ...figures,
  },
  figureField: {
    fontSize: text.figureField.size,
    lineHeight: text.figureField.line,
    fontWeight: 700,
    letterSpacing: '-.03em',
    ...figures,
  },
  titlePage: {
    fontSize: text.titlePage.size,
    lineHeight: text.titlePage.line,
    fontWeight: 700,
    letterSpacing: '-.025em',
    textWrap: 'balance',
  },
  titlePart: {
    fontSize: text.titlePart.size,
    lineHeight: text.titlePart.line,
    fontWeight: 700,
    letterSpacing: '-.02em',
    textWrap: 'balance',
  },
  titleCard: {
    fontSize: text.titleCard.size,
    lineHeight: text.titleCard.line,
    fontWeight: 700,
    letterSpacing: '-.015em',
    textWrap: 'balance',
  },
  body: { fontSize: text.body.size, lineHeight: text.body.line, fontWeight: 400, letterSpacing: '-.01em' },
  label: { fontSize: text.label.size, lineHeight: text.label.line, fontWeight: 600, letterSpacing: '-.01em' },
  small: { fontSize: text.small.size, lineHeight: text.small.line, fontWeight: 400, letterSpacing: '-.01em' },
  tiny: { fontSize: text.tiny.size, lineHeight: text.tiny.line, fontWeight: 400, letterSpacing: '-.01em' },
  /** Only for bottom bar labels and count bubbles. */
  micro: { fontSize: text.micro.size, lineHeight: text.micro.line, fontWeight: 500, letterSpacing: 0 },
} as const
