import { input } from '~/ui/field/field.css'
import { foldHead } from '~/ui/fold.css'
import { arranged, insideScreen, screen, typography } from '~/ui/layered'
import { faintText, plainText, softText } from '~/ui/text.css'
import { media, tokens } from '~/ui/tokens.css'

const { ink, line, size, space } = tokens

export const historySection = screen({
  ...arranged.column,
  gap: space.base,
  '@media': { [media.from960]: { gap: space.roomy } },
})

export const lead = screen([softText, { flex: '1 1 14rem' }])

export const sums = screen({
  ...arranged.column,
  paddingInline: space.base,
  paddingBlock: space.snug,
  '@media': {
    [media.from768]: {
      gridTemplateColumns: 'repeat(auto-fit, minmax(0, 1fr))',
      paddingBlock: space.roomy,
      paddingInline: 0,
    },
  },
})

const between = `${size.hairline} solid ${line.hair}`

export const sum = screen({
  display: 'grid',
  alignContent: 'start',
  minInlineSize: 0,
  '@media': {
    [media.below768]: { gridTemplateColumns: '1fr auto', alignItems: 'center' },
    [media.from768]: {
      rowGap: space.hair,
      paddingInline: space.roomy,
      selectors: { '& + &': { borderInlineStart: between } },
    },
    [media.from960]: { paddingInline: space.part },
  },
})
export const sumTerm = softText
export const sumFigure = screen({})
insideScreen(`${sumFigure} > span`, { '@media': { [media.below768]: { fontSize: '1.25rem', lineHeight: '1.75rem' } } })
insideScreen(`${sumFigure} > span > span + span`, { '@media': { [media.below768]: { fontSize: '.875rem' } } })
export const sumNote = screen([faintText, { gridColumn: '1 / -1' }])
export const ofRows = screen({ '@media': { [media.below768]: { display: 'none' } } })
export const missingSums = screen([plainText, { paddingInline: space.roomy }])

export const ranges = screen({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'start',
  columnGap: space.base,
  rowGap: space.snug,
})

/** Placed after the <details>, because some browsers can't show content of a closed <details>. */
export const fold = screen({ '@media': { [media.from600]: { display: 'none' } } })
const folded = { [`${fold}:not([open]) ~ &`]: { '@media': { [media.below600]: { display: 'none' } } } }
export const presets = screen({ minInlineSize: 0, maxInlineSize: '100%', selectors: folded })
export const foldSummary = screen([foldHead, typography.label])
export const dates = screen({
  ...arranged.column,
  alignItems: 'start',
  gap: space.near,
  inlineSize: '100%',
  selectors: folded,
  '@media': {
    [media.from360]: { gridTemplateColumns: 'minmax(0, 1fr) auto minmax(0, 1fr)' },
    [media.from600]: { gridTemplateColumns: '10rem auto 10rem auto', inlineSize: 'auto' },
  },
})
export const dateBox = screen([
  input(),
  {
    minBlockSize: size.target,
    paddingBlock: space.tight,
    paddingInline: space.snug,
    '@media': { [media.from600]: { ...typography.label, fontWeight: 400 } },
  },
])
export const rangeSeparator = screen({
  ...typography.label,
  color: ink.faint,
  lineHeight: size.target,
  display: 'none',
  '@media': { [media.from360]: { display: 'block' } },
})
export const searchButton = screen({
  display: 'grid',
  gridColumn: '1 / -1',
  order: 1,
  '@media': { [media.from600]: { gridColumn: 'auto', order: 0 } },
})
export const dateError = screen({ gridColumn: '1 / -1' })

export const phoneOnly = screen({ whiteSpace: 'normal', '@media': { [media.from768]: { display: 'none' } } })

export const shortName = screen({ display: 'inline-block', inlineSize: 'max-content' })
export const secondLine = screen({ '@media': { [media.below768]: { ...typography.tiny } } })
export const figureName = screen([phoneOnly, faintText])

export const endOfList = screen([softText, { textAlign: 'center', paddingBlockStart: space.snug }])

export const fee = screen([faintText, { display: 'block' }])
export const picks = screen([fee, { whiteSpace: 'pre-line' }])
