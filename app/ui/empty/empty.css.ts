import { arranged, component, typography } from '../layered'
import { plainText } from '../text.css'
import { media, tokens } from '../tokens.css'

const { radius, space } = tokens

export const empty = component({
  ...arranged.column,
  justifyContent: 'center',
  justifyItems: 'center',
  textAlign: 'center',
  gap: space.near,
  paddingBlock: space.gap,
})
export const emptyPage = component([
  empty,
  { justifyContent: 'start', justifyItems: 'start', textAlign: 'start', paddingBlock: `0 ${space.near}` },
])
export const inCard = component([emptyPage, { paddingBlock: 0 }])

export const artwork = component({
  inlineSize: '88px',
  blockSize: '88px',
  overflow: 'hidden',
  borderRadius: radius.mark,
  marginBlockEnd: space.near,
})

export const pageArtwork = component({
  overflow: 'hidden',
  borderRadius: radius.mark,
  inlineSize: '96px',
  order: -1,
  '@media': { [media.from768]: { inlineSize: '20rem', order: 0 } },
})
export const besideArtwork = component({
  ...arranged.column,
  alignItems: 'center',
  gap: space.near,
  '@media': { [media.from768]: { gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: space.gap } },
})
export { title } from '../card/card.css'
export const pageTitle = component({ ...typography.titlePage, marginBlockEnd: space.near })
export const text = component([plainText, { maxInlineSize: '34rem' }])
export const ways = component({
  gridColumn: '1 / -1',
  justifySelf: 'stretch',
  marginBlockStart: space.part,
  selectors: { '&:has(> :empty)': { display: 'none' } },
})
export const action = component({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'inherit',
  gap: space.near,
  marginBlockStart: space.near,
})
