import { screen } from '~/ui/layered'
import { tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'

const { ink, radius, space, surface } = tokens

export const lines = screen({ display: 'block' })
export const line = screen({
  ...typography.tiny,
  display: 'block',
  color: ink.soft,
  fontVariantNumeric: 'tabular-nums',
})
/** One line: of what has no room the oldest is left out. */
export const marks = screen({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space.tight,
  blockSize: '20px',
  overflow: 'hidden',
  marginBlockStart: space.tight,
})
export const mark = screen({
  ...typography.tiny,
  minInlineSize: '20px',
  paddingInline: space.hair,
  textAlign: 'center',
  borderRadius: radius.badge,
  background: surface.raised,
  color: ink.body,
})
