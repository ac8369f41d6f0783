import type { StyleRule } from '@vanilla-extract/css'
import { arranged } from '~/ui/arranged'
import { nightPalette } from '~/ui/artwork/palettes'
import { foldChevron } from '~/ui/fold'
import { insideScreen, screen } from '~/ui/layered'
import { stack, twoColumns } from '~/ui/layout/layout.css'
import { media } from '~/ui/media'
import { tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'

const { ink, line, radius, size, space, surface } = tokens

/**
 * A member's phone shows what they came for first: games, rooms, notices, then the jackpot. Wider pages and visitors begin
 * with the hero. A panel without a place of its own, such as a receipt, stays before all of them.
 */
export const launcher = screen({
  '@media': {
    [media.below600]: { gap: space.snug, readingFlow: 'grid-order', marginBlockStart: `calc(-1 * ${space.near})` },
  },
})
export const visitorHome = screen({ '@media': { [media.below600]: { gap: space.base } } })

function placeOnPhone(order: number): StyleRule {
  return { '@media': { [media.below600]: { selectors: { [`${launcher} &`]: { order } } } } }
}

/** A heading with a rail. */
export const rail = screen([stack, { '@media': { [media.below600]: { gap: 0 } } }, placeOnPhone(1)])

/** Cards in a row that scrolls sideways to the edges of a phone, four whole ones at 360 px; six per row from 600 px. */
export const railCards = screen({
  display: 'grid',
  gridTemplateColumns: 'repeat(6, minmax(0, 1fr))',
  columnGap: '10px',
  '@media': {
    [media.below600]: {
      gridTemplateColumns: 'none',
      gridAutoFlow: 'column',
      gridAutoColumns: 'max(4.5rem, 20vw)',
      columnGap: space.near,
      overflowX: 'auto',
      overscrollBehaviorX: 'contain',
      scrollbarWidth: 'none',
      scrollSnapType: 'x proximity',
      // A focused card comes into view even where a little of it already shows.
      scrollPaddingInline: `${space.base} 3rem`,
      // The block padding keeps the rings of hover and focus from being clipped by the scrolling box.
      padding: `${space.tight} ${space.base}`,
      margin: `calc(-1 * ${space.tight}) calc(-1 * ${space.base})`,
    },
    [media.from960]: { columnGap: space.base },
  },
})
insideScreen(`${railCards} > li`, { scrollSnapAlign: 'start' })
// A phone's rail has room for long words, but not for the provider under the name.
insideScreen(`${railCards} p`, {
  '@media': {
    [media.below600]: { fontSize: tokens.text.tiny.size, lineHeight: '1.125rem', letterSpacing: '-.02em' },
  },
})
insideScreen(`${railCards} p + p`, { '@media': { [media.below600]: { display: 'none' } } })

export const noGames = screen({ ...typography.label, fontWeight: 400, color: ink.soft })

const bandBlockSize = '7.25rem'
const wideBandBlockSize = '11.25rem'
/** The whole scene, which is half as wide. A least height and a ratio would make it wider than the page. */
const wholeScene = { aspectRatio: '1600 / 352', maxInlineSize: '100%' }
/** Percent of the band. */
const sceneInlineSize = 35

/**
 * Dark in both themes, in the colours of its picture, which a brand may set. On a phone a band with the picture at its
 * end; from 600 px the picture is behind the text.
 */
export const hero = screen([
  {
    position: 'relative',
    containerType: 'inline-size',
    ...arranged.column,
    overflow: 'hidden',
    borderRadius: radius.hero,
    background: `var(--hero-ground, ${nightPalette.background[0]})`,
    color: ink.body,
    '@media': {
      [media.from600]: {
        gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
        alignItems: 'center',
        minBlockSize: '300px',
        selectors: { [`${launcher} &`]: { minBlockSize: wideBandBlockSize, ...wholeScene } },
      },
      [media.from960]: {
        minBlockSize: '280px',
        ...wholeScene,
      },
      [media.forcedColors]: { border: '1px solid CanvasText' },
    },
  },
  placeOnPhone(5),
])

export const scene = screen({
  position: 'absolute',
  insetBlockStart: 0,
  insetInlineEnd: 0,
  inlineSize: `${sceneInlineSize}%`,
  blockSize: '100%',
  '@media': {
    // A visitor's band is higher by its link, and the gate wider.
    [media.below600]: { selectors: { [`${visitorHome} &`]: { inlineSize: '42%' } } },
    [media.from600]: { inlineSize: '100%' },
  },
})
export const scenePicture = screen({
  inlineSize: '100%',
  blockSize: '100%',
  objectFit: 'cover',
  // The gate rather than the moon.
  objectPosition: '85% 50%',
  background: `var(--hero-scene, ${nightPalette.background[1]})`,
  '@media': {
    [media.below600]: { selectors: { [`${visitorHome} &`]: { objectPosition: '81% 50%' } } },
    [media.from600]: { objectPosition: '50% 50%' },
  },
})

export const heroText = screen({
  position: 'relative',
  ...arranged.column,
  '@media': {
    [media.below600]: {
      alignContent: 'center',
      minBlockSize: bandBlockSize,
      inlineSize: `${100 - sceneInlineSize}%`,
      paddingBlock: space.near,
      paddingInlineStart: space.base,
    },
    [media.from600]: { padding: space.part },
    [media.from960]: {
      padding: space.gap,
      paddingInlineEnd: space.base,
      selectors: { [`${launcher} &`]: { paddingBlock: space.base } },
    },
  },
})
/** The title over a jackpot figure: small, because the figure is the largest element. */
export const heroLabel = screen({ ...typography.label, '@media': { [media.below600]: typography.tiny } })
export const heroTitle = screen({ ...typography.titlePage, '@media': { [media.below600]: typography.titleCard } })
/**
 * The size of a figure that fits beside the picture.
 *
 * @param phoneEms its width with its unit, wideEms without: on a wide page the unit may overlap the picture's calm edge.
 */
function figureBesidePicture({ phoneEms, wideEms }: { phoneEms: number; wideEms: number }): StyleRule {
  const { size: figureSize, line: lineHeight } = tokens.text.figureHero
  return {
    '@media': {
      [media.below600]: {
        vars: {
          [figureSize]: `min(2rem, calc((${100 - sceneInlineSize}cqi - 1.125rem) / ${phoneEms}))`,
          [lineHeight]: '2.25rem',
        },
      },
      [media.from600]: { vars: { [figureSize]: `min(3.75rem, calc((50cqi - 3.25rem) / ${wideEms}))` } },
    },
  }
}
/** Up to ten digits. */
export const heroFigure = screen(figureBesidePicture({ phoneEms: 8, wideEms: 7.4 }))
/** The same with a unit of several letters, in a visitor's band, whose picture is wider. */
export const heroFigureWithWord = screen(figureBesidePicture({ phoneEms: 9.6, wideEms: 7.4 }))
/** Up to thirteen; a longer one overlaps the picture and is never cut. */
export const heroLongFigure = screen(figureBesidePicture({ phoneEms: 10.8, wideEms: 10.2 }))
export const heroNote = screen({
  ...typography.small,
  color: ink.soft,
  '@media': { [media.below600]: typography.tiny, [media.from600]: { marginBlockStart: space.tight } },
})
export const heroActions = screen({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space.near,
  marginBlockStart: space.part,
  '@media': { [media.below600]: { marginBlockStart: space.near, marginBlockEnd: space.tight } },
})
export const heroLogin = screen({ '@media': { [media.below600]: { display: 'none' } } })

/** Pop-ups in one panel, with a hairline between them. */
export const popups = screen([
  {
    background: surface.panel,
    borderRadius: radius.card,
    minInlineSize: 0,
    // Nearer to the hero than a part of its own.
    '@media': {
      [media.from600]: { marginBlockStart: `calc(${space.base} - ${space.block})` },
      [media.from960]: { marginBlockStart: `calc(${space.base} - ${space.section})` },
      [media.forcedColors]: { border: '1px solid CanvasText' },
    },
  },
  placeOnPhone(3),
])
export const popup = screen({
  selectors: { '& + &': { borderBlockStart: `${size.hairline} solid ${line.hair}` } },
})
export const popupSummary = screen({
  ...typography.label,
  ...arranged.row,
  gap: space.snug,
  minBlockSize: size.button,
  paddingInline: space.base,
  borderRadius: radius.card,
  color: ink.body,
  cursor: 'pointer',
  listStyle: 'none',
  outlineOffset: `calc(-1 * ${size.ring})`,
  selectors: foldChevron(popup),
})
export const popupTitle = screen({
  flex: '1 1 0',
  ...arranged.ellipsis,
  selectors: { [`${popup}[open] &`]: { whiteSpace: 'normal', paddingBlock: space.snug } },
})
export const popupText = screen({
  ...typography.label,
  fontWeight: 400,
  color: ink.soft,
  whiteSpace: 'pre-line',
  maxInlineSize: size.reading,
  paddingInline: space.base,
  paddingBlockEnd: space.near,
})
export const popupForm = screen({
  display: 'flex',
  justifyContent: 'end',
  paddingInline: space.near,
  paddingBlockEnd: space.near,
})

/** Three tiles in a row. */
export const categories = screen([
  {
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    gap: space.near,
    '@media': { [media.from768]: { gap: space.base } },
  },
  placeOnPhone(2),
])

/** A card with the category's picture and name. Its ring is its own: inside the rounded box it would be clipped. */
export const category = screen({
  display: 'block',
  blockSize: '100%',
  overflow: 'hidden',
  background: surface.panel,
  borderRadius: radius.card,
  color: ink.body,
  textDecoration: 'none',
  '@media': {
    [media.hover]: {
      selectors: { '&:hover': { outline: `${size.ring} solid ${line.focus}`, outlineOffset: size.offset } },
    },
    [media.forcedColors]: { border: '1px solid LinkText' },
  },
})
export const categoryPicture = screen({
  inlineSize: '100%',
  aspectRatio: '2 / 1',
  objectFit: 'cover',
  background: surface.raised,
  '@media': { [media.from768]: { aspectRatio: '16 / 9' } },
})
const arrowPart: StyleRule = {
  content: '""',
  display: 'none',
  gridColumn: '2',
  gridRow: '1 / span 2',
  justifySelf: 'end',
  '@media': { [media.from768]: { display: 'block' } },
}
export const categoryText = screen({
  ...arranged.column,
  alignItems: 'center',
  padding: `6px ${space.tight}`,
  textAlign: 'center',
  '@media': {
    [media.from768]: {
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      columnGap: space.near,
      paddingBlock: space.base,
      paddingInline: space.roomy,
      textAlign: 'start',
    },
  },
  selectors: {
    // An arrow: its shaft and its head.
    '&::before': { ...arrowPart, inlineSize: '14px', blockSize: '1.75px', background: ink.soft },
    '&::after': {
      ...arrowPart,
      inlineSize: '9px',
      blockSize: '9px',
      borderBlockStart: `1.75px solid ${ink.soft}`,
      borderInlineEnd: `1.75px solid ${ink.soft}`,
      transform: 'rotate(45deg)',
    },
  },
})
export const categoryName = screen({
  ...typography.titleCard,
  '@media': { [media.below768]: { fontSize: tokens.text.small.size, lineHeight: '1.25rem' } },
})
export const categoryCount = screen({
  ...typography.tiny,
  color: ink.faint,
  '@media': { [media.below768]: { display: 'none' }, [media.from768]: { gridColumn: '1' } },
})
/** Four live casinos: two rows of two, a row of three without the last, a row of four. */
export const casinoProviders = screen({})
insideScreen(`${casinoProviders} li:nth-child(4)`, {
  '@media': { [`${media.from600} and ${media.below960}`]: { display: 'none' } },
})
insideScreen(`${casinoProviders} > ul`, {
  '@media': { [media.from960]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } },
})

/** Notices and transactions beside each other. On a member's phone each has a place of its own. */
export const news = screen([twoColumns, { '@media': { [media.below600]: { display: 'contents' } } }])
const part = screen([
  stack,
  {
    selectors: { '&:only-child': { gridColumn: '1 / -1' } },
    '@media': { [media.below600]: { gap: 0 } },
  },
])
/** On a phone two notices of one line. */
export const notices = screen([part, placeOnPhone(4)])
insideScreen(`${notices} li:nth-child(n + 3)`, { '@media': { [media.below600]: { display: 'none' } } })
insideScreen(`${notices} li > *`, { '@media': { [media.below600]: { minBlockSize: size.target, paddingBlock: 0 } } })
export const transactions = screen([part, placeOnPhone(6)])

export const transaction = screen({ display: 'inline-flex', alignItems: 'center', flexWrap: 'wrap', gap: space.near })
/** Below 600 px the time has a line of its own. */
export const transactionTime = screen({
  ...typography.tiny,
  fontWeight: 400,
  color: ink.faint,
  whiteSpace: 'nowrap',
  '@media': { [media.below600]: { flexBasis: '100%' } },
})
export const transactionAmount = screen({
  ...typography.label,
  color: ink.body,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
})
