import { arranged } from '../arranged'
import { component, insideComponent } from '../layered'
import { media } from '../media'
import { plainText } from '../text.css'
import { tokens } from '../tokens.css'
import { typography } from '../typography'

const { radius, space } = tokens

export const empty = component({
  ...arranged.column,
  justifyItems: 'center',
  textAlign: 'center',
  gap: space.near,
  paddingBlock: space.gap,
})
/** A page that shows nothing else: its title stands where those of other pages do. */
export const emptyPage = component([empty, { justifyItems: 'start', textAlign: 'start', paddingBlockStart: 0 }])
export const inCard = component([emptyPage, { paddingBlock: 0 }])

export const artwork = component({
  inlineSize: '88px',
  blockSize: '88px',
  overflow: 'hidden',
  borderRadius: radius.provider,
  marginBlockEnd: space.near,
})

/** On a wide screen the picture of a page that shows nothing else stands beside the text. */
export const pageArtwork = component([
  artwork,
  {
    '@media': {
      [media.from768]: {
        inlineSize: '20rem',
        blockSize: '20rem',
        gridColumn: 2,
        gridRow: '1 / span 6',
      },
    },
  },
])
export const besideArtwork = component([
  emptyPage,
  {
    '@media': {
      [media.from768]: {
        gridTemplateColumns: 'minmax(0, 34rem) auto',
        columnGap: space.gap,
        alignContent: 'start',
      },
    },
  },
])
insideComponent(`${pageArtwork} > img`, { '@media': { [media.from768]: { blockSize: '100%' } } })
export const title = component(typography.titleCard)
export const pageTitle = component(typography.titlePage)
export const text = component([plainText, { maxInlineSize: '34rem' }])
export const action = component({ display: 'flex', flexWrap: 'wrap', gap: space.near, marginBlockStart: space.near })
