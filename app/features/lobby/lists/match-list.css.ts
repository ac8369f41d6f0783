import { insideScreen, screen, typography } from '~/ui/layered'
import { media, tokens } from '~/ui/tokens.css'

const { accent, ink, layer, line, radius, size, space, surface } = tokens

export const matches = screen({
  display: 'grid',
  gap: `${space.snug} ${space.wide}`,
  gridTemplateColumns: 'repeat(auto-fit, minmax(max(270px, 40%), 1fr))',
})
export const match = screen({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 2fr) minmax(12rem, 3fr)',
  alignContent: 'start',
  alignItems: 'center',
  gap: space.tight,
  paddingBlockEnd: space.snug,
  borderBlockEnd: `${size.hairline} solid ${line.hair}`,
})
insideScreen(`${match} > p`, { gridColumn: '1 / -1' })
export const teams = screen({ ...typography.label, color: ink.body, textDecoration: 'none' })
export const sides = screen({ display: 'grid', gridAutoFlow: 'column', gridAutoColumns: '1fr', gap: space.tight })
export const odds = screen({
  ...typography.label,
  display: 'grid',
  placeItems: 'center',
  alignContent: 'center',
  minBlockSize: size.target,
  border: `${size.hairline} solid ${line.edge}`,
  borderRadius: radius.control,
  background: surface.raised,
  color: ink.body,
  textDecoration: 'none',
})
insideScreen(`${odds}[aria-current]`, { borderColor: accent.line, boxShadow: `inset 0 0 0 1px ${accent.line}` })
insideScreen(`${odds}:hover`, { background: surface.pressed })
/** Sticks to the bottom edge of a phone's screen; from 768 px, beside the matches, to the top edge. */
export const slips = screen({
  position: 'sticky',
  insetBlock: `${space.near} calc(${size.bottomBar} + ${space.near})`,
  zIndex: layer.sticky,
  padding: space.snug,
  borderRadius: radius.card,
  background: surface.panel,
  maxBlockSize: '80vh',
  overflowY: 'auto',
})
// On a phone, the slips unfold upwards.
insideScreen(`${slips} summary::after`, { '@media': { [media.below768]: { scale: '1 -1' } } })
export const picks = screen({ flexBasis: '100%' })
insideScreen(`${picks} > table`, { inlineSize: '100%' })
insideScreen(`${picks} td:last-child`, { textAlign: 'end' })
