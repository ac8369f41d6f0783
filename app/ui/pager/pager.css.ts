import { arranged, component, typography } from '../layered'
import { media, tokens } from '../tokens.css'

const { ink, line, radius, size, space, surface } = tokens

export const pager = component({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  marginBlockStart: space.block,
  '@media': { [media.from600]: { gap: space.tight } },
})

export const step = component({
  ...typography.label,
  fontWeight: 400,
  ...arranged.centred,
  minInlineSize: size.target,
  blockSize: size.target,
  borderRadius: radius.control,
  color: ink.soft,
  textDecoration: 'none',
  selectors: { '&[aria-current]': { background: surface.raised, color: ink.body, fontWeight: 700 } },
  '@media': {
    [media.hover]: { selectors: { '&:hover': { background: surface.raised } } },
    [media.forcedColors]: { selectors: { '&[aria-current]': { border: '2px solid Highlight' } } },
  },
})

export const disabledStep = component({
  ...arranged.centred,
  inlineSize: size.target,
  blockSize: size.target,
  color: line.edge,
})

export const gap = component({
  ...typography.label,
  fontWeight: 400,
  ...arranged.centred,
  inlineSize: '24px',
  blockSize: size.target,
  color: ink.faint,
  '@media': { [media.from600]: { inlineSize: size.target } },
})

export const only = {
  wide: component({ '@media': { [media.below600]: { display: 'none' } } }),
  narrow: component({ '@media': { [media.from600]: { display: 'none' } } }),
}
