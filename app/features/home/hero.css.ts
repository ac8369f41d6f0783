import type { StyleRule } from '@vanilla-extract/css'
import { arranged } from '~/ui/arranged'
import { nightPalette } from '~/ui/artwork/palettes'
import { screen } from '~/ui/layered'
import { media } from '~/ui/media'
import { tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'
import { launcher, visitorHome } from './home.css'

const { ink, radius, space } = tokens

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
export const section = screen({
  position: 'relative',
  containerType: 'inline-size',
  ...arranged.column,
  overflow: 'hidden',
  borderRadius: radius.hero,
  background: `var(--hero-ground, ${nightPalette.background[0]})`,
  color: ink.body,
  '@media': {
    // On a member's phone, after the other parts: see home.css.ts.
    [media.below600]: { selectors: { [`${launcher} &`]: { order: 4 } } },
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
})

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

export const text = screen({
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
export const label = screen({ ...typography.label, '@media': { [media.below600]: typography.tiny } })
export const title = screen({ ...typography.titlePage, '@media': { [media.below600]: typography.titleCard } })
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
export const figure = screen(figureBesidePicture({ phoneEms: 8, wideEms: 7.4 }))
/** The same with a unit of several letters, in a visitor's band, whose picture is wider. */
export const figureWithWord = screen(figureBesidePicture({ phoneEms: 9.6, wideEms: 7.4 }))
/** Up to thirteen; a longer one overlaps the picture and is never cut. */
export const longFigure = screen(figureBesidePicture({ phoneEms: 10.8, wideEms: 10.2 }))
export const note = screen({
  ...typography.small,
  color: ink.soft,
  '@media': { [media.below600]: typography.tiny, [media.from600]: { marginBlockStart: space.tight } },
})
export const actions = screen({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space.near,
  marginBlockStart: space.part,
  '@media': { [media.below600]: { marginBlockStart: space.near, marginBlockEnd: space.tight } },
})
export const login = screen({ '@media': { [media.below600]: { display: 'none' } } })
