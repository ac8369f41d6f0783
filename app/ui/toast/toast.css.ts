import { keyframes } from '@vanilla-extract/css'
import { panel } from '../card/card.css'
import { arranged, component, componentVariants, insideComponent, typography } from '../layered'
import { media, tokens } from '../tokens.css'

const { bad, good, ink, layer, motion, radius, shadow, size, space, surface, warn } = tokens

const rise = keyframes({ from: { opacity: 0, transform: `translateY(${motion.slide})` } })

/** The height of a two-line toast with its gap. Focused elements are scrolled above this area. */
export const toastRoom = '5rem'

/** How long a toast is shown, unless it is closed, hovered or focused. */
export const toastDurationMs = 8_000

export const container = component({
  position: 'fixed',
  zIndex: layer.toast,
  insetInline: space.near,
  insetBlockEnd: `calc(60px + ${space.near} + env(safe-area-inset-bottom))`,
  pointerEvents: 'none',
  '@media': {
    [media.from600]: { insetInline: 'auto', insetInlineEnd: space.part, inlineSize: '22.5rem' },
    [media.from960]: { insetBlockEnd: space.part },
  },
})

insideComponent(`body:has(.${container} > *)`, { paddingBlockEnd: toastRoom })

export const toast = component([
  panel,
  {
    ...typography.label,
    fontWeight: 400,
    pointerEvents: 'auto',
    ...arranged.row,
    gap: space.snug,
    minBlockSize: '60px',
    paddingBlock: space.near,
    paddingInline: `${space.base} ${space.near}`,
    background: surface.raised,
    color: ink.body,
    boxShadow: shadow.over,
    animation: `${rise} ${motion.toast}`,
  },
])

const leave = keyframes({ to: { visibility: 'hidden' } })

/** A message in the document that looks like a toast if scripts run. */
export const ofDocument = component([
  container,
  {
    borderRadius: radius.control,
    boxShadow: shadow.over,
    animation: `${leave} 0s ${toastDurationMs}ms forwards`,
    '@media': { '(scripting: none)': { position: 'static', inlineSize: 'auto', animation: 'none' } },
  },
])

export const icons = componentVariants(
  { display: 'flex', flex: 'none' },
  { success: { color: good.ink }, error: { color: bad.ink }, warning: { color: warn.ink }, info: { color: ink.body } },
)

export const text = component({ flex: '1 1 auto', minInlineSize: 0 })

export const action = component({
  ...typography.label,
  ...arranged.row,
  minBlockSize: size.target,
  paddingInline: space.near,
  color: ink.body,
  textDecoration: 'underline',
  whiteSpace: 'nowrap',
})
