import { foldHead } from '~/ui/fold.css'
import { arranged, insideScreen, screen, typography } from '~/ui/layered'
import { media, tokens } from '~/ui/tokens.css'

const { accent, ink, radius, size, space, surface } = tokens

export const account = screen({ ...arranged.column, gap: space.near })

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
export const unfoldHead = screen([
  foldHead,
  { ...typography.small, justifyContent: 'space-between', color: accent.text },
])

export const details = screen({
  ...typography.label,
  display: 'grid',
  gridTemplateColumns: 'fit-content(5.75rem) minmax(0, 1fr)',
  alignItems: 'center',
  columnGap: space.snug,
  maxInlineSize: size.form,
})
export const term = screen({ fontWeight: 400, color: ink.soft })
export const detail = screen({
  ...arranged.row,
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: `${space.tight} ${space.near}`,
  minBlockSize: size.target,
})
// A button beside its value keeps its own width, and one below it fills the row.
insideScreen(`${detail} > :first-child`, { flexGrow: 9999 })
// On a phone a copied value and its button are below their term.
insideScreen(`${details} > :is(dt:has(+ dd > div), dd:has(> div))`, {
  '@media': { [media.below480]: { gridColumn: '1 / -1' } },
})
export const value = screen({ fontWeight: 400, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' })
export const copied = screen({ userSelect: 'all' })
/** A number wraps to the next line as a whole where it can. */
export const copiedValue = screen([value, copied, typography.titleCard, { display: 'inline-block' }])

export const copy = screen({ display: 'grid', flex: '1 0 auto', minInlineSize: '8.25rem' })
/** Reserves the place of a control that needs JavaScript, so that nothing moves when it appears. */
export const unseen = screen([copy, { visibility: 'hidden', '@media': { '(scripting: none)': { display: 'none' } } }])

export const inShort = screen([
  account,
  {
    '@container': {
      '(min-width: 45rem)': {
        gridTemplateColumns: '1fr 1fr',
        alignItems: 'center',
        columnGap: space.section,
      },
    },
  },
])
// The last item, the payer's and holder's names, is below the account, or beside it if no sum is shown.
insideScreen(`${inShort} > :last-child`, { gridColumn: -2 })
export const inShortText = screen(arranged.twoLines)
