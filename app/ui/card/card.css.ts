import { component } from '../layered'
import { media } from '../media'
import { tokens } from '../tokens.css'
import { typography } from '../typography'

const { radius, space, surface } = tokens

export const card = component({
  background: surface.panel,
  borderRadius: radius.card,
  padding: space.roomy,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: space.base,
  minInlineSize: 0,
  '@media': { [media.forcedColors]: { border: '1px solid CanvasText' } },
})

export const cards = {
  normal: card,
  /** In a panel or drawer, whose background is the card's normal one. */
  sunk: component([card, { background: surface.ground }]),
  small: component([card, { padding: space.base, borderRadius: radius.control }]),
}

export const head = component({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space.snug,
  flexWrap: 'wrap',
})

export const title = component({ ...typography.titleCard })
