import { arranged } from '~/ui/arranged'
import { nightPalette } from '~/ui/artwork/palettes'
import { screen } from '~/ui/layered'
import { media } from '~/ui/media'
import { tokens } from '~/ui/tokens.css'

const { radius, size, space } = tokens

export const page = screen({
  ...arranged.column,
  '@media': { [media.from960]: { gridTemplateColumns: `minmax(0, ${size.dialog}) minmax(0, 1fr)`, gap: space.end } },
})

export const picture = screen({
  display: 'none',
  '@media': {
    [media.from960]: {
      display: 'block',
      inlineSize: '100%',
      blockSize: '32rem',
      position: 'sticky',
      insetBlockStart: space.wide,
      objectFit: 'cover',
      borderRadius: radius.hero,
      background: `var(--hero-scene, ${nightPalette.background[1]})`,
    },
  },
})
