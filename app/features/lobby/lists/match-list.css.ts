import { arranged, insideScreen, screen, typography } from '~/ui/layered'
import { media, tokens } from '~/ui/tokens.css'

const { ink, line, radius, size, space, surface } = tokens

export const matches = screen({
  display: 'grid',
  gap: space.near,
  '@media': { [media.from768]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})

export const match = screen({
  display: 'grid',
  paddingBlock: space.snug,
  paddingInline: space.base,
  borderRadius: radius.card,
  background: surface.panel,
  color: ink.body,
  textDecoration: 'none',
})
const outline = `${size.ring} solid ${line.focus}`
insideScreen(`${match}:active`, { outline })
insideScreen(`${match}:hover`, { '@media': { [media.hover]: { outline } } })

export const about = screen({ ...typography.tiny, ...arranged.ellipsis, color: ink.soft })
export const teams = screen({ ...typography.titleCard, overflowWrap: 'anywhere' })
export const odds = screen({ display: 'flex', gap: space.base })
/** Figures to read only: bets are placed on the slip. */
export const side = screen({
  ...typography.label,
  flex: 1,
  display: 'flex',
  gap: space.near,
  fontWeight: 400,
  color: ink.soft,
  fontVariantNumeric: 'tabular-nums',
})
