import { screen, typography } from '~/ui/layered'
import { media, tokens } from '~/ui/tokens.css'

const { radius, space, surface } = tokens

export const tables = screen({
  display: 'grid',
  gap: space.near,
  '@media': {
    [media.from768]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
})
export const table = screen({
  display: 'flex',
  alignItems: 'center',
  gap: space.snug,
  padding: space.near,
  borderRadius: radius.card,
  background: surface.panel,
})
export const picture = screen({ display: 'flex', flex: 'none', inlineSize: '64px' })
export const about = screen({ flex: 1, minInlineSize: 0 })
export const marks = screen({
  display: 'grid',
  gridTemplateColumns: 'repeat(12, minmax(0, 1.5rem))',
  gap: '2px',
})
export const mark = screen({
  ...typography.micro,
  display: 'grid',
  placeItems: 'center',
  aspectRatio: '1',
  borderRadius: radius.full,
  color: '#fff',
  fontStyle: 'normal',
})
/** As on the tables themselves, in both themes. */
export const tones = {
  blue: screen({ background: '#1c5b97' }),
  red: screen({ background: '#b3243a' }),
  green: screen({ background: '#0c6b4a' }),
  black: screen({ background: '#1b242a' }),
} as const
