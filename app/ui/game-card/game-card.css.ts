import { component, componentVariants, insideComponent, outlinePictureIn, typography } from '../layered'
import { media, openedPicture, tokens } from '../tokens.css'

const { accent, ink, radius, size, space, surface } = tokens

export const grid = component({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  columnGap: '10px',
  rowGap: space.base,
  '@media': {
    [media.from360]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
    [media.from600]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
    [media.from960]: { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))', columnGap: space.base, rowGap: space.roomy },
    [media.from1600]: { gridTemplateColumns: 'repeat(8, minmax(0, 1fr))' },
  },
})

export const item = component({
  position: 'relative',
  minInlineSize: 0,
  containerType: 'inline-size',
  scrollMarginBlock: size.bottomBar,
})
export const card = component({ display: 'block', color: ink.body, textDecoration: 'none' })

outlinePictureIn(card)
// The pressed game's picture becomes that of its launch page.
insideComponent(`${card}[data-pending] img`, { viewTransitionName: openedPicture })

/** Names shrink with their length and the card's width, to 13 px at least. They are never cut. */
export const name = componentVariants(
  { ...typography.small, fontWeight: 600, lineHeight: '1.1875rem', marginBlockStart: space.near },
  {
    upTo20: {},
    upTo25: { fontSize: 'clamp(0.8125rem, 12.6cqi, 0.875rem)', letterSpacing: '-.02em' },
    longer: { fontSize: 'clamp(0.8125rem, 10.6cqi, 0.875rem)', fontWeight: 500, letterSpacing: '-.04em' },
  },
)

export const subtitle = component({
  ...typography.tiny,
  color: ink.faint,
  position: 'relative',
  selectors: {
    '&::after': {
      position: 'absolute',
      insetBlockStart: 0,
      insetInlineStart: 0,
      content: "attr(data-open) / ''",
      color: accent.text,
      visibility: 'hidden',
    },
    [`${card}:focus-visible &`]: { visibility: 'hidden' },
    [`${card}:focus-visible &::after`]: { visibility: 'visible' },
  },
  '@media': {
    [media.hover]: {
      selectors: {
        [`${card}:hover &`]: { visibility: 'hidden' },
        [`${card}:hover &::after`]: { visibility: 'visible' },
      },
    },
  },
})
export const panel = component({
  display: 'grid',
  gridTemplateColumns: '4.5rem minmax(0, 1fr)',
  alignItems: 'center',
  columnGap: space.base,
  padding: space.near,
  paddingInlineEnd: space.base,
  borderRadius: radius.card,
  background: surface.panel,
  color: ink.body,
  textDecoration: 'none',
  '@media': {
    [media.hover]: { selectors: { '&:hover': { background: surface.raised } } },
    [media.forcedColors]: { border: '1px solid LinkText' },
  },
})
insideComponent(`${panel} > :first-child`, { gridRow: '1 / span 2' })
insideComponent(`${panel} > p`, { marginBlock: 0, alignSelf: 'end' })
insideComponent(`${panel} > p + p`, {
  display: 'flex',
  justifyContent: 'space-between',
  alignSelf: 'start',
  gap: space.near,
})
insideComponent(`${panel} > p + p::after`, { position: 'static', visibility: 'visible' })
/** A target of 44 px with a square of 28 px in the corner of the picture. */
export const heart = component({
  position: 'absolute',
  insetBlockStart: 0,
  insetInlineEnd: 0,
  display: 'grid',
  placeItems: 'center',
  inlineSize: size.target,
  blockSize: size.target,
  color: ink.body,
  isolation: 'isolate',
  selectors: {
    '&::before': {
      content: '',
      position: 'absolute',
      inset: space.near,
      inlineSize: '28px',
      blockSize: '28px',
      zIndex: -1,
      borderRadius: radius.control,
      background: surface.ground,
      opacity: 0.8,
    },
    '&[aria-pressed=true]': { color: accent.line },
  },
})
insideComponent(`${heart}[aria-pressed=true] > svg`, { fill: 'currentColor' })
