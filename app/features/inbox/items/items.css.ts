import { arranged } from '~/ui/arranged'
import { screen } from '~/ui/layered'
import { tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'

const { accent, ink, size, space } = tokens

/** Clips foreign text, such as stacked combining marks, to its box. The margin leaves room for focus rings. */
const contained = { overflow: 'clip', overflowClipMargin: space.near } as const

export const messageBody = screen({ ...arranged.column, gap: space.base, ...contained })

/** Each line takes its text direction from its own first letter. */
export const paragraph = screen({
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  unicodeBidi: 'plaintext',
  textAlign: 'start',
})

export const link = screen({ color: accent.text, overflowWrap: 'anywhere' })

export const rowTitle = screen({ ...arranged.twoLines, textAlign: 'match-parent' })

export const item = screen({ ...arranged.column, gap: space.part, maxInlineSize: size.reading, ...contained })

export const flushEnd = screen({
  display: 'flex',
  marginBlock: `calc(-1 * ${space.near})`,
  marginInlineEnd: `calc(-1 * ${space.base})`,
})

export const meta = screen({
  ...typography.tiny,
  color: ink.faint,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: space.snug,
  rowGap: space.tight,
})
