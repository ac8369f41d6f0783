import { nightPalette } from '~/ui/artwork/palettes'
import { button } from '~/ui/button/button.css'
import { arranged, screen, typography } from '~/ui/layered'
import { media, tokens } from '~/ui/tokens.css'

const { ink, radius, space, surface } = tokens

export const besideScene = screen({
  ...arranged.column,
  gap: space.base,
  '@media': {
    [media.from960]: {
      gridTemplateColumns: 'minmax(0, 28rem)',
      gridAutoColumns: 'minmax(0, 42.5rem)',
      gridAutoFlow: 'column',
      justifyContent: 'center',
      gap: space.end,
    },
  },
})

export const scene = screen({
  order: -1,
  inlineSize: '100%',
  blockSize: 'clamp(96px, 26vw, 12rem)',
  objectFit: 'cover',
  borderRadius: radius.hero,
  background: `var(--hero-scene, ${nightPalette.background[1]})`,
  '@media': {
    [media.from960]: {
      order: 0,
      blockSize: '18rem',
      minBlockSize: 'min(100%, 40rem)',
      position: 'sticky',
      insetBlockStart: space.wide,
    },
  },
})

export const picture = screen({ inlineSize: 'min(100%, 13rem)' })

export const code = screen({ fontFamily: 'monospace', overflowWrap: 'anywhere' })

export const summary = screen({
  ...typography.label,
  fontWeight: 400,
  ...arranged.row,
  justifyContent: 'space-between',
  gap: space.snug,
  paddingBlock: space.near,
  color: ink.soft,
  cursor: 'pointer',
  listStyle: 'none',
  borderRadius: radius.control,
  selectors: { '&::-webkit-details-marker': { display: 'none' } },
})

export const changeButton = screen([
  button({ variant: 'line', size: 'small' }),
  {
    selectors: { 'details[open] &': { background: surface.raised } },
    '@media': { [media.hover]: { selectors: { 'summary:hover &': { background: surface.raised } } } },
  },
])
