import { component } from '../layered'
import { media } from '../media'
import { tokens } from '../tokens.css'
import { typography } from '../typography'

const { accent, ink, line, radius, size, space } = tokens

export const grid = component({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  columnGap: '10px',
  rowGap: space.base,
  '@media': {
    [media.from600]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
    [media.from960]: { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))', columnGap: space.base, rowGap: space.roomy },
    [media.from1600]: { gridTemplateColumns: 'repeat(8, minmax(0, 1fr))' },
  },
})

export const item = component({ minInlineSize: 0 })
export const card = component({ display: 'block', color: ink.body, textDecoration: 'none' })

export const picture = component({
  position: 'relative',
  borderRadius: radius.picture,
  '@media': {
    [media.hover]: {
      selectors: {
        [`${card}:hover &`]: { outline: `${size.ring} solid ${line.focus}`, outlineOffset: size.offset },
      },
    },
  },
})

export const badge = component({
  position: 'absolute',
  insetBlockStart: '6px',
  insetInlineStart: '6px',
  display: 'flex',
})

export const name = component({
  ...typography.small,
  fontWeight: 600,
  lineHeight: '1.1875rem',
  marginBlockStart: space.near,
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
})

/** Holds the provider and the action text in one place. Hover and focus show the action instead. */
export const subtitle = component({ ...typography.tiny, color: ink.faint, display: 'grid' })
const cell = component({ gridArea: '1 / 1', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })
export const provider = component([
  cell,
  {
    selectors: { [`${card}:focus-visible &`]: { visibility: 'hidden' } },
    '@media': { [media.hover]: { selectors: { [`${card}:hover &`]: { visibility: 'hidden' } } } },
  },
])
export const openLabel = component([
  cell,
  {
    color: accent.text,
    visibility: 'hidden',
    selectors: { [`${card}:focus-visible &`]: { visibility: 'visible' } },
    '@media': { [media.hover]: { selectors: { [`${card}:hover &`]: { visibility: 'visible' } } } },
  },
])
export const providerAlone = component([cell])
