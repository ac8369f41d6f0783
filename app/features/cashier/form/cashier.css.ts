import { panel as surfacePanel } from '~/ui/card/card.css'
import { arranged, insideScreen, screen } from '~/ui/layered'
import { spreadRow } from '~/ui/layout/layout.css'
import { softText } from '~/ui/text.css'
import { media, tokens } from '~/ui/tokens.css'

const { radius, size, space } = tokens

export const page = screen({
  ...arranged.column,
  gap: space.part,
  '@media': {
    [media.from960]: {
      gridTemplateColumns: `minmax(0, ${size.form}) minmax(18rem, 1fr)`,
      gridTemplateRows: 'auto auto auto 1fr',
      gap: `0 ${space.section}`,
    },
  },
})
export const head = screen({
  ...arranged.column,
  gap: space.roomy,
  alignContent: 'start',
  minInlineSize: 0,
  '@media': { [media.from960]: { paddingBlockEnd: space.part } },
})

const cards = screen({
  ...arranged.column,
  alignContent: 'start',
  gap: space.base,
  minInlineSize: 0,
  selectors: { '&:empty': { display: 'none' } },
})
export const pending = screen([
  cards,
  { '@media': { [media.from960]: { gridArea: '3 / 1', paddingBlockEnd: space.base } } },
])
export const news = screen([
  cards,
  { '@media': { [media.from960]: { gridColumn: '1 / -1', gridRow: 2, paddingBlockEnd: space.part } } },
])

export const form = screen({
  ...arranged.column,
  gap: space.part,
  minInlineSize: 0,
  '@media': { [media.from960]: { display: 'contents' } },
})

export const panelGroup = screen({ display: 'grid', gap: space.near, minInlineSize: 0 })
export const panel = screen([spreadRow, surfacePanel, { padding: space.snug, borderRadius: radius.control }])
export const panelContent = screen({ flex: '1 1 10rem', minInlineSize: 0, display: 'grid', gap: space.hair })
insideScreen(`${panelContent} > * + :not(p)`, { marginBlockStart: space.snug })
export const panelText = softText

export const foundTransaction = screen({ inlineSize: '100%', maxInlineSize: size.form, marginBlock: space.near })
