import { form as column, group as fields, groupTitle } from '~/ui/form/form.css'
import { arranged, insideScreen, screen } from '~/ui/layered'
import { plainText } from '~/ui/text.css'
import { media, tokens } from '~/ui/tokens.css'
import { summary } from '../account.css'

const { accent, line, size, space } = tokens

export const takesTurns = `${media.below600} and (scripting: enabled)`

/** One column on a phone; from 960 px the picture and the help are beside the form. */
export const page = screen({
  ...arranged.column,
  columnGap: space.section,
  rowGap: space.block,
  '@media': {
    [media.from960]: { gridTemplate: 'auto 1fr / minmax(0, 3fr) minmax(0, 2fr)' },
  },
})

/** On a phone the picture is last, so that a group fits the screen. */
export const scene = screen({
  '@media': { [takesTurns]: { order: 1 }, [media.from960]: { gridArea: '1 / 2' } },
})
insideScreen(`${scene} + *`, { '@media': { [media.from960]: { gridRow: '1 / 3' } } })
insideScreen(`${scene} img`, { '@media': { [media.from960]: { blockSize: 'auto' } } })

export const form = screen([
  column,
  { '@media': { [media.below600]: { gap: space.base }, [media.from768]: { maxInlineSize: 'none', gap: space.wide } } },
])
export const codeLine = screen([summary, { paddingBlock: 0 }])
export const groups = screen({ ...arranged.column, gap: space.wide })
export const group = screen([
  fields,
  {
    alignContent: 'start',
    '@media': {
      [media.below600]: { gap: space.base },
      [media.from600]: {
        selectors: {
          '& + &': { borderBlockStart: `${size.hairline} solid ${line.hair}`, paddingBlockStart: space.wide },
        },
      },
      [media.from768]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    },
  },
])
const wholeRows = ':is(legend, details, p, :has([type=checkbox]))'
insideScreen(`${group} > ${wholeRows}`, { '@media': { [media.from768]: { gridColumn: '1 / -1' } } })
insideScreen(`${group} > :has([name=pw])`, { '@media': { [media.from768]: { gridColumnStart: 1 } } })
export const waitingGroup = screen([group, { '@media': { [takesTurns]: { display: 'none' } } }])
export const heading = screen([
  groupTitle,
  { scrollMarginBlockStart: '10rem', selectors: { '&:focus': { outline: 'none' } } },
])

export const actions = screen({
  display: 'flex',
  gap: space.near,
  '@media': { [media.from768]: { maxInlineSize: size.dialog } },
})
export const act = screen({ flex: 1, minInlineSize: 0 })
export const inTurns = screen({ display: 'none', '@media': { [takesTurns]: { display: 'inline' } } })
export const progress = screen([inTurns, { color: accent.text, marginInlineEnd: space.tight }])
/** One bar per step; reached steps have the accent colour. */
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

export const aside = screen({
  ...arranged.column,
  alignContent: 'start',
  gap: space.base,
  '@media': { [media.from960]: { gridColumn: 2 } },
})

export const text = plainText
