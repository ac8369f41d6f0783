import { arranged } from '~/ui/arranged'
import { screen } from '~/ui/layered'
import { media } from '~/ui/media'
import { tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'

const { ink, line, radius, size, space, surface } = tokens

/** The document, and beside it from 768 px where it stands. */
export const page = screen({
  ...arranged.column,
  gap: space.roomy,
  '@media': {
    [media.from768]: {
      gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 4fr)',
      columnGap: space.part,
      alignItems: 'start',
    },
    [media.from960]: { gridTemplateColumns: 'minmax(0, 32rem) minmax(18rem, 1fr)' },
  },
})
export const back = screen({ gridColumn: '1 / -1', '@media': { print: { display: 'none' } } })
/** Where it stands comes first on a phone while it waits for the member, and always stands at the end of a wide screen. */
export const now = screen({
  minInlineSize: 0,
  '@media': { [media.from768]: { gridColumn: 2, gridRow: 2 }, print: { display: 'none' } },
})

export const paper = screen({
  ...arranged.column,
  background: surface.panel,
  borderRadius: radius.card,
  paddingInline: space.roomy,
  minInlineSize: 0,
  '@media': {
    [media.from768]: { gridColumn: 1, gridRow: 2, paddingInline: space.wide },
    [media.from960]: { paddingInline: space.gap },
    [media.forcedColors]: { border: '1px solid CanvasText' },
    print: { border: `${size.hairline} solid ${line.edge}`, maxInlineSize: '32rem' },
  },
})
const wideScreen = { '@media': { [media.from768]: { paddingBlock: space.wide } } } as const
const part = {
  paddingBlock: space.roomy,
  borderBlockStart: `${size.hairline} dashed ${line.edge}`,
  ...wideScreen,
} as const
export const head = screen({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'end',
  gap: space.snug,
  paddingBlock: space.roomy,
  ...wideScreen,
})
export const issuer = screen({ ...typography.small, color: ink.soft })
export const title = screen(typography.titlePart)
/** A number to read out or copy. */
export const number = screen({ ...typography.label, fontWeight: 700, userSelect: 'all', overflowWrap: 'anywhere' })
/** The sum with its badge at the end. */
export const sum = screen({
  ...part,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  justifyContent: 'space-between',
  gap: space.snug,
})
export const rows = screen(part)
