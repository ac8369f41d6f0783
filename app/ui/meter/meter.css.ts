import { arranged, component, typography } from '../layered'
import { tightStack } from '../layout/layout.css'
import { media, tokens } from '../tokens.css'

const { ink, radius, space, surface, warn } = tokens

export const meter = tightStack
export const head = component({
  ...typography.small,
  ...arranged.spread,
  alignItems: 'baseline',
  columnGap: space.snug,
})
export const label = component({ color: ink.soft })
export const figures = component({ fontWeight: 600, color: ink.body, marginInlineStart: 'auto' })
export const track = component({
  display: 'block',
  inlineSize: '100%',
  blockSize: '8px',
  borderRadius: radius.full,
  background: surface.pressed,
  color: ink.body,
  overflow: 'hidden',
  '@media': { [media.forcedColors]: { border: '1px solid CanvasText', color: 'CanvasText' } },
})
export const full = component({ color: warn.ink, '@media': { [media.forcedColors]: { color: 'CanvasText' } } })
