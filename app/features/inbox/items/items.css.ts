import { card } from '~/ui/card/card.css'
import { arranged, insideScreen, screen } from '~/ui/layered'
import { wrapRow } from '~/ui/layout/layout.css'
import { chevron } from '~/ui/list/list.css'
import { faintText } from '~/ui/text.css'
import { media, tokens } from '~/ui/tokens.css'

const { size, space, text } = tokens

export const panes = screen({
  ...arranged.column,
  gap: space.block,
  '@media': {
    [media.from960]: {
      gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
      gridTemplateRows: 'auto 1fr',
      gap: `${space.part} ${space.wide}`,
      alignItems: 'start',
      gridAutoFlow: 'dense',
    },
  },
})

export const list = screen({
  ...arranged.column,
  gap: space.base,
  '@media': { [media.from960]: { gridColumn: 1, gridRow: '1 / 3' } },
})

export const opened = screen([
  card,
  {
    '@media': {
      [media.below960]: { background: 'none', padding: 0, borderRadius: 0 },
      [media.from960]: { padding: space.block, gridColumn: 2 },
    },
  },
])

export const besideList = screen([opened, { '@media': { [media.below960]: { display: 'none' } } }])

insideScreen(`${opened} h1`, { '@media': { [media.from960]: { fontSize: text.titlePart.size } } })
insideScreen(`${list} > :first-child h2`, { '@media': { [media.from960]: { fontSize: text.titlePage.size } } })
insideScreen(`${opened} + ${list}`, { '@media': { [media.below960]: { display: 'none' } } })

export const back = screen({ '@media': { [media.from960]: { display: 'none' } } })
export const excerpt = screen({
  ...arranged.twoLines,
  '@media': { [media.from960]: { display: 'none' } },
})
/** From 960 px, an item opens beside its list. */
insideScreen(`${list} ${chevron}`, { '@media': { [media.from960]: { display: 'none' } } })

/** Clips untrusted text, such as stacked combining marks, to its box, but leaves room for focus rings. */
const contained = { overflow: 'clip', overflowClipMargin: space.near } as const

/** Each line takes its direction from its own first letter. */
export const paragraph = screen({ whiteSpace: 'pre-line', unicodeBidi: 'plaintext' })

export const rowTitle = screen({ ...arranged.twoLines, textAlign: 'match-parent' })

export const item = screen({ ...arranged.column, gap: space.part, maxInlineSize: size.reading, ...contained })
export const flushEnd = screen({
  display: 'flex',
  justifyContent: 'end',
  marginBlock: `calc(-1 * ${space.near})`,
  marginInlineEnd: `calc(-1 * ${space.base})`,
})

export const meta = screen([faintText, wrapRow, { gap: `${space.tight} ${space.snug}` }])
