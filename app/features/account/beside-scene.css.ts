import { arranged } from '~/ui/arranged'
import { nightPalette } from '~/ui/artwork/palettes'
import { screen } from '~/ui/layered'
import { media } from '~/ui/media'
import { tokens } from '~/ui/tokens.css'

const { radius, size, space } = tokens

/** From 960 px a picture of the brand stands beside the form. */
export const page = screen({
  ...arranged.column,
  '@media': { [media.from960]: { gridTemplateColumns: `minmax(0, ${size.dialog}) minmax(0, 1fr)`, gap: space.end } },
})

/** The hero's scene, dark in both themes. It keeps its shape beside a long form and stays in view. */
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
