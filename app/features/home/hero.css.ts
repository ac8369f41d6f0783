import type { StyleRule } from '@vanilla-extract/css'
import { nightPalette } from '~/ui/artwork/palettes'
import { panel } from '~/ui/card/card.css'
import { pageTitle } from '~/ui/empty/empty.css'
import { arranged, insideScreen, screen, typography } from '~/ui/layered'
import { wrapRow } from '~/ui/layout/layout.css'
import { arrowLink, softText } from '~/ui/text.css'
import { media, tokens } from '~/ui/tokens.css'
import { visitorHome } from './home.css'

const { ink, radius, space } = tokens

const bandBlockSize = { phone: '5.25rem', wide: '7.25rem' }
const tallScene = '7rem'
const sceneInlineSize = 35
const wideSceneInlineSize = 60

export const section = screen([
  panel,
  {
    position: 'relative',
    containerType: 'inline-size',
    ...arranged.column,
    overflow: 'hidden',
    borderRadius: radius.hero,
    background: `var(--hero-ground, ${nightPalette.background[0]})`,
    color: ink.body,
    '@media': { [media.from600]: { alignItems: 'center', minBlockSize: bandBlockSize.wide } },
  },
])

/** Added to `section` to put the text below the scene on a phone. */
export const tall = screen({})

export const scene = screen({
  position: 'absolute',
  insetBlockStart: 0,
  insetInlineEnd: 0,
  inlineSize: `${sceneInlineSize}%`,
  blockSize: '100%',
  '@media': {
    [media.below600]: { selectors: { [`${tall} &`]: { inlineSize: '100%', blockSize: tallScene } } },
    [media.from600]: { inlineSize: `min(${wideSceneInlineSize}%, 40rem)` },
    [media.from960]: { selectors: { [`:is(${tall}, ${visitorHome}) &`]: { inlineSize: '90%' } } },
  },
})
export const scenePicture = screen({
  inlineSize: '100%',
  blockSize: '100%',
  objectFit: 'cover',
  '@media': {
    [media.below600]: {
      position: 'absolute',
      insetBlockEnd: 0,
      blockSize: '6rem',
      objectPosition: '84% 50%',
      selectors: {
        [`${visitorHome} &`]: { blockSize: '7.25rem' },
        [`${tall} &`]: { blockSize: '100%', objectPosition: '50% 25%' },
      },
    },
    [media.from600]: { objectPosition: '50% 50%' },
  },
})

export const text = screen({
  position: 'relative',
  ...arranged.column,
  '@media': {
    [media.below600]: {
      alignContent: 'center',
      minBlockSize: bandBlockSize.phone,
      inlineSize: `${100 - sceneInlineSize}%`,
      paddingBlock: '5px',
      paddingInlineStart: space.base,
      selectors: {
        [`${tall} &`]: {
          inlineSize: '100%',
          paddingBlock: `calc(${tallScene} + ${space.near}) ${space.base}`,
          paddingInlineEnd: space.base,
        },
        [`${visitorHome} &`]: { padding: `${space.roomy} 0 ${space.near} ${space.roomy}` },
      },
    },
    [media.from600]: {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: `${space.near} ${space.part}`,
      maxInlineSize: '80%',
      paddingBlock: space.snug,
      paddingInlineStart: space.part,
      selectors: {
        [`:is(${tall}, ${visitorHome}) &`]: { display: 'grid', inlineSize: '26rem', paddingBlock: space.wide },
      },
    },
    [media.from960]: { paddingInlineStart: space.gap },
  },
})
export const label = screen({ ...typography.label, '@media': { [media.below600]: typography.tiny } })
export const title = screen({ ...typography.titlePage, '@media': { [media.below600]: typography.titleCard } })
/** Sets the size of a figure so that it fits beside the picture. @param phoneEms its width on a phone, with its unit */
function figureBesidePicture(phoneEms: number): StyleRule {
  const { size: figureSize, line: lineHeight } = tokens.text.figureHero
  return {
    '@media': {
      [media.below600]: {
        vars: {
          [figureSize]: `min(2rem, calc((${100 - sceneInlineSize}cqi - 1.375rem) / ${phoneEms}))`,
          [lineHeight]: '1.75rem',
        },
      },
      [media.from600]: { vars: { [figureSize]: `min(3rem, calc((50cqi - 3.25rem) / 7.4))` } },
    },
  }
}
export const figure = screen(figureBesidePicture(8))
export const figureWithWord = screen(figureBesidePicture(9.6))
export const longFigure = screen(figureBesidePicture(10.8))
export const note = screen([
  softText,
  { marginBlockStart: space.near, '@media': { [media.below600]: typography.tiny } },
])
export const about = screen([
  pageTitle,
  { marginBlockEnd: space.snug, '@media': { [media.below600]: { fontSize: '1.5rem', lineHeight: '1.625rem' } } },
])
export const limits = screen([arrowLink, typography.tiny, { flexBasis: '100%' }])
export const actions = screen([
  wrapRow,
  { '@media': { [media.below600]: { rowGap: 0, marginBlockStart: space.snug } } },
])
// A phone's top bar has the same link.
insideScreen(`${actions} > a + a:not(${limits})`, { '@media': { [media.below600]: { display: 'none' } } })
