import { component, componentRecipe, componentVariants, insideComponent, typography } from '../layered'
import { faintText } from '../text.css'
import { media, tokens } from '../tokens.css'

const { good, ink, line, radius, size, space, surface } = tokens

export const table = component({
  ...typography.label,
  fontWeight: 400,
  display: 'block',
  inlineSize: '100%',
  '@media': {
    [media.from768]: { display: 'table', background: surface.panel, borderRadius: radius.card, overflow: 'hidden' },
  },
})

export const head = component([
  faintText,
  {
    '@media': {
      [media.below768]: {
        position: 'absolute',
        inlineSize: '1px',
        blockSize: '1px',
        overflow: 'hidden',
        clipPath: 'inset(50%)',
      },
      [media.from768]: { display: 'table-header-group' },
    },
  },
])

export const body = component({ display: 'block', '@media': { [media.from768]: { display: 'table-row-group' } } })

export const detailsRow = component({
  display: 'block',
  breakBefore: 'avoid',
  '@media': { [media.from768]: { display: 'table-row' } },
})

export const groupRow = component({ display: 'block', '@media': { [media.from768]: { display: 'table-row' } } })
export const groupHead = component({
  ...typography.tiny,
  color: ink.soft,
  display: 'block',
  textAlign: 'start',
  paddingBlock: space.near,
  '@media': { [media.from768]: { display: 'table-cell', background: surface.raised, paddingInline: space.roomy } },
})

export const row = component({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gridTemplateAreas: '"start end" "below belowEnd"',
  alignItems: 'center',
  columnGap: space.snug,
  minBlockSize: size.rowTwoLines,
  paddingBlock: space.snug,
  selectors: { [`& + &, ${detailsRow} + &`]: { borderBlockStart: `${size.hairline} solid ${line.hair}` } },
  '@media': { [media.from768]: { display: 'table-row', minBlockSize: 0 } },
})

export const headRow = component({
  display: 'flex',
  whiteSpace: 'nowrap',
  '@media': { [media.from768]: { display: 'table-row', borderBlockEnd: `${size.hairline} solid ${line.edge}` } },
})

const cell = component({
  minInlineSize: 0,
  '@media': {
    [media.from768]: {
      display: 'table-cell',
      blockSize: '50px',
      paddingBlock: space.near,
      paddingInline: space.near,
      verticalAlign: 'middle',
      selectors: {
        '&:first-child': { paddingInlineStart: space.roomy },
        '&:last-child': { paddingInlineEnd: space.roomy },
      },
    },
  },
})

export const details = component({
  display: 'block',
  paddingBlockEnd: space.base,
  '@media': { [media.from768]: { display: 'table-cell', paddingBlockEnd: space.roomy, paddingInline: space.roomy } },
})

export const headCells = componentVariants([cell, { fontWeight: 400, textAlign: 'start', blockSize: 'auto' }], {
  text: {},
  strong: {},
  date: {},
  number: { textAlign: 'end' },
  badge: { textAlign: 'end' },
})

export const rowLink = component({
  color: 'inherit',
  textDecoration: 'none',
  selectors: { '&::after': { content: '', position: 'absolute', inset: 0 } },
  '@media': {
    [media.hover]: { selectors: { '&:hover': { textDecoration: 'underline', textUnderlineOffset: '.25em' } } },
  },
})

const from768Text = { ...typography.label, fontWeight: 400, color: ink.soft } as const
const figures = { whiteSpace: 'nowrap' } as const
const brokenFigures = { [media.below240]: { whiteSpace: 'normal' } } as const

export const bodyCell = componentRecipe([cell], {
  place: {
    start: { gridArea: 'start', fontWeight: 700 },
    end: { gridArea: 'end', textAlign: 'end' },
    endAndLine: { textAlign: 'end', '@media': { [media.below768]: { display: 'contents' } } },
    below: { ...typography.tiny, gridArea: 'below', color: ink.faint },
    belowEnd: { gridArea: 'belowEnd', justifySelf: 'end' },
    wide: { display: 'none' },
  },
  kind: {
    text: { '@media': { [media.from768]: from768Text } },
    strong: { '@media': { [media.from768]: { ...typography.label, fontWeight: 700, color: ink.body } } },
    date: {
      '@media': { [media.from768]: { ...from768Text, whiteSpace: 'nowrap' } },
    },
    number: { ...figures, '@media': { ...brokenFigures, [media.from768]: { ...from768Text, textAlign: 'end' } } },
    badge: { '@media': { [media.from768]: { textAlign: 'end' } } },
  },
})

const { endAndLine } = bodyCell.classNames.variants.place
insideComponent(`${endAndLine} > *`, { '@media': { [media.below768]: { gridArea: 'end' } } })
insideComponent(`${endAndLine} > * + *`, {
  '@media': { [media.below768]: { gridArea: 'auto', gridColumn: '1 / -1', whiteSpace: 'normal' } },
})

export const money = componentVariants(
  { ...figures, fontWeight: 700, '@media': brokenFigures },
  {
    in: { color: good.ink },
    out: { color: ink.body },
    cancelled: { color: ink.soft, fontWeight: 400, textDecoration: 'line-through' },
    plain: { color: ink.body },
  },
)
