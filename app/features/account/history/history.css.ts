import { arranged } from '~/ui/arranged'
import { input } from '~/ui/field/field.css'
import { screen } from '~/ui/layered'
import { media } from '~/ui/media'
import { tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'

const { ink, line, radius, size, space, surface } = tokens

export const historySection = screen({
  ...arranged.column,
  gap: space.part,
  '@media': { [media.from960]: { gap: space.wide } },
})

export const lead = screen({ ...typography.label, fontWeight: 400, color: ink.soft })

/** Totals side by side; on a phone each is a line with its figure at the end. */
export const sums = screen({
  ...arranged.column,
  background: surface.panel,
  borderRadius: radius.card,
  paddingBlock: space.near,
  '@media': {
    [media.from768]: { gridTemplateColumns: 'repeat(auto-fit, minmax(0, 1fr))', paddingBlock: space.roomy },
    [media.forcedColors]: { border: '1px solid CanvasText' },
  },
})

const between = `${size.hairline} solid ${line.hair}`

export const sum = screen({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gridTemplateAreas: '"term figure" "note figure"',
  alignItems: 'center',
  columnGap: space.snug,
  minInlineSize: 0,
  paddingBlock: space.snug,
  paddingInline: space.roomy,
  selectors: { '& + &': { borderBlockStart: between } },
  '@media': {
    [media.from768]: {
      gridTemplateColumns: 'minmax(0, 1fr)',
      gridTemplateAreas: '"term" "figure" "note"',
      alignContent: 'start',
      paddingBlock: 0,
      rowGap: space.hair,
      selectors: { '& + &': { borderBlockStart: 'none', borderInlineStart: between } },
    },
    [media.from960]: { paddingInline: space.part },
  },
})
/** Without a note the figure needs no second line. */
export const sumWithoutNote = screen([
  sum,
  {
    gridTemplateAreas: '"term figure"',
    '@media': { [media.from768]: { gridTemplateAreas: '"term" "figure"' } },
  },
])
export const sumTerm = screen({ ...typography.small, gridArea: 'term', color: ink.soft })
export const sumFigure = screen({ gridArea: 'figure' })
export const sumNote = screen({ ...typography.tiny, gridArea: 'note', color: ink.faint })
/** The sentence that replaces missing totals. */
export const missingSums = screen({ ...typography.label, fontWeight: 400, color: ink.soft, paddingInline: space.roomy })

/** Groups the tabs, the ranges and the list. */
export const listGroup = screen({ ...arranged.column, gap: space.base })

export const ranges = screen({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'start',
  columnGap: space.base,
  rowGap: space.snug,
})

/** The preset ranges scroll sideways where they do not fit; the page does not. */
export const presets = screen({ minInlineSize: 0, maxInlineSize: '100%' })

/** Two dates and a button in one line; on a phone the button is below them. */
export const dates = screen({
  ...arranged.column,
  alignItems: 'start',
  gap: space.near,
  inlineSize: '100%',
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
    fontVariantNumeric: 'tabular-nums',
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
/** The error of a date, below both date fields. */
export const dateError = screen({ gridColumn: '1 / -1' })

/** On a phone, shown after the date: what has a column of its own only in the wide table. */
export const phoneOnly = screen({ whiteSpace: 'normal', '@media': { [media.from768]: { display: 'none' } } })

export const nowrap = screen({ whiteSpace: 'nowrap' })
/** A figure in the second line of a row. */
export const secondLine = screen({ '@media': { [media.below768]: { ...typography.tiny } } })
export const figureName = screen([phoneOnly, { ...typography.tiny, color: ink.faint }])

export const endOfList = screen({
  ...typography.small,
  color: ink.faint,
  textAlign: 'center',
  paddingBlockStart: space.snug,
})

/** What is to be done about a transaction stays near its row's start on a wide screen. */
export const underWay = screen({ maxInlineSize: '36rem' })

/** Why a transaction was cancelled. */
export const reason = screen({ ...typography.small, color: ink.soft })

/** Below an amount: its fee and what arrives after it. */
export const fee = screen({ ...typography.tiny, display: 'block', color: ink.faint })
