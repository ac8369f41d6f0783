import { arranged, component, insideComponent, typography } from '../layered'
import { moreLink } from '../text.css'
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

/** A link as high as a target lowers no title. */
insideComponent(`${head} > ${moreLink}`, { marginBlock: `calc(-1 * ${space.snug})` })

export const title = component({ ...typography.titleCard })
