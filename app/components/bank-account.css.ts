import { panel } from '~/ui/card/card.css'
import { foldHead } from '~/ui/fold.css'
import { arranged, insideScreen, screen, typography } from '~/ui/layered'
import { spreadRow, tightStack } from '~/ui/layout/layout.css'
import { tokens } from '~/ui/tokens.css'

const { accent, radius, space, surface } = tokens

/** In a wide card, the account, the amount and the sender's name are beside each other in columns of one width. */
export const account = screen([
  tightStack,
  { gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 18rem), 1fr))', columnGap: space.wide },
])

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

/** On phones, its button is at the end of the row, like those of the requests below. */
export const copiedRow = screen([
  spreadRow,
  { '@container': { '(min-width: 44rem)': { justifyContent: 'start', columnGap: space.base } } },
])
insideScreen(`${account} > :not(.${copiedRow})`, { gridColumn: '1 / -1' })
/** A value that is copied. It is the largest text beside its button. */
export const copiedValue = screen([typography.titlePart, { userSelect: 'all', overflowWrap: 'anywhere' }])

/** In a wide card, it is after the links of a request, which follow it on a phone. */
export const copy = screen({ display: 'grid', '@container': { '(min-width: 44rem)': { order: 1 } } })
/** Reserves space for a control that needs JavaScript, to prevent a layout shift. */
export const unseen = screen([copy, { visibility: 'hidden', '@media': { '(scripting: none)': { display: 'none' } } }])
