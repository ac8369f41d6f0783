import { arranged, component, typography } from '../layered'
import { media, tokens } from '../tokens.css'

const { radius, space, surface } = tokens

export const card = component({
  background: surface.panel,
  borderRadius: radius.card,
  padding: space.roomy,
  ...arranged.column,
  alignContent: 'start',
  gap: space.base,
  minInlineSize: 0,
  '@media': { [media.forcedColors]: { border: '1px solid CanvasText' } },
})

export const head = component({
  ...arranged.spread,
  alignItems: 'baseline',
  gap: space.snug,
})

export const title = component({ ...typography.titleCard })
