import {
  assignVars,
  createGlobalTheme,
  createGlobalThemeContract,
  globalLayer,
  globalStyle,
} from '@vanilla-extract/css'
import { dark, light } from './palette'

/** Converts a screen width to em, so that users with larger text get the layout of a narrower screen. */
const em = (px: number) => `${px / 16}em`
const from = (px: number) => `(min-width: ${em(px)})`
const below = (px: number) => `(width < ${em(px)})`

/** Conditions for '@media', in px. The base styles are for 320 px, and wider screens add to them. */
export const media = {
  from360: from(360),
  from600: from(600),
  from768: from(768),
  from960: from(960),
  from1200: from(1200),
  from1400: from(1400),
  from1600: from(1600),
  /** For the narrowest phones with text at double size. */
  below240: below(240),
  below480: below(480),
  below600: below(600),
  below768: below(768),
  below960: below(960),
  below1200: below(1200),
  below1400: below(1400),
  /** Matches only pointers that can hover. On touch screens, the hover style would remain after a tap. */
  hover: '(hover: hover)',
  reducedMotion: '(prefers-reduced-motion: reduce)',
  motionAllowed: '(prefers-reduced-motion: no-preference)',
  forcedColors: '(forced-colors: active)',
} as const

/** Cascade layers. Later ones override earlier ones, regardless of the load order. */
export const layers = {
  reset: globalLayer('reset'),
  base: globalLayer('base'),
  components: globalLayer('components'),
  shell: globalLayer('shell'),
  screens: globalLayer('screens'),
}

/** Measures that are the same everywhere. As plain values, they keep the style sheet small. */
const fixed = {
  space: {
    hair: '2px',
    tight: '4px',
    near: '8px',
    snug: '12px',
    base: '16px',
    part: '24px',
    wide: '32px',
    gap: '40px',
    section: '48px',
    end: '72px',
  },
  radius: {
    badge: '5px',
    control: '8px',
    mark: '10px',
    card: '12px',
    hero: '14px',
    dialog: '16px',
    full: '999px',
  },
  size: {
    buttonBig: '56px',
    amount: '68px',
    row: '56px',
    rowTwoLines: '70px',
    tab: '48px',
    bottomBar: 'max(60px, 3.75rem)',
    bubble: 'min(1.125rem, 24px)',
    hairline: '1px',
    ring: '2px',
    current: '3px',
    app: '1920px',
    panel: '20rem',
    drawer: '27.5rem',
    dialog: '25rem',
    form: '35rem',
    reading: '68ch',
  },
  layer: {
    sticky: 10,
    bottomBar: 20,
    veil: 30,
    drawer: 31,
    dialogVeil: 40,
    dialog: 41,
    toast: 50,
    skipLink: 60,
    progress: 70,
  },
} as const

/** Measures that depend on the screen, or that the back office makes smaller. */
const varying = {
  space: { roomy: '20px', block: '28px' },
  size: { target: '44px', button: '48px', buttonSmall: '44px', input: '52px', textArea: '124px' },
  motion: {
    press: '80ms',
    colour: '120ms ease-out',
    progressDelay: '120ms',
    drawer: '220ms cubic-bezier(.2,.8,.2,1)',
    dialog: '160ms cubic-bezier(.2,.8,.2,1)',
    toast: '200ms cubic-bezier(.2,.8,.2,1)',
    /** The distance that drawers and toasts slide, and the initial scale of dialogs. Turned off by reduced motion. */
    slide: '24px',
    scale: '.98',
  },
  text: {
    figureHero: { size: 'clamp(1.875rem, 9.7vw, 2.375rem)', line: '2.875rem' },
    figureBig: { size: 'min(1.875rem, 12vw)', line: '2.375rem' },
    figureList: { size: '1.625rem', line: '2rem' },
    figureField: { size: '1.75rem', line: '2.25rem' },
    titlePage: { size: '1.625rem', line: '2.25rem' },
    titlePart: { size: '1.25rem', line: '1.75rem' },
    titleCard: { size: '1.0625rem', line: '1.5rem' },
    body: { size: '1rem', line: '1.625rem' },
    label: { size: '.9375rem', line: '1.375rem' },
    small: { size: '.875rem', line: '1.375rem' },
    tiny: { size: '.8125rem', line: '1.25rem' },
    micro: { size: '.75rem', line: '1rem' },
  },
}

export const openedPicture = 'opened-picture'

let colourCount = 0
/**
 * Colours by purpose. Names are short and stable, because brands' style sheets set them, and because two releases serve
 * a style sheet side by side during an upgrade.
 */
const colourTokens = createGlobalThemeContract(
  // Only overlays (drawer, dialog, toast) have a shadow. Cards stand out by the colour of their surface.
  { ...dark, shadow: { over: '' } },
  () => `c${colourCount++}`,
)

/** The build shortens these names, like class names. */
const varyingTokens = createGlobalTheme(':root', varying)

export const tokens = {
  ...colourTokens,
  ...varyingTokens,
  ...fixed,
  space: { ...fixed.space, ...varyingTokens.space },
  size: { ...fixed.size, ...varyingTokens.size },
}

const hairInside = `inset 0 0 0 1px ${tokens.line.hair}`
const darkValues = {
  ...dark,
  shadow: { over: `0 24px 64px rgb(0 0 0 / .56), 0 2px 8px rgb(0 0 0 / .4), ${hairInside}` },
}
const lightValues = {
  ...light,
  shadow: { over: `0 24px 64px rgb(19 33 31 / .22), 0 2px 8px rgb(19 33 31 / .1), ${hairInside}` },
}

// An element with `data-theme=dark`, such as the hero, is dark even on a light page.
createGlobalTheme(':root, [data-theme=dark]', colourTokens, darkValues)
createGlobalTheme(':root[data-theme=light]', colourTokens, lightValues)
globalStyle(':root[data-theme=system]', {
  '@media': { '(prefers-color-scheme: light)': { vars: assignVars(colourTokens, lightValues) } },
})

const { motion, text } = varyingTokens
globalStyle(':root', {
  '@media': {
    [media.from960]: {
      vars: {
        [text.figureHero.size]: '3.75rem',
        [text.figureHero.line]: '4.375rem',
        [text.titlePage.size]: '2.125rem',
        [text.titlePage.line]: '2.875rem',
        [text.titlePart.size]: '1.375rem',
        [text.titlePart.line]: '1.875rem',
      },
    },
    [media.reducedMotion]: {
      vars: {
        [motion.press]: '1ms',
        [motion.colour]: '1ms',
        [motion.drawer]: '1ms',
        [motion.dialog]: '1ms',
        [motion.toast]: '1ms',
        [motion.slide]: '0px',
        [motion.scale]: '1',
      },
    },
  },
})
