import { card } from '~/ui/card/card.css'
import { screen } from '~/ui/layered'
import { media } from '~/ui/media'
import { softText } from '~/ui/text.css'
import { tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'

const { line, size, space } = tokens

export const paper = screen([
  card,
  {
    gap: 0,
    paddingBlock: 0,
    '@media': {
      [media.from768]: { paddingInline: space.wide },
      print: { border: `${size.hairline} solid ${line.edge}`, maxInlineSize: size.form },
    },
  },
])
export const part = screen({
  paddingBlock: space.roomy,
  '@media': { [media.from768]: { paddingBlock: space.wide } },
  selectors: { '& + &': { borderBlockStart: `${size.hairline} dashed ${line.edge}` } },
})
export const note = softText
/** A number to read out or copy. */
export const number = screen({ ...typography.label, fontWeight: 700, userSelect: 'all', overflowWrap: 'anywhere' })
