import { wide } from '~/ui/game-card/game-card.css'
import { insideScreen, screen, typography } from '~/ui/layered'
import { tokens } from '~/ui/tokens.css'

const { radius, space } = tokens

export const marks = screen({ display: 'flex', flexWrap: 'wrap', gap: '6px 2px', marginBlock: space.tight })
/** A road ends with the newest result. */
export const road = screen([marks, { flexDirection: 'row-reverse', justifyContent: 'end' }])
/** On a card with a picture, the results are at its foot, so that all cards of a row are equally high. */
insideScreen(`${wide} ${marks}`, {
  position: 'absolute',
  insetBlockStart: 'calc(56.25cqi - 2rem)',
  insetInline: space.near,
  inlineSize: 'fit-content',
  blockSize: '1.5rem',
  overflow: 'hidden',
  padding: space.tight,
  borderRadius: radius.full,
  background: '#000',
})
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
