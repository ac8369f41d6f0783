import * as bottomBar from '~/shell/bars/bottom.css'
import { label } from '~/ui/field/field.css'
import { arranged, insideScreen, screen } from '~/ui/layered'
import { stack } from '~/ui/layout/layout.css'
import { softText } from '~/ui/text.css'
import { media, tokens } from '~/ui/tokens.css'

const { layer, line, size, space, surface } = tokens

const oneColumn = { ...arranged.column, alignContent: 'start' } as const

export const section = screen({ ...oneColumn, gap: space.base })
export const text = softText

export const columns = screen({
  ...oneColumn,
  gap: space.base,
  '@media': { [media.from960]: { gridTemplateColumns: 'repeat(auto-fit, minmax(24rem, 1fr))', gap: space.part } },
})

export const form = screen({ ...oneColumn, gap: space.roomy })

export const scripted = screen({ '@media': { '(scripting: none)': { display: 'none' } } })

/** After a change, sticks above the bottom bar until its place in the form is in view. Its margin is a shadow. */
export const saveBar = screen({
  boxShadow: `0 0 0 ${space.near} ${surface.ground}`,
  '@media': {
    '(min-height: 480px)': { position: 'sticky', insetBlockEnd: 0, zIndex: layer.sticky },
    [media.below960]: { insetBlockEnd: bottomBar.barSize },
  },
})

insideScreen(`${columns} > *`, { display: 'flex', flexDirection: 'column' })
insideScreen(`${columns} form`, { marginBlockStart: 'auto' })

export const kind = screen({
  display: 'grid',
  alignItems: 'start',
  gap: space.base,
  '@media': { [media.from600]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } },
})
// Only a floated legend takes part in the fieldset's grid.
insideScreen(`${kind} > legend`, { float: 'left', gridColumn: '1 / -1' })
insideScreen(`${kind} label`, { fontWeight: 400 })
/** The amount used is between the label and the field. */
insideScreen(`${kind} :is(label, [id$=hint])`, { order: -1 })
// A link in one field's hint must not move its box out of the row.
insideScreen(`${kind}:has([id$=hint] a) [id$=hint]`, { '@media': { [media.from600]: { minBlockSize: '2lh' } } })
export const limits = screen({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 16rem), 1fr))',
  alignItems: 'start',
  gap: space.roomy,
})
export const question = screen({
  ...oneColumn,
  gap: space.base,
  scrollMargin: space.base,
})
export const questionLimits = screen([
  stack,
  { selectors: { 'form:not(:has([value=set]:checked)) &': { display: 'none' } } },
])
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
export const raiseTitle = label
