import { arranged, component } from '../layered'
import { media, tokens } from '../tokens.css'

const { size, space } = tokens

const column = component({ ...arranged.column, alignContent: 'start' })

export const pageSections = component([
  column,
  { gap: space.block, '@media': { [media.from960]: { gap: space.section } } },
])

export const stack = component([column, { gap: space.base }])

export const tightStack = component([column, { gap: space.near }])

export const twoColumns = component([
  column,
  {
    gap: space.block,
    '@media': { [media.from960]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', columnGap: space.wide } },
  },
])

export const formAndHelp = component([
  column,
  {
    alignItems: 'start',
    gap: space.block,
    '@media': { [media.from768]: { gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)', columnGap: space.wide } },
  },
])

export const prose = component([column, { gap: space.base, maxInlineSize: size.reading, whiteSpace: 'pre-line' }])

export const wrapRow = component({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space.near })

export const spreadRow = component({ ...arranged.spread, gap: space.snug })
