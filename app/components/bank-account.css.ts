import { panel } from '~/ui/card/card.css'
import { foldHead } from '~/ui/fold.css'
import { arranged, insideScreen, screen, typography } from '~/ui/layered'
import { tightStack, wrapRow } from '~/ui/layout/layout.css'
import { tokens } from '~/ui/tokens.css'

const { accent, ink, radius, space, surface } = tokens

export const account = tightStack

export const answer = screen([
  panel,
  {
    ...arranged.column,
    ...typography.body,
    background: surface.raised,
    borderRadius: radius.control,
    padding: space.snug,
  },
])
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
export const unfoldHead = screen([
  foldHead,
  { ...typography.small, justifyContent: 'space-between', color: accent.text },
])

export const details = screen({
  ...typography.label,
  display: 'grid',
  gridTemplateColumns: 'fit-content(5rem) minmax(0, 1fr)',
  gridAutoRows: 'minmax(28px, auto)',
  alignItems: 'center',
  columnGap: space.snug,
  '@container': {
    '(min-width: 45rem)': { gridTemplateColumns: 'max-content minmax(0, 1fr) max-content minmax(0, 1fr)' },
  },
})
insideScreen(`${details} > dt:nth-of-type(2n)`, {
  '@container': { '(min-width: 45rem)': { paddingInlineStart: space.section } },
})
export const term = screen({ fontWeight: 400, color: ink.soft })
export const detail = screen({ ...arranged.spread, gap: space.near })
// Buttons beside the details keep their own width. Buttons below the details fill the row.
insideScreen(`${detail} > :first-child`, { flexGrow: 9999 })
export const value = screen({ fontWeight: 400, overflowWrap: 'anywhere' })
export const copied = screen({ userSelect: 'all' })
export const copiedValue = screen([value, copied, typography.titleCard, { display: 'inline-block' }])

export const copy = screen({ display: 'grid', flex: '1 0 auto' })
export const copies = screen([wrapRow, { flex: '1 1 auto' }])
/** Reserves space for a control that needs JavaScript, to prevent a layout shift. */
export const unseen = screen([copy, { visibility: 'hidden', '@media': { '(scripting: none)': { display: 'none' } } }])

export const inShortText = screen(arranged.twoLines)
