import { component, componentVariants, typography } from '../layered'
import { media, tokens } from '../tokens.css'

const { accent, bad, good, ink, radius, space, surface, warn } = tokens

export const badges = componentVariants(
  {
    ...typography.tiny,
    fontWeight: 600,
    display: 'inline-flex',
    alignItems: 'center',
    gap: space.tight,
    paddingInline: '7px',
    paddingBlock: '1px',
    borderRadius: radius.badge,
    // Wraps long values, such as a request id or an unknown status, so that they don't widen the page.
    overflowWrap: 'anywhere',
    maxInlineSize: '100%',
    flex: 'none',
    '@media': { [media.forcedColors]: { border: '1px solid CanvasText', paddingBlock: 0 } },
  },
  {
    good: { background: good.soft, color: good.ink },
    warn: { background: warn.soft, color: warn.ink },
    bad: { background: bad.soft, color: bad.ink },
    accent: { background: accent.soft, color: accent.text },
    plain: { background: surface.raised, color: ink.soft },
  },
)

export const bubble = component({
  ...typography.micro,
  fontWeight: 700,
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  minInlineSize: tokens.size.bubble,
  blockSize: tokens.size.bubble,
  paddingInline: space.tight,
  whiteSpace: 'nowrap',
  borderRadius: radius.full,
  background: accent.fill,
  color: accent.ink,
  '@media': { [media.forcedColors]: { border: '1px solid CanvasText' } },
})

export const cornerOfIcon = component({
  position: 'absolute',
  insetBlockStart: '5px',
  insetInlineEnd: '2px',
  display: 'flex',
})

/** Square, because only counts and radio buttons are round in this design. */
export const unread = component({
  display: 'inline-block',
  flex: 'none',
  inlineSize: '8px',
  blockSize: '8px',
  borderRadius: '1px',
  background: accent.line,
  '@media': { [media.forcedColors]: { background: 'Highlight', forcedColorAdjust: 'none' } },
})
