import { arranged } from '~/ui/arranged'
import { foldChevron } from '~/ui/fold'
import { screen } from '~/ui/layered'
import { media } from '~/ui/media'
import { tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'

const { ink, line, radius, size, space, surface } = tokens

export const thread = screen({ ...arranged.column, gap: space.snug })
export const sentence = screen({ ...typography.label, fontWeight: 400, color: ink.soft })
export const step = screen({ ...typography.label, fontWeight: 400 })
export const note = screen({ ...typography.tiny, color: ink.faint })

/** Several under way as one row. */
export const fold = screen({
  background: surface.panel,
  borderRadius: radius.card,
  minInlineSize: 0,
  '@media': { [media.forcedColors]: { border: '1px solid CanvasText' } },
})
export const foldHead = screen({
  ...arranged.row,
  flexWrap: 'wrap',
  columnGap: space.snug,
  minBlockSize: size.target,
  padding: `${space.snug} ${space.roomy}`,
  cursor: 'pointer',
  listStyle: 'none',
  borderRadius: radius.card,
  selectors: foldChevron(fold),
})
export const foldTitle = screen({ ...typography.titleCard })
export const foldSums = screen({ ...typography.small, color: ink.soft, flex: '1 1 auto' })
export const list = screen({ listStyle: 'none', margin: 0, padding: `0 ${space.roomy}` })
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

/** The operator's answer in words. */
export const answer = screen({
  ...typography.body,
  background: surface.raised,
  borderRadius: radius.control,
  padding: space.snug,
  whiteSpace: 'pre-line',
  overflowWrap: 'break-word',
  userSelect: 'all',
  '@media': { [media.forcedColors]: { border: '1px solid CanvasText' } },
})

/** A value beside its copy button. */
export const copied = screen({
  display: 'inline-flex',
  flexWrap: 'wrap',
  justifyContent: 'end',
  alignItems: 'center',
  gap: space.near,
})
export const value = screen({ userSelect: 'all', overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' })

/** Keeps the place of a control that needs script, so that nothing moves when it comes. */
export const unseen = screen({ visibility: 'hidden' })
