import { focusedByScript } from '~/ui/base.css'
import { form as column, group as fields, groupTitle } from '~/ui/form/form.css'
import { screen } from '~/ui/layered'
import { plainText } from '~/ui/text.css'
import { tokens } from '~/ui/tokens.css'
import { summary } from '../account.css'

const { accent, line, space } = tokens

export const takesTurns = '(scripting: enabled)'

const close = { gap: space.base }
export const form = screen([column, close])
export const codeLine = screen([summary, { paddingBlock: 0 }])
export const group = screen([fields, close])
export const waitingGroup = screen([group, { '@media': { [takesTurns]: { display: 'none' } } }])
export const heading = screen([groupTitle, focusedByScript, { scrollMarginBlockStart: '10rem' }])

export const act = screen({ flex: 1, minInlineSize: 0 })
export const inTurns = screen({ display: 'none', '@media': { [takesTurns]: { display: 'inline' } } })
export const progress = screen([inTurns, { color: accent.text, marginInlineEnd: space.tight }])
export const bars = screen({
  display: 'none',
  '@media': { [takesTurns]: { display: 'flex', gap: space.tight, marginBlockEnd: space.near } },
})
export const bar = screen({
  flex: 1,
  borderBlockStart: `4px solid ${line.edge}`,
  selectors: { '&[data-reached]': { borderColor: accent.line } },
})
export const actInTurns = screen([act, inTurns])
export const actAtOnce = screen([act, { '@media': { [takesTurns]: { display: 'none' } } }])

export const text = plainText
