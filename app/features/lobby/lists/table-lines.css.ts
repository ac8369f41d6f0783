import { insideScreen, screen, typography } from '~/ui/layered'
import { media, tokens } from '~/ui/tokens.css'

const { radius, space } = tokens

export const results = screen({ rowGap: 0, marginBlock: space.tight })
export const marks = screen({ display: 'flex', flexWrap: 'wrap', gap: '6px 2px' })
/** A road ends with the newest result. */
export const road = screen([marks, { flexDirection: 'row-reverse', justifyContent: 'end' }])
insideScreen(`a ${marks}`, { blockSize: '1.25rem', overflow: 'hidden' })
// A phone's card has room for the beads only. The line above the cards names them.
insideScreen(`a span:has(+ ${marks})`, { '@media': { [media.below600]: { display: 'none' } } })
/** In both themes, results have the colours of the game's table. This background is for black results. */
export const mark = screen({
  ...typography.tiny,
  display: 'grid',
  placeItems: 'center',
  flex: '0 0 1.25rem',
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
