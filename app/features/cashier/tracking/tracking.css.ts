import { arranged } from '~/ui/arranged'
import { foldChevron } from '~/ui/fold'
import { insideScreen, screen } from '~/ui/layered'
import { media } from '~/ui/media'
import { faintText, plainText, softText } from '~/ui/text.css'
import { tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'

const { accent, ink, line, radius, size, space, surface } = tokens

export const pending = screen({ ...arranged.column, gap: space.snug })
export const sentence = plainText
/** The one thing to do next; on paper there is none. */
export const step = screen({ ...typography.label, fontWeight: 400, '@media': { print: { display: 'none' } } })
export const note = faintText

/** Several pending ones as one row. */
export const foldBox = screen({
  background: surface.panel,
  borderRadius: radius.card,
  minInlineSize: 0,
  '@media': { [media.forcedColors]: { border: '1px solid CanvasText' } },
})
export const fold = screen({})
export const foldHead = screen({
  ...arranged.row,
  gap: space.snug,
  minBlockSize: size.target,
  padding: `${space.snug} ${space.roomy}`,
  cursor: 'pointer',
  listStyle: 'none',
  borderRadius: radius.card,
  selectors: foldChevron(fold),
})
/** Number and sums, which wrap beside the chevron. */
export const foldText = screen({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: space.snug,
  flex: '1 1 0',
  minInlineSize: 0,
})
export const foldTitle = screen({ ...typography.titleCard })
export const foldSums = softText
export const foldSteps = screen({ ...typography.small, color: accent.text, fontWeight: 600 })
/** What was just accepted, above the row. */
export const foldHeadline = screen({ padding: `${space.roomy} ${space.roomy} 0` })
/** What several have together: the account once above the sums, what they wait for, and where more are. */
export const shared = screen({ padding: `0 ${space.roomy} ${space.base}` })
/** The account while the row is folded. */
export const inShort = screen({
  ...arranged.row,
  justifyContent: 'space-between',
  gap: space.snug,
  padding: `0 ${space.roomy} ${space.snug}`,
  selectors: { [`${fold}[open] + &`]: { display: 'none' } },
})
export const inShortText = screen({ ...typography.label, fontWeight: 400, flex: '1 1 0', ...arranged.twoLines })
insideScreen(`${inShort} > div`, { flex: 'none' })
export const list = screen({ listStyle: 'none', margin: 0, paddingInline: space.roomy })
export const row = screen({
  ...arranged.column,
  gap: space.near,
  paddingBlock: space.base,
  borderBlockStart: `${size.hairline} solid ${line.hair}`,
})
export const rowHead = screen({
  ...arranged.row,
  justifyContent: 'space-between',
  gap: space.snug,
})
export const rowTitle = screen({ ...typography.label, fontWeight: 700 })

export const account = screen({ ...arranged.column, gap: space.near })

/** The operator's answer in words; a long one is folded to three lines. */
export const answer = screen({
  ...arranged.column,
  ...typography.body,
  background: surface.raised,
  borderRadius: radius.control,
  padding: space.snug,
  '@media': { [media.forcedColors]: { border: '1px solid CanvasText' } },
})
export const unfold = screen({})
export const answerText = screen({
  whiteSpace: 'pre-line',
  overflowWrap: 'break-word',
  userSelect: 'all',
  selectors: {
    [`&:has(+ ${unfold}:not([open]))`]: {
      display: '-webkit-box',
      WebkitBoxOrient: 'vertical',
      WebkitLineClamp: 3,
      overflow: 'hidden',
    },
  },
})
export const unfoldHead = screen({
  ...arranged.row,
  justifyContent: 'space-between',
  ...typography.small,
  minBlockSize: size.target,
  color: accent.text,
  cursor: 'pointer',
  listStyle: 'none',
  selectors: foldChevron(unfold),
})

/** Terms and values of an account: rows of one height, whether they have a button or not. */
export const details = screen({
  ...typography.label,
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'center',
  columnGap: space.snug,
})
export const term = screen({ fontWeight: 400, color: ink.soft })
export const detail = screen({
  ...arranged.row,
  flexWrap: 'wrap',
  columnGap: space.near,
  minBlockSize: size.target,
})
export const value = screen({ fontWeight: 400, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' })
export const copiedValue = screen([value, { fontWeight: 700, userSelect: 'all' }])

/** Keeps the place of a control that needs script, so that nothing moves when it comes. */
export const unseen = screen({ visibility: 'hidden', '@media': { '(scripting: none)': { display: 'none' } } })
