import { screen } from '~/ui/layered'
import { media } from '~/ui/media'
import { tokens } from '~/ui/tokens.css'
import { type } from '~/ui/type'

const { ink, space } = tokens

/** Eight in a row from 960 px; below it as many as fit and a piece of the next, which shows that there is more. */
export const row = screen({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: '6.25rem',
  columnGap: '10px',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  scrollSnapType: 'x proximity',
  // The rings of hover and focus are not cut off at the edge of what scrolls.
  padding: space.tight,
  margin: `calc(-1 * ${space.tight})`,
  '@media': {
    [media.from960]: {
      gridAutoFlow: 'row',
      gridTemplateColumns: 'repeat(8, minmax(0, 1fr))',
      columnGap: space.base,
      overflowX: 'visible',
    },
  },
})

/** Three in a row, six where there is room: two whole rows or one. */
export const six = screen({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  columnGap: '10px',
  rowGap: space.base,
  '@media': {
    [media.from600]: { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))' },
    [media.from960]: { columnGap: space.base },
  },
})

export const still = screen({ minInlineSize: 0, color: ink.soft })
export const dim = screen({ opacity: 0.28 })
export const name = screen({ ...type.small, fontWeight: 600, marginBlockStart: space.near })
