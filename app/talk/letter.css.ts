import { screen } from '~/ui/layered'
import { tokens } from '~/ui/tokens.css'
import { type } from '~/ui/type'

const { accent, ink, size, space } = tokens

/** What somebody else wrote stays in its box, marks piled on letters too; focus rings have room. */
const contained = { overflow: 'clip', overflowClipMargin: space.near } as const

/** A text of somebody else's. */
export const letter = screen({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.base,
  ...contained,
})

/** Each line takes its direction from its own first letter. */
export const paragraph = screen({
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  unicodeBidi: 'plaintext',
  textAlign: 'start',
})

export const address = screen({ color: accent.text, overflowWrap: 'anywhere' })

/** A title in a row: one line that ends in dots, at the start of the row whatever its own direction. */
export const rowTitle = screen({
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  textAlign: 'match-parent',
})

/** An opened item: title, text and what belongs to it, as wide as is read well. */
export const item = screen({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.part,
  maxInlineSize: size.reading,
  ...contained,
})

/** The items next to an opened one, under it. */
export const others = screen({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.near,
  maxInlineSize: size.reading,
})

/** A link with room around its words, whose words end where the column does. */
export const flushEnd = screen({ display: 'flex', marginInlineEnd: `calc(-1 * ${space.base})` })

/** State and date under the title of an opened item. */
export const about = screen({
  ...type.tiny,
  color: ink.faint,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: space.snug,
  rowGap: space.tight,
})
