import { arranged } from '~/ui/arranged'
import { component, componentRecipe, screen } from '~/ui/layered'
import { media } from '~/ui/media'
import { tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'

const { good, ink, line, radius, size, space } = tokens

/** The steps stand in a row, joined by lines. */
export const steps = component({ display: 'flex', gap: space.near, margin: 0, padding: 0, listStyle: 'none' })

const markSize = '24px'

export const step = componentRecipe(
  {
    ...typography.small,
    position: 'relative',
    display: 'grid',
    flex: '1 1 0',
    gap: space.tight,
    minInlineSize: 0,
    overflowWrap: 'anywhere',
  },
  {
    state: {
      past: { color: ink.soft, ...joined(good.ink) },
      current: { color: ink.body, fontWeight: 700, ...joined(line.field) },
      ahead: { color: ink.faint },
    },
  },
)

/** A line from a step's mark to the next one. */
function joined(colour: string) {
  return {
    selectors: {
      '&:not(:last-child)::before': {
        content: '',
        position: 'absolute',
        insetBlockStart: `calc(${markSize} / 2 - ${size.ring} / 2)`,
        insetInlineStart: `calc(${markSize} + ${space.tight})`,
        insetInlineEnd: `calc(${space.tight} - ${space.near})`,
        borderBlockStart: `${size.ring} solid ${colour}`,
      },
    },
  } as const
}

export const mark = component({
  display: 'grid',
  placeItems: 'center',
  inlineSize: markSize,
  blockSize: markSize,
  borderRadius: radius.full,
  border: `${size.ring} solid ${line.field}`,
  selectors: {
    [`${step.classNames.variants.state.past} > &, ${step.classNames.variants.state.current} > &`]: {
      borderColor: good.ink,
      background: good.soft,
      color: good.ink,
    },
  },
})

export const outlook = screen({ ...typography.label, fontWeight: 400, color: ink.soft })
export const note = screen({ ...typography.tiny, color: ink.faint })

/** A receipt on home: its headline takes the focus by script, so it needs no focus ring. */
export const headline = screen({
  display: 'flex',
  alignItems: 'start',
  gap: space.near,
  selectors: { '&:focus': { outline: 'none' } },
})
export const headlineIcon = screen({ display: 'grid', color: good.ink, paddingBlock: space.hair })
export const title = screen({ ...typography.titlePart })

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
