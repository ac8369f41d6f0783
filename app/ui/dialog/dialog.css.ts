import { keyframes } from '@vanilla-extract/css'
import { arranged, component, componentVariants, typography } from '../layered'
import { tightStack } from '../layout/layout.css'
import { plainText } from '../text.css'
import { media, tokens } from '../tokens.css'

const { accent, bad, good, info, ink, layer, motion, radius, shadow, size, space, surface, warn } = tokens

const appear = keyframes({ from: { opacity: 0 } })
const grow = keyframes({ from: { opacity: 0, transform: `scale(${motion.scale})` } })

/** Replaces Radix's backdrop, whose injected style tag would be blocked by the content security policy. */
export const backdrop = component({
  position: 'fixed',
  inset: 0,
  zIndex: layer.dialogVeil,
  background: surface.veil,
  animation: `${appear} ${motion.dialog}`,
})

export const dialog = component({
  position: 'fixed',
  zIndex: layer.dialog,
  insetInline: space.near,
  insetBlockEnd: `calc(${space.near} + env(safe-area-inset-bottom))`,
  maxBlockSize: `calc(100dvh - 2 * ${space.near})`,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  paddingBlock: `${space.block} ${space.roomy}`,
  paddingInline: space.part,
  background: surface.panel,
  color: ink.body,
  borderRadius: radius.dialog,
  boxShadow: shadow.over,
  animation: `${grow} ${motion.dialog}`,
  selectors: { '&:focus-visible': { outline: 'none' } },
  '@media': {
    [media.from600]: {
      inset: 0,
      margin: 'auto',
      inlineSize: `min(${size.dialog}, calc(100% - 2 * ${space.base}))`,
      blockSize: 'fit-content',
    },
    [media.forcedColors]: { border: '1px solid CanvasText' },
  },
})

export const marks = componentVariants(
  {
    ...arranged.centred,
    inlineSize: '44px',
    blockSize: '44px',
    objectFit: 'cover',
    borderRadius: radius.mark,
    marginBlockEnd: space.base,
    '@media': { [media.forcedColors]: { border: '1px solid CanvasText' } },
  },
  {
    loading: { background: accent.soft, color: accent.text },
    success: { background: good.soft, color: good.ink },
    error: { background: bad.soft, color: bad.ink },
    info: { background: info.soft, color: info.ink },
    warning: { background: warn.soft, color: warn.ink },
    question: { background: surface.raised, color: ink.body },
  },
)

export const title = component({ ...typography.titlePart, fontSize: '1.25rem', lineHeight: '1.75rem' })
export const text = component([plainText, { marginBlockStart: space.snug }])
export const body = component({ marginBlockStart: space.base })
export const buttons = component({ marginBlockStart: space.part })
export const column = component([tightStack, { marginBlockStart: space.part }])
