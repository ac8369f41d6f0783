import { keyframes } from '@vanilla-extract/css'
import { component, componentRecipe, typography } from '../layered'
import { media, tokens } from '../tokens.css'

const turn = keyframes({ to: { transform: 'rotate(1turn)' } })

export const spinner = component({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  flex: 'none',
  inlineSize: '18px',
  blockSize: '18px',
})

export const ring = component({
  inlineSize: '100%',
  blockSize: '100%',
  border: '2px solid currentColor',
  borderInlineEndColor: 'transparent',
  borderRadius: '50%',
  animation: `${turn} 800ms linear infinite`,
  '@media': { [media.reducedMotion]: { display: 'none' } },
})

export const dots = component({
  display: 'none',
  '@media': {
    [media.reducedMotion]: {
      display: 'block',
      inlineSize: '16px',
      blockSize: '4px',
      background: 'radial-gradient(circle, currentColor 1.6px, transparent 2px) 0 0 / 5.33px 4px repeat-x',
      forcedColorAdjust: 'none',
    },
  },
})

const { accent, bad, ink, line, motion, radius, size, space, surface } = tokens

const pressed = '&:active:not([aria-disabled=true])'
const hovered = '&:hover:not([aria-disabled=true])'

export const button = componentRecipe(
  {
    ...typography.body,
    fontWeight: 700,
    lineHeight: '1.5rem',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: space.near,
    minBlockSize: size.button,
    minInlineSize: size.target,
    paddingBlock: space.near,
    paddingInline: space.roomy,
    border: `${size.hairline} solid transparent`,
    borderRadius: radius.control,
    textAlign: 'center',
    textDecoration: 'none',
    cursor: 'pointer',
    selectors: { '&:active': { transitionDuration: motion.press }, '&[aria-disabled=true]': { cursor: 'default' } },
    '@media': { print: { display: 'none !important' }, [media.forcedColors]: { borderColor: 'ButtonText' } },
  },
  {
    variant: {
      primary: {
        background: accent.fill,
        color: accent.ink,
        selectors: { [pressed]: { background: accent.fillOver } },
        '@media': { [media.hover]: { selectors: { [hovered]: { background: accent.fillOver } } } },
      },
      quiet: {
        background: surface.raised,
        // In the light theme, a raised surface is close to the background colour, so the button needs a border.
        borderColor: line.edge,
        color: ink.body,
        selectors: { [pressed]: { background: surface.pressed } },
        '@media': { [media.hover]: { selectors: { [hovered]: { background: surface.pressed } } } },
      },
      line: {
        borderColor: line.field,
        color: ink.body,
        selectors: { [pressed]: { background: surface.raised } },
        '@media': { [media.hover]: { selectors: { [hovered]: { background: surface.raised } } } },
      },
      ghost: {
        color: ink.soft,
        selectors: { [pressed]: { background: surface.raised, color: ink.body } },
        '@media': { [media.hover]: { selectors: { [hovered]: { background: surface.raised, color: ink.body } } } },
      },
      danger: {
        background: bad.soft,
        color: bad.ink,
        selectors: { [pressed]: { borderColor: bad.ink } },
        '@media': { [media.hover]: { selectors: { [hovered]: { borderColor: bad.ink } } } },
      },
    },
    size: {
      small: { ...typography.small, fontWeight: 700, minBlockSize: size.buttonSmall, paddingInline: space.base },
      big: { fontSize: '1.0625rem', minBlockSize: size.buttonBig, paddingInline: space.part },
      square: { inlineSize: size.target, minBlockSize: size.target, paddingInline: 0, flex: 'none' },
    },
    wide: { true: { display: 'flex', inlineSize: '100%' } },
  },
  { variant: 'quiet' },
)

/** Puts the idle and the busy text into the same grid cell, so that the width stays the same. */
export const labels = component({ display: 'inline-grid', alignItems: 'center', justifyItems: 'center' })
export const label = component({ gridArea: '1 / 1', display: 'inline-flex', alignItems: 'center', gap: space.near })

export const invisibleLabel = component([label, { visibility: 'hidden' }])

export const row = component({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 8rem), 1fr))',
  gap: space.near,
})
