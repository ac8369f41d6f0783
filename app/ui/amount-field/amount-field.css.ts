import { innerButton } from '../field/field.css'
import { arranged, component, insideComponent, typography } from '../layered'
import { softText } from '../text.css'
import { media, tokens } from '../tokens.css'

const { accent, ink, line, radius, size, space, surface, text } = tokens

export const amount = component({ display: 'grid', gap: space.near, minInlineSize: 0 })

export const available = component({ ...arranged.spread, alignItems: 'end', gap: space.near })

export const labelRow = component({
  ...typography.small,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: space.base,
  selectors: { '* + &': { marginBlockStart: space.snug } },
})
// The margin is negative, because the link's touch target is taller than its line of text.
insideComponent(`${labelRow} > a`, { marginBlock: `calc((${text.small.line} - ${size.target}) / 2)` })
export const end = component({
  position: 'absolute',
  insetBlock: 0,
  insetInlineEnd: space.base,
  ...arranged.row,
  gap: space.near,
  pointerEvents: 'none',
})
export const unit = component({ fontWeight: 500, color: ink.soft })
export const clear = component([
  innerButton,
  { pointerEvents: 'auto', selectors: { 'input:placeholder-shown + * > &': { visibility: 'hidden' } } },
])

/** Chips have equal widths, three in a row or, where there is room, all. They wrap earlier if their texts are large. */
export const chips = component({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space.near })
insideComponent(`${chips} > *`, { flex: '1 0 28%', '@media': { [media.from1200]: { flexBasis: '12%' } } })

export const chip = component({
  ...typography.label,
  fontWeight: 700,
  minBlockSize: size.target,
  paddingInline: space.tight,
  // In the light theme, the chip's background is close to the page's, so the chip needs a border.
  border: `${size.hairline} solid ${line.hair}`,
  borderRadius: radius.control,
  background: surface.raised,
  textAlign: 'center',
  selectors: {
    '&:active:enabled': { background: surface.pressed },
    '&:disabled': { cursor: 'auto', color: ink.faint, background: 'none' },
    '&[aria-pressed=true]': { borderColor: ink.body, background: surface.pressed },
  },
  '@media': {
    // Only the border changes, because a lighter surface means that the amount is chosen.
    [media.hover]: { selectors: { '&:hover:enabled': { borderColor: line.edge } } },
    [media.forcedColors]: { borderColor: 'ButtonText' },
  },
})

export const smallText = softText
export const suggestion = component([chip, { borderColor: accent.line }])
