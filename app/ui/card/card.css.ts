import { arranged, component, typography } from '../layered'
import { media, tokens } from '../tokens.css'

const { radius, space, surface } = tokens

/** A surface. With forced colours, which remove its background, it has a border. */
export const panel = component({
  background: surface.panel,
  borderRadius: radius.card,
  '@media': { [media.forcedColors]: { border: '1px solid CanvasText' } },
})
export const card = component([
  panel,
  { padding: space.roomy, ...arranged.column, alignContent: 'start', gap: space.base, minInlineSize: 0 },
])

export const head = component({ ...arranged.spread, alignItems: 'baseline', gap: space.snug })

export const title = component({ ...typography.titleCard })
