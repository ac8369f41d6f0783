import { component } from '../layered'
import { media } from '../media'
import { tokens } from '../tokens.css'
import { typography } from '../typography'

const { ink, line, radius, size, space, surface, warn } = tokens

export const grid = component({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  columnGap: '10px',
  rowGap: space.roomy,
  '@media': {
    [media.from600]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
    [media.from960]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', columnGap: space.base, rowGap: space.part },
    [media.from1600]: { gridTemplateColumns: 'repeat(5, minmax(0, 1fr))' },
  },
})

export const item = component({ minInlineSize: 0 })

export const card = component({ display: 'block', color: ink.body, textDecoration: 'none' })

export const picture = component({
  position: 'relative',
  borderRadius: radius.provider,
  '@media': {
    [media.hover]: {
      selectors: {
        [`${card}:hover &`]: { outline: `${size.ring} solid ${line.focus}`, outlineOffset: size.offset },
      },
    },
  },
})
export const dim = component({ opacity: 0.28 })

/** Used with `data-theme=dark` in both themes, because it lies on a picture. */
export const closedBadge = component({
  ...typography.tiny,
  fontWeight: 600,
  position: 'absolute',
  insetBlockStart: space.near,
  insetInlineStart: space.near,
  display: 'inline-flex',
  alignItems: 'center',
  gap: space.tight,
  paddingInline: space.near,
  borderRadius: radius.badge,
  background: surface.ground,
  color: warn.ink,
})

export const name = component({ ...typography.titleCard, marginBlockStart: space.near })

export const closedName = component([name, { color: ink.soft }])
export const subtitle = component({ ...typography.tiny, color: ink.faint })

/** Grid of chips: a small square picture and a name. */
export const chips = component({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 8.25rem), 1fr))',
  gap: space.near,
  '@media': {
    [media.from600]: { gridTemplateColumns: 'repeat(auto-fill, minmax(10rem, 1fr))', gap: '10px' },
  },
})
export const chip = component({
  ...typography.label,
  display: 'flex',
  alignItems: 'center',
  gap: space.snug,
  minBlockSize: size.row,
  padding: space.near,
  borderRadius: radius.control,
  background: surface.panel,
  color: ink.body,
  textDecoration: 'none',
  minInlineSize: 0,
  selectors: { '&[aria-current]': { boxShadow: `inset 0 0 0 2px ${tokens.accent.line}` } },
  '@media': {
    [media.hover]: { selectors: { '&:hover': { background: surface.raised } } },
    [media.forcedColors]: { border: '1px solid LinkText' },
  },
})
export const square = component({ inlineSize: '40px', flex: 'none' })
export const chipName = component({ minInlineSize: 0 })
