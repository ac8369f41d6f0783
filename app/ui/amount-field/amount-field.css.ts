import { arranged } from '../arranged'
import { component } from '../layered'
import { media } from '../media'
import { tokens } from '../tokens.css'
import { typography } from '../typography'

const { accent, ink, line, radius, size, space, surface } = tokens

export const amount = component({ display: 'grid', gap: space.near, minInlineSize: 0 })

export const unit = component({
  position: 'absolute',
  insetBlock: 0,
  insetInlineEnd: space.base,
  ...arranged.row,
  fontWeight: 500,
  color: ink.soft,
  pointerEvents: 'none',
})

export const chips = component({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 5.25rem), 1fr))',
  gap: space.near,
  marginBlockStart: space.tight,
  '@media': { [media.from360]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } },
})

export const chip = component({
  ...typography.label,
  fontWeight: 700,
  minBlockSize: size.target,
  paddingInline: space.tight,
  border: `${size.hairline} solid transparent`,
  borderRadius: radius.control,
  background: surface.raised,
  textAlign: 'center',
  whiteSpace: 'nowrap',
  selectors: { '&:active': { background: surface.pressed } },
  '@media': {
    [media.hover]: { selectors: { '&:hover': { background: surface.pressed } } },
    [media.forcedColors]: { borderColor: 'ButtonText' },
  },
})

export const suggestions = component({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space.near })
export const suggestionsLabel = component({ ...typography.small, color: ink.soft })
export const suggestion = component([
  chip,
  {
    ...typography.small,
    fontWeight: 700,
    paddingInline: space.snug,
    borderColor: line.edge,
    background: 'transparent',
    fontVariantNumeric: 'tabular-nums',
  },
])

export const actions = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: space.near,
  minBlockSize: size.target,
})

export const chipsHint = component({ ...typography.tiny, color: ink.faint, marginInlineEnd: 'auto' })

export const clear = component({
  ...typography.small,
  color: accent.text,
  minBlockSize: size.target,
  minInlineSize: size.target,
  paddingInline: space.tight,
  textAlign: 'center',
  textDecoration: 'underline',
  textDecorationThickness: '1px',
  textUnderlineOffset: '.25em',
})
