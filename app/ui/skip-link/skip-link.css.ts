import { arranged, component, typography } from '../layered'
import { tokens } from '../tokens.css'

const { accent, layer, radius, size, space } = tokens

export const skip = component({
  ...typography.body,
  fontWeight: 700,
  position: 'absolute',
  insetBlockStart: space.near,
  insetInlineStart: space.near,
  zIndex: layer.skipLink,
  ...arranged.row,
  minBlockSize: size.button,
  paddingInline: space.roomy,
  borderRadius: radius.control,
  background: accent.fill,
  color: accent.ink,
  textDecoration: 'none',
  selectors: { '&:not(:focus)': { clipPath: 'inset(50%)', inlineSize: '1px', overflow: 'hidden' } },
})
