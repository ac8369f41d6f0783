import { foldHead } from '../fold.css'
import { arranged, component, componentRecipe, componentVariants, insideComponent, typography } from '../layered'
import { media, tokens } from '../tokens.css'

const { bad, good, info, ink, line, radius, size, space, warn } = tokens

export const alert = componentRecipe(
  {
    ...typography.label,
    fontWeight: 400,
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: space.snug,
    padding: space.base,
    borderRadius: radius.control,
    color: ink.body,
    '@media': { [media.forcedColors]: { border: '1px solid CanvasText' } },
  },
  {
    kind: {
      success: { background: good.soft },
      error: { background: bad.soft },
      warning: { background: warn.soft },
      info: { background: info.soft },
    },
    slim: { true: { paddingBlock: space.near } },
    /** Shows the focus ring of an error summary even if a script moved the focus there. */
    focusable: {
      true: { selectors: { '&:focus': { outline: `${size.ring} solid ${line.focus}`, outlineOffset: size.ring } } },
    },
  },
)

export const icons = componentVariants(
  { ...arranged.row, blockSize: '1.375rem' },
  { success: { color: good.ink }, error: { color: bad.ink }, warning: { color: warn.ink }, info: { color: info.ink } },
)

export const text = component({ display: 'grid', gap: space.tight, minInlineSize: 0 })
export const title = component({ fontWeight: 700 })

export const links = component({ display: 'grid', justifyItems: 'start' })
// The negative margins let the links' touch targets extend over the box's padding.
insideComponent(`${links}:has(a)`, { marginBlock: '-12px -8px' })
export const further = component([foldHead, typography.small])
export const link = component({
  display: 'inline-block',
  paddingBlock: '11px',
  color: ink.body,
  textDecorationColor: ink.faint,
})
