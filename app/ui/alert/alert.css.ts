import { styleVariants } from '@vanilla-extract/css'
import { component } from '../layered'
import { media } from '../media'
import { layers, tokens } from '../tokens.css'
import { typography } from '../typography'

const { bad, good, info, ink, line, radius, size, space, warn } = tokens

export const alert = component({
  ...typography.label,
  fontWeight: 400,
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: space.snug,
  padding: space.base,
  borderRadius: radius.control,
  color: ink.body,
  '@media': { [media.forcedColors]: { border: '1px solid CanvasText' } },
})

export const kinds = styleVariants({ success: good, error: bad, warning: warn, info }, (tone) => ({
  '@layer': { [layers.components]: { background: tone.soft } },
}))

export const icon = component({ display: 'flex', alignItems: 'center', blockSize: '1.375rem' })
export const icons = styleVariants({ success: good, error: bad, warning: warn, info }, (tone) => ({
  '@layer': { [layers.components]: { color: tone.ink } },
}))

export const words = component({ display: 'grid', gap: space.near, minInlineSize: 0 })
export const title = component({ fontWeight: 700 })

/** Shows the focus ring of an error summary even when script moved the focus. */
export const focused = component({
  selectors: {
    '&:focus': { outline: `${size.ring} solid ${line.focus}`, outlineOffset: size.offset },
  },
})
export const links = component({ display: 'grid', justifyItems: 'start', marginBlock: '-12px -8px' })
export const link = component({
  display: 'inline-block',
  paddingBlock: '11px',
  color: ink.body,
  textDecorationColor: ink.faint,
})
