import { arranged, component, insideComponent, typography } from '../layered'
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
  { alignContent: 'center', justifyContent: 'start', justifyItems: 'start', textAlign: 'start', paddingBlock: 0 },
])

export const artwork = component({
  inlineSize: '88px',
  blockSize: '88px',
  overflow: 'hidden',
  borderRadius: radius.mark,
  marginBlockEnd: space.near,
})

export const besideArtwork = component({
  ...arranged.column,
  gap: space.base,
  '@media': { [media.from768]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: space.gap } },
})
export const pageArtwork = component({
  display: 'grid',
  '@media': {
    [media.below768]: { order: -1 },
    [media.from768]: { position: 'relative', minBlockSize: '50vh' },
  },
})
insideComponent(`${pageArtwork} img`, {
  blockSize: '7rem',
  objectPosition: 'right 15%',
  '@media': { [media.from768]: { position: 'absolute', inset: 0, blockSize: '100%', aspectRatio: 'auto' } },
})

export { title } from '../card/card.css'
export const pageTitle = component({ ...typography.titlePage, marginBlockEnd: space.near })
export const text = component([plainText, { maxInlineSize: '34rem' }])
export const ways = component({
  justifySelf: 'stretch',
  marginBlockStart: space.part,
  selectors: { '&:empty': { display: 'none' } },
})
export const action = component({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'inherit',
  gap: space.near,
  marginBlockStart: space.near,
})
insideComponent(`${action}:has(> :nth-child(4))`, {
  '@media': { [media.below600]: { display: 'grid', gridTemplateColumns: '1fr 1fr', justifySelf: 'stretch' } },
})
