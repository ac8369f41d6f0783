import { screen } from '~/ui/layered'
import { tokens } from '~/ui/tokens.css'

const { accent, size, space } = tokens

/** The list of warning signs; each has a small square before it. */
export const signs = screen({ display: 'grid', gap: space.near, maxInlineSize: size.reading })

export const sign = screen({
  position: 'relative',
  paddingInlineStart: space.part,
  selectors: {
    '&::before': {
      content: '""',
      position: 'absolute',
      insetInlineStart: space.tight,
      insetBlockStart: '9px',
      inlineSize: '8px',
      blockSize: '8px',
      background: accent.line,
    },
  },
})
