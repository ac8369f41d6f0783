import { component } from '../layered'
import { media } from '../media'
import { tokens } from '../tokens.css'

const { size, space } = tokens

const column = component({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start' })

/** The parts of a page, one under the other: 28 apart on a phone, 48 from 960 px. */
export const parts = component([column, { gap: space.block, '@media': { [media.from960]: { gap: space.section } } }])

/** What belongs to one part: 16 apart. */
export const stack = component([column, { gap: space.base }])

/** A title and what it names: 8 apart. */
export const near = component([column, { gap: space.near }])

/** Two columns from 960 px, as wide as each other. */
export const halves = component([
  column,
  {
    gap: space.block,
    '@media': { [media.from960]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', columnGap: space.wide } },
  },
])

/** A form of 560 at the start and what goes with it beside, from 1200 px. */
export const formAndAside = component([
  column,
  {
    gap: space.block,
    '@media': {
      [media.from1200]: { gridTemplateColumns: `minmax(0, ${size.form}) minmax(0, 1fr)`, columnGap: space.section },
    },
  },
])

/** Text to be read: no wider than 68 signs. */
export const reading = component([column, { gap: space.base, maxInlineSize: size.reading, whiteSpace: 'pre-line' }])

/** Things in a line that wraps. */
export const line = component({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space.near })
