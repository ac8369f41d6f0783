import { arranged } from '~/ui/arranged'
import { insideScreen, screen } from '~/ui/layered'
import { media } from '~/ui/media'
import { softText } from '~/ui/text.css'
import { tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'

const { line, size, space } = tokens

const oneColumn = { ...arranged.column, alignContent: 'start' } as const

export const section = screen({ ...oneColumn, gap: space.base })
export const text = softText

/** Side by side from 960 px. */
export const columns = screen({
  ...oneColumn,
  alignItems: 'start',
  gap: space.base,
  '@media': { [media.from960]: { gridTemplateColumns: 'repeat(auto-fit, minmax(24rem, 1fr))', gap: space.part } },
})

export const form = screen({ ...oneColumn, gap: space.roomy })

/** Limits by period, in three columns of one width on a phone too, where seven digits and a word are one line. */
export const table = screen({ inlineSize: `calc(100% + ${space.near})`, tableLayout: 'fixed' })
insideScreen(`${table} :is(caption, th)`, { textAlign: 'start', paddingBlock: `${space.snug} ${space.near}` })
export const cell = screen({ verticalAlign: 'top', paddingBlockEnd: space.near, paddingInlineEnd: space.near })
insideScreen(`${cell} p`, { fontSize: '.8125rem', letterSpacing: '-.02em' })
insideScreen(`${cell} input`, { paddingInline: space.near })
/** There is no room for the icon of an error beside its words. */
insideScreen(`${cell} p > span:has(> svg)`, { display: 'none' })
/** The three deposit limits, side by side where there is room. */
export const limits = screen({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 16rem), 1fr))',
  alignItems: 'start',
  gap: space.roomy,
})
/** Above a form that has no gap of its own. */
export const question = screen({ marginBlockEnd: space.part })
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
