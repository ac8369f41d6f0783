import { arranged, component, fadingEnd, typography } from '../layered'
import { media, tokens } from '../tokens.css'

const { accent, ink, line, size, space } = tokens

export const tabs = component({
  position: 'relative',
  display: 'flex',
  gap: space.tight,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  boxShadow: `inset 0 -1px ${line.hair}`,
  '@media': {
    [media.below600]: { ...fadingEnd(space.part), gap: 0, marginInlineEnd: `calc(-1 * ${space.base})` },
    [media.forcedColors]: { borderBlockEnd: '1px solid CanvasText' },
  },
})

export const tab = component({
  ...typography.body,
  ...arranged.row,
  gap: '6px',
  minBlockSize: size.tab,
  paddingInline: '6px',
  minInlineSize: size.target,
  justifyContent: 'center',
  color: ink.soft,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  borderBlock: `${size.current} solid transparent`,
  selectors: {
    '&[aria-current]': { color: ink.body, fontWeight: 700, borderBlockEndColor: accent.line },
    [`${tabs} > :first-child > &`]: { paddingInlineStart: 0 },
    '&:focus-visible': { outlineOffset: `calc(-1 * ${size.ring})` },
  },
  '@media': {
    [media.hover]: { selectors: { '&:hover': { color: ink.body } } },
    [media.forcedColors]: {
      borderColor: 'Canvas',
      selectors: { '&[aria-current]': { borderBlockEndColor: 'Highlight' } },
    },
  },
})
