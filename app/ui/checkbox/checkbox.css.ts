import { arranged, component, typography } from '../layered'
import { media, tokens } from '../tokens.css'

const { accent, bad, ink, line, radius, size, space, surface } = tokens

export const row = component({
  ...typography.body,
  display: 'flex',
  alignItems: 'flex-start',
  gap: space.snug,
  minBlockSize: size.target,
  paddingBlock: '9px',
  cursor: 'pointer',
})

export const box = component({ position: 'relative', display: 'flex', flex: 'none', blockSize: '1.625rem' })

export const input = component({
  appearance: 'none',
  inlineSize: '24px',
  blockSize: '24px',
  marginBlock: 'auto',
  border: `${size.hairline} solid ${line.field}`,
  borderRadius: radius.badge,
  background: surface.field,
  cursor: 'pointer',
  selectors: {
    '&:checked': { background: accent.fill, borderColor: accent.line },
    '&[aria-invalid=true]': { borderColor: bad.ink, boxShadow: `inset 0 0 0 1px ${bad.ink}` },
  },
  '@media': { [media.forcedColors]: { appearance: 'auto', inlineSize: '20px', blockSize: '20px' } },
})

export const tick = component({
  position: 'absolute',
  inset: 0,
  ...arranged.centred,
  color: accent.ink,
  pointerEvents: 'none',
  // With `visibility` in place of `opacity`, a checked tick would remain visible inside a hidden form.
  opacity: 0,
  selectors: { [`${input}:checked + &`]: { opacity: 1 } },
  '@media': { [media.forcedColors]: { display: 'none' } },
})

export const text = component({ color: ink.body, minInlineSize: 0 })
export const wrapper = component({ display: 'grid' })
