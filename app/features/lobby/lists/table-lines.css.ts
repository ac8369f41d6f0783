import { insideScreen, screen, typography } from '~/ui/layered'
import { stack } from '~/ui/layout/layout.css'
import { tokens } from '~/ui/tokens.css'

const { radius, space, surface } = tokens

export const tables = screen([
  stack,
  { gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 18rem), 1fr))', gridAutoRows: '1fr' },
])
export const table = screen({
  blockSize: '100%',
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gridAutoFlow: 'column',
  alignItems: 'center',
  gap: space.near,
  padding: space.near,
  borderRadius: radius.card,
  background: surface.panel,
})
insideScreen(`${table} img`, { inlineSize: '3.5rem' })
export const marks = screen({ display: 'flex', flexWrap: 'wrap', gap: '2px', marginBlock: space.tight })
/** In both themes, results have the colours of the game's table. This background is for black results. */
export const mark = screen({
  ...typography.micro,
  display: 'grid',
  placeItems: 'center',
  flex: '0 0 1rem',
  aspectRatio: '1',
  borderRadius: radius.full,
  background: '#3b4a52',
  color: '#fff',
})
export const tones = {
  blue: screen({ background: '#1c5b97' }),
  red: screen({ background: '#b3243a' }),
  green: screen({ background: '#0c6b4a' }),
  black: '',
} as const
