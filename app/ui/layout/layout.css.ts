import { arranged } from '../arranged'
import { component } from '../layered'
import { media } from '../media'
import { tokens } from '../tokens.css'

const { size, space } = tokens

const column = component({ ...arranged.column, alignContent: 'start' })

/** Sections of a page: 28 px apart, 48 px from a width of 960 px. */
export const pageSections = component([
  column,
  { gap: space.block, '@media': { [media.from960]: { gap: space.section } } },
])

/** Content of one section: 16 px apart. */
export const stack = component([column, { gap: space.base }])

/** A title and its content: 8 px apart. */
export const tightStack = component([column, { gap: space.near }])

/** Two equal columns from a width of 960 px. */
export const twoColumns = component([
  column,
  {
    gap: space.block,
    '@media': { [media.from960]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', columnGap: space.wide } },
  },
])

/** A form or document, and what helps with it: beside it from 768 px. */
export const formAndHelp = component([
  column,
  {
    alignItems: 'start',
    gap: space.block,
    '@media': { [media.from768]: { gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)', columnGap: space.wide } },
  },
])

/** Running text, at most 68 characters wide. */
export const prose = component([column, { gap: space.base, maxInlineSize: size.reading, whiteSpace: 'pre-line' }])

/** Items in a row that wraps. */
export const wrapRow = component({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space.near })

/** What stands at both ends of a row that wraps. */
export const spreadRow = component({
  ...arranged.row,
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: space.snug,
})
