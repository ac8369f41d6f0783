import { arranged } from '~/ui/arranged'
import { screen } from '~/ui/layered'
import { media } from '~/ui/media'
import { tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'

const { ink, line, size, space } = tokens

const oneColumn = { ...arranged.column, alignContent: 'start' } as const

export const section = screen({ ...oneColumn, gap: space.base })
export const head = screen({ ...oneColumn, gap: space.tight })
export const text = screen({ ...typography.small, color: ink.soft })

/** Side by side from 960 px. */
export const columns = screen({
  ...oneColumn,
  alignItems: 'start',
  gap: space.base,
  '@media': { [media.from960]: { gridTemplateColumns: 'repeat(auto-fit, minmax(24rem, 1fr))', gap: space.part } },
})

export const form = screen({ ...oneColumn, gap: space.roomy })
/** The three deposit limits, side by side where there is room. */
export const limits = screen({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 16rem), 1fr))',
  alignItems: 'start',
  gap: space.roomy,
})
/** Above a form that has no gap of its own. */
export const question = screen({ marginBlockEnd: space.part })
/** A limit's field and its meter. */
export const limit = screen({ ...oneColumn, gap: space.snug })

export const pending = screen({ ...oneColumn })
export const raise = screen({
  ...oneColumn,
  gap: space.near,
  selectors: {
    '& + &': {
      borderBlockStart: `${size.hairline} solid ${line.hair}`,
      marginBlockStart: space.base,
      paddingBlockStart: space.base,
    },
  },
})
export const raiseTitle = screen({ ...typography.label })
