import { nightPalette } from '~/ui/artwork/palettes'
import { button } from '~/ui/button/button.css'
import { unmarked } from '~/ui/fold.css'
import { arranged, insideScreen, screen } from '~/ui/layered'
import { stack } from '~/ui/layout/layout.css'
import { media, tokens } from '~/ui/tokens.css'

const { ink, radius, size, space } = tokens

export const besideScene = screen([
  stack,
  {
    '@media': {
      [media.from960]: {
        gridTemplateColumns: 'minmax(0, 28rem)',
        gridAutoColumns: 'minmax(0, 40rem)',
        gap: space.end,
        justifyContent: 'center',
      },
    },
  },
])

insideScreen(`${besideScene} form`, { gap: space.roomy })

export const scene = screen({
  inlineSize: '100%',
  blockSize: 'max(96px, min(15vh, 20vw))',
  objectFit: 'cover',
  borderRadius: radius.hero,
  background: `var(--hero-scene, ${nightPalette.background[1]})`,
  '@media': {
    [media.from960]: {
      gridArea: '1 / 2',
      blockSize: 'min(62vh, 40rem)',
      position: 'sticky',
      insetBlockStart: space.wide,
    },
  },
})

/** On a phone, the picture gives way to a message, and to the long form for a new password. */
insideScreen(
  `${besideScene}:has([role=alert], [role=status]:not(:empty), [aria-invalid=true], [name=pw_check]) > ${scene}`,
  {
    '@media': { [media.below960]: { display: 'none' } },
  },
)

export const picture = screen({ inlineSize: 'min(100%, 13rem)' })

export const code = screen({ fontFamily: 'monospace', overflowWrap: 'anywhere' })

export const summary = screen([
  unmarked,
  {
    ...arranged.row,
    justifyContent: 'space-between',
    gap: space.snug,
    minBlockSize: size.rowTwoLines,
    paddingBlock: space.near,
    color: ink.body,
  },
])

export const changeButton = button({ size: 'small' })
export const startButton = button({ variant: 'primary', size: 'small' })
