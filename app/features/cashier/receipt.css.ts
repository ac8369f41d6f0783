import { arranged } from '~/ui/arranged'
import { screen } from '~/ui/layered'
import { media } from '~/ui/media'
import { tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'

const { size, space } = tokens

/** The sum with its badge at the end. */
export const figure = screen({ display: 'flex', alignItems: 'end', justifyContent: 'space-between', gap: space.snug })

/** The figure and the details; side by side where there is room. */
export const details = screen({
  ...arranged.column,
  gap: space.base,
  '@media': {
    [media.from768]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', columnGap: space.gap },
  },
})
export const half = screen({ display: 'grid', alignContent: 'start', gap: space.base, minInlineSize: 0 })

/** A number to read out or copy. */
export const number = screen({ ...typography.label, fontWeight: 700, userSelect: 'all', overflowWrap: 'anywhere' })

/** A receipt on a page of its own. */
export const receiptPage = screen({ ...arranged.column, gap: space.roomy, maxInlineSize: size.form })
