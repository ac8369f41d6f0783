import { arranged, component, fadingEnd, typography } from '../layered'
import { media, tokens } from '../tokens.css'

const { ink, line, radius, size, space, surface } = tokens

export const chips = component({
  position: 'relative',
  display: 'flex',
  gap: space.near,
  overflowX: 'auto',
  padding: space.tight,
  margin: `calc(-1 * ${space.tight})`,
  scrollbarWidth: 'none',
  scrollPaddingInline: '3rem',
  '@media': {
    [media.below600]: {
      ...fadingEnd(space.part),
      readingFlow: 'flex-visual',
      marginInlineEnd: `calc(-1 * ${space.base})`,
    },
    [media.from600]: { flexWrap: 'wrap', overflowX: 'visible' },
  },
})

/** On phones without JavaScript, the selected chip comes first. With JavaScript, it is scrolled into view. */
export const item = component({
  '@media': { [`${media.below600} and (scripting: none)`]: { selectors: { '&:has([aria-current])': { order: -1 } } } },
})
export const chip = component({
  ...typography.label,
  ...arranged.centred,
  minBlockSize: size.target,
  minInlineSize: size.target,
  paddingInline: space.snug,
  border: `${size.hairline} solid ${line.edge}`,
  borderRadius: radius.control,
  color: ink.soft,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  flex: 'none',
  selectors: {
    '&[aria-current]': { background: ink.body, borderColor: ink.body, color: surface.ground, fontWeight: 700 },
  },
  '@media': {
    [media.below600]: { paddingInline: '10px' },
    [media.hover]: { selectors: { 'a&:hover:not([aria-current])': { background: surface.raised, color: ink.body } } },
    [media.forcedColors]: { selectors: { '&[aria-current]': { borderColor: 'Highlight', borderWidth: '2px' } } },
  },
})
