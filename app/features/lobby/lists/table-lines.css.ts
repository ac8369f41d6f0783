import { screen, typography } from '~/ui/layered'
import { tokens } from '~/ui/tokens.css'

const { radius, space } = tokens

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
