import { item, narrowGrid } from '../game-card/game-card.css'
import { arranged, component, fadingEnd, insideComponent, typography } from '../layered'
import { faintText, softText } from '../text.css'
import { media, tokens } from '../tokens.css'

const { ink, line, radius, size, space, surface, warn } = tokens

export const grid = component([
  narrowGrid,
  {
    '@media': {
      [media.from600]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', rowGap: space.roomy },
      [media.from960]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', columnGap: space.base, rowGap: space.part },
      [media.from1600]: { gridTemplateColumns: 'repeat(5, minmax(0, 1fr))' },
    },
  },
])

export const closed = component([item])
insideComponent(`${closed} img`, { opacity: 0.28 })

/** Shown on a picture, so the element needs `data-theme=dark` in both themes. */
export const closedBadge = component({
  ...typography.tiny,
  fontWeight: 600,
  position: 'absolute',
  insetBlockStart: space.near,
  insetInlineStart: space.near,
  display: 'inline-flex',
  alignItems: 'center',
  gap: space.tight,
  maxInlineSize: 'calc(100% - 12px)',
  paddingInline: space.tight,
  borderRadius: radius.badge,
  background: surface.ground,
  color: warn.ink,
})

// Hides the icon on phones, because the badge's text leaves no room for it in some languages.
insideComponent(`${closedBadge} > svg`, { flex: 'none', '@media': { [media.below600]: { display: 'none' } } })

export const name = component({ ...typography.titleCard, marginBlockStart: space.near })

export const closedName = component([name, { color: ink.soft }])
export const subtitle = faintText
export const kinds = softText

/**
 * One row of chips that scrolls sideways and fades out at its end. The padding prevents clipped focus rings. The scroll
 * padding brings a focused chip that is partly visible into view, which Chromium would not do.
 */
const rail = component({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'max-content',
  justifyContent: 'start',
  gap: space.near,
  overflowX: 'auto',
  scrollPaddingInline: '3rem',
  padding: space.tight,
  margin: `calc(-1 * ${space.tight})`,
  ...fadingEnd(space.wide),
  scrollbarWidth: 'none',
  '@media': { [media.hover]: { scrollbarWidth: 'thin', scrollbarColor: `${line.edge} transparent` } },
})
export const rails = {
  one: rail,
  two: component([rail, { '@media': { [media.from960]: { gridTemplateRows: 'repeat(2, auto)' } } }]),
}
export const chip = component({
  ...typography.label,
  ...arranged.row,
  gap: space.near,
  minBlockSize: size.target,
  paddingBlock: '6px',
  paddingInline: '6px 12px',
  borderRadius: radius.control,
  background: surface.panel,
  color: ink.body,
  textDecoration: 'none',
  '@media': {
    [media.hover]: { selectors: { '&:hover': { background: surface.raised } } },
    [media.forcedColors]: { border: '1px solid LinkText' },
  },
})
export const chipWithoutPicture = component([chip, { paddingInline: space.snug }])
export const square = component({ inlineSize: '32px', flex: 'none' })
