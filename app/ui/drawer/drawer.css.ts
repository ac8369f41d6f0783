import { fallbackVar, keyframes } from '@vanilla-extract/css'
import { arranged, component, typography } from '../layered'
import { media, tokens } from '../tokens.css'

const { ink, layer, motion, shadow, size, space, surface } = tokens

const appear = keyframes({ from: { opacity: 0 } })
const fromStart = keyframes({ from: { opacity: 0, transform: `translateX(calc(-1 * ${motion.slide}))` } })
const fromEnd = keyframes({ from: { opacity: 0, transform: `translateX(${motion.slide})` } })

// Has a fallback, because ::backdrop does not inherit custom properties in older browsers.
const backdropColour = fallbackVar(surface.veil, 'rgb(5 9 10 / .64)')

export const backdrop = component({
  position: 'fixed',
  inset: 0,
  zIndex: layer.veil,
  background: surface.veil,
  animation: `${appear} ${motion.drawer}`,
})

/** Styles shared by the popover and the dialog. Must not set `display`, which would show a closed popover. */
const drawer = component({
  position: 'fixed',
  zIndex: layer.drawer,
  insetBlock: 0,
  inlineSize: `min(${size.drawer}, 100% - ${space.wide})`,
  blockSize: '100dvh',
  maxBlockSize: 'none',
  paddingBlock: `6px calc(${space.part} + env(safe-area-inset-bottom))`,
  paddingInline: space.roomy,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  background: surface.panel,
  color: ink.body,
  boxShadow: shadow.over,
  selectors: { '&:focus-visible': { outline: 'none' }, '&::backdrop': { background: backdropColour } },
  '@supports': { 'not selector(:popover-open)': { selectors: { '&[popover]': { display: 'none' } } } },
  '@media': { [media.forcedColors]: { border: '1px solid CanvasText' } },
})

export const sides = {
  start: component([drawer, { insetInline: '0 auto', animation: `${fromStart} ${motion.drawer}` }]),
  end: component([drawer, { insetInline: 'auto 0', animation: `${fromEnd} ${motion.drawer}` }]),
}

export const head = component({
  ...arranged.row,
  justifyContent: 'space-between',
  gap: space.base,
  minBlockSize: '48px',
  marginBlockEnd: space.snug,
  marginInlineEnd: `calc(-1 * ${space.near})`,
})
export const title = component({
  ...typography.titleCard,
  fontSize: '1.125rem',
  lineHeight: '1.75rem',
  minInlineSize: 0,
})
