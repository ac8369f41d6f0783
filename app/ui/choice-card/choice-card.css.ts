import { component, insideComponent, typography } from '../layered'
import { softText } from '../text.css'
import { media, tokens } from '../tokens.css'

const { accent, bad, ink, line, radius, size, space, surface } = tokens

export const group = component({ display: 'grid', gap: space.near, minInlineSize: 0, scrollMargin: space.base })
export const legend = component({ ...typography.label, display: 'block', marginBlockEnd: space.near })
export const hint = softText
export const cards = component({ display: 'grid', gap: space.near })
export const cardsInRow = component([cards, { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }])
export const cardsInWideRow = component([
  cards,
  { '@media': { [media.from960]: { gridTemplateColumns: 'repeat(auto-fit, minmax(10rem, 1fr))' } } },
])

const inWideRow = `${cardsInWideRow} &`

export const card = component({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignContent: 'center',
  alignItems: 'center',
  columnGap: space.snug,
  minBlockSize: '64px',
  paddingBlock: space.snug,
  paddingInline: space.base,
  border: `${size.hairline} solid ${line.edge}`,
  borderRadius: radius.control,
  cursor: 'pointer',
  selectors: {
    '&:has(:checked)': { borderColor: accent.line },
    '&:has(:focus-visible)': { outline: `${size.ring} solid ${line.focus}`, outlineOffset: size.ring },
    [inWideRow]: {
      '@media': {
        [media.from960]: {
          gridTemplateColumns: 'minmax(0, 1fr) auto',
          alignContent: 'start',
          paddingInline: space.snug,
        },
      },
    },
  },
  '@media': {
    [media.hover]: { selectors: { '&:hover': { background: surface.raised } } },
    [media.forcedColors]: { selectors: { '&:has(:checked)': { borderColor: 'Highlight', borderWidth: '2px' } } },
  },
})

export const invalidCard = component([card, { borderColor: bad.ink }])

export const radio = component({
  appearance: 'none',
  alignSelf: 'start',
  marginBlockStart: '3px',
  inlineSize: '20px',
  blockSize: '20px',
  border: `1.5px solid ${line.field}`,
  borderRadius: radius.full,
  background: surface.field,
  cursor: 'pointer',
  outline: 'none',
  selectors: {
    '&:checked': { border: `6px solid ${accent.line}` },
    // In a narrow card, the text gets the full width, and the button is at the end of its first line.
    [inWideRow]: { '@media': { [media.from960]: { gridArea: '1 / 2' } } },
  },
  '@media': { [media.forcedColors]: { appearance: 'auto' } },
})

export const name = component({ ...typography.body, fontWeight: 700, minInlineSize: 0 })
export const end = component({
  ...typography.small,
  color: ink.soft,
  selectors: { [inWideRow]: { '@media': { [media.from960]: { gridColumn: '1 / -1' } } } },
})
/** Facts are in one line. In a narrow card, each has its own. */
export const below = component({
  ...typography.tiny,
  color: ink.faint,
  gridColumn: '2 / -1',
  selectors: { [inWideRow]: { '@media': { [media.from960]: { gridColumn: '1 / -1', display: 'grid' } } } },
})
insideComponent(`${below} > span + span::before`, { content: '"· "' })
insideComponent(`${cardsInWideRow} span + span::before`, { '@media': { [media.from960]: { content: 'none' } } })
