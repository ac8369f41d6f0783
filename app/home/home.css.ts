import { globalStyle } from '@vanilla-extract/css'
import { nightPalette } from '~/artwork/palettes'
import { screen } from '~/ui/layered'
import { media } from '~/ui/media'
import { layers, tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'

const { ink, line, motion, radius, size, space, surface } = tokens

/**
 * Dark in both themes, in the colours of its picture, which a brand may set. The picture is above the text on a phone,
 * behind its end from 600 px.
 */
export const hero = screen({
  position: 'relative',
  containerType: 'inline-size',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  overflow: 'hidden',
  borderRadius: radius.hero,
  background: `var(--hero-ground, ${nightPalette.background[0]})`,
  color: ink.body,
  '@media': {
    [media.from600]: {
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      alignItems: 'center',
      minBlockSize: '300px',
    },
    [media.from960]: { minBlockSize: '348px' },
    // High enough that the moon of the picture is not cropped at its widest.
    [media.from1600]: { minBlockSize: '404px' },
    [media.forcedColors]: { border: '1px solid CanvasText' },
  },
})

export const scene = screen({
  display: 'block',
  '@media': {
    [media.from600]: { position: 'absolute', inset: 0 },
  },
})
export const scenePicture = screen({
  display: 'block',
  inlineSize: '100%',
  aspectRatio: '358 / 190',
  objectFit: 'cover',
  background: `var(--hero-scene, ${nightPalette.background[1]})`,
  '@media': { [media.from600]: { blockSize: '100%', aspectRatio: 'auto' } },
})

export const heroText = screen({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  justifyItems: 'start',
  padding: space.roomy,
  paddingBlockEnd: space.part,
  '@media': {
    [media.from600]: { padding: space.part },
    [media.from960]: { padding: space.gap, paddingInlineEnd: space.base },
  },
})

/** The title over a jackpot figure: small, because the figure is the largest element. */
export const heroLabel = screen({ ...typography.label })
export const heroTitle = screen({ ...typography.titlePage })
/** A figure of ten digits (7.4 em) fits its half of the hero; a longer one overlaps the picture and is never cut. */
export const heroFigure = screen({
  '@media': {
    [media.from600]: { vars: { [tokens.text.figureHero.size]: 'min(3.75rem, calc((50cqi - 3.25rem) / 7.4))' } },
  },
})
export const heroNote = screen({ ...typography.small, color: ink.soft, marginBlockStart: space.tight })
export const heroActions = screen({ display: 'flex', flexWrap: 'wrap', gap: space.near, marginBlockStart: space.part })

export const popups = screen({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space.base })
export const popupText = screen({
  ...typography.label,
  fontWeight: 400,
  color: ink.soft,
  whiteSpace: 'pre-line',
  maxInlineSize: size.reading,
})
/** A long text is the summary of its own details element: three lines while closed, all of it when open. */
export const popupLong = screen({})
export const popupSummary = screen({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  justifyItems: 'start',
  cursor: 'pointer',
  listStyle: 'none',
  selectors: { '&::-webkit-details-marker': { display: 'none' } },
})
export const popupClamped = screen([
  popupText,
  {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 3,
    overflow: 'hidden',
    selectors: { [`${popupLong}[open] &`]: { display: 'block' } },
  },
])
export const popupMore = screen({
  ...typography.small,
  display: 'inline-flex',
  alignItems: 'center',
  minBlockSize: size.target,
  color: tokens.accent.text,
  selectors: { [`${popupLong}[open] &`]: { display: 'none' } },
})
export const popupActions = screen({ display: 'flex', flexWrap: 'wrap', justifyContent: 'end', gap: space.near })
export const invisible = screen({ visibility: 'hidden' })

export const categories = screen({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: '10px',
  '@media': { [media.from768]: { gap: space.base } },
})

/** A picture with the category's name under it; a card from 768 px. */
export const category = screen({
  display: 'block',
  blockSize: '100%',
  color: ink.body,
  textDecoration: 'none',
  transition: `background-color ${motion.colour}`,
  '@media': {
    [media.from768]: { background: surface.panel, borderRadius: radius.card, overflow: 'hidden' },
    [media.forcedColors]: { border: '1px solid LinkText' },
  },
})
export const categoryPicture = screen({
  display: 'block',
  inlineSize: '100%',
  aspectRatio: '1',
  objectFit: 'cover',
  borderRadius: radius.picture,
  background: surface.raised,
  '@media': {
    [media.from768]: { aspectRatio: '16 / 9', borderRadius: 0 },
    [media.hover]: {
      selectors: {
        [`${category}:hover &`]: { outline: `${size.ring} solid ${line.focus}`, outlineOffset: size.offset },
      },
    },
  },
})
export const categoryText = screen({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'center',
  paddingBlockStart: space.near,
  '@media': {
    [media.from768]: {
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      columnGap: space.near,
      paddingBlock: space.base,
      paddingInline: space.roomy,
    },
  },
})
export const categoryName = screen({ ...typography.titleCard })
export const categoryCount = screen({ ...typography.tiny, color: ink.faint, gridColumn: '1' })
export const categoryArrow = screen({
  display: 'none',
  color: ink.soft,
  '@media': { [media.from768]: { display: 'flex', gridColumn: '2', gridRow: '1 / span 2' } },
})

/** Hides the providers that would start an incomplete row: four fit rows of two or four, three a row of three. */
export const casinoProviders = screen({})
for (const [nth, when] of [
  ['4', '(min-width: 600px) and (max-width: 959.98px)'],
  ['5', '(max-width: 1599.98px)'],
] as const) {
  globalStyle(`${casinoProviders} li:nth-child(${nth})`, {
    '@layer': { [layers.screens]: { '@media': { [when]: { display: 'none' } } } },
  })
}

export const movement = screen({ display: 'inline-flex', alignItems: 'center', flexWrap: 'wrap', gap: space.near })
/** Below 600 px the time has a line of its own. */
export const movementTime = screen({
  ...typography.tiny,
  fontWeight: 400,
  color: ink.faint,
  whiteSpace: 'nowrap',
  '@media': { [media.below600]: { flexBasis: '100%' } },
})
export const movementAmount = screen({
  ...typography.label,
  color: ink.body,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
})
