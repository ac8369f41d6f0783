import { tokens } from './tokens.css'

const { text } = tokens

function sized(name: keyof typeof text) {
  return { fontSize: text[name].size, lineHeight: text[name].line } as const
}

const figure = { fontWeight: 700, letterSpacing: '-.03em', fontVariantNumeric: 'tabular-nums' } as const
/** Aligns a large figure with the text above it, against the side bearing of a tabular 1. */
const aligned = { marginInlineStart: '-.05em' } as const
const title = { fontWeight: 700, textWrap: 'balance' } as const

/** Type styles to spread into a rule. Fonts may lack weights between 400 and 700, so no meaning depends on them. */
export const typography = {
  figureHero: { ...sized('figureHero'), ...figure, ...aligned, fontWeight: 800, letterSpacing: '-.045em' },
  figureBig: { ...sized('figureBig'), ...figure, ...aligned },
  figureList: { ...sized('figureList'), ...figure },
  figureField: { ...sized('figureField'), ...figure },
  titlePage: { ...sized('titlePage'), ...title, letterSpacing: '-.025em' },
  titlePart: { ...sized('titlePart'), ...title, letterSpacing: '-.02em' },
  titleCard: { ...sized('titleCard'), ...title, letterSpacing: '-.015em' },
  body: { ...sized('body'), fontWeight: 400, letterSpacing: '-.01em' },
  label: { ...sized('label'), fontWeight: 600, letterSpacing: '-.01em' },
  small: { ...sized('small'), fontWeight: 400, letterSpacing: '-.01em' },
  tiny: { ...sized('tiny'), fontWeight: 400, letterSpacing: '-.01em' },
  /** The smallest text, only for bottom bar labels and count bubbles. */
  micro: { ...sized('micro'), fontWeight: 500, letterSpacing: 0 },
} as const
