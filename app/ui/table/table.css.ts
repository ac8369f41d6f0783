import { component } from '../layered'
import { media } from '../media'
import { tokens } from '../tokens.css'
import { typography } from '../typography'

const { good, ink, line, radius, size, space, surface } = tokens

export const table = component({
  ...typography.label,
  fontWeight: 400,
  display: 'block',
  inlineSize: '100%',
  '@media': {
    [media.from768]: {
      display: 'table',
      background: surface.panel,
      borderRadius: radius.card,
      overflow: 'hidden',
    },
  },
})

export const caption = component({ display: 'block' })

export const head = component({
  ...typography.tiny,
  color: ink.faint,
  // Below 768 px the heads are for screen readers only.
  position: 'absolute',
  inlineSize: '1px',
  blockSize: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  '@media': {
    [media.from768]: {
      position: 'static',
      inlineSize: 'auto',
      blockSize: 'auto',
      overflow: 'visible',
      clipPath: 'none',
      display: 'table-header-group',
    },
  },
})

export const body = component({
  display: 'block',
  '@media': { [media.from768]: { display: 'table-row-group' } },
})

export const row = component({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gridTemplateAreas: '"start end" "below belowEnd"',
  alignItems: 'center',
  columnGap: space.snug,
  minBlockSize: size.rowTwoLines,
  paddingBlock: space.snug,
  selectors: { '& + &': { borderBlockStart: `${size.hairline} solid ${line.hair}` } },
  '@media': {
    [media.from768]: {
      display: 'table-row',
      minBlockSize: 0,
      selectors: { '& + &': { borderBlockStart: `${size.hairline} solid ${line.hair}` } },
    },
  },
})

/** A table row only from 768 px. */
export const headRow = component({
  display: 'flex',
  '@media': {
    [media.from768]: { display: 'table-row', borderBlockEnd: `${size.hairline} solid ${line.edge}` },
  },
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

export const headCell = component([cell, { fontWeight: 400, textAlign: 'start', blockSize: 'auto' }])

/** Position of a cell below 768 px. */
export const places = {
  start: component([cell, { gridArea: 'start', fontWeight: 700 }]),
  end: component([cell, { gridArea: 'end', textAlign: 'end' }]),
  below: component([cell, { ...typography.tiny, gridArea: 'below', color: ink.faint }]),
  belowEnd: component([cell, { gridArea: 'belowEnd', justifySelf: 'end' }]),
  line: component([
    cell,
    {
      ...typography.tiny,
      gridColumn: '1 / -1',
      color: ink.faint,
      display: 'flex',
      justifyContent: 'space-between',
      gap: space.snug,
    },
  ]),
  wide: component([cell, { display: 'none' }]),
}

/** Style of a column from 768 px. */
export const kinds = {
  text: component({ '@media': { [media.from768]: { ...typography.label, fontWeight: 400, color: ink.soft } } }),
  strong: component({ '@media': { [media.from768]: { ...typography.label, fontWeight: 700, color: ink.body } } }),
  date: component({
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    '@media': { [media.from768]: { ...typography.label, fontWeight: 400, color: ink.soft } },
  }),
  number: component({
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    '@media': { [media.from768]: { ...typography.label, fontWeight: 400, color: ink.soft, textAlign: 'end' } },
  }),
  badge: component({ '@media': { [media.from768]: { textAlign: 'end' } } }),
}

export const numberHead = component({ textAlign: 'end' })
export const lineHead = component({ '@media': { [media.from768]: { display: 'none' } } })

export const money = component({ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums', fontWeight: 700 })
export const directions = {
  in: component([money, { color: good.ink }]),
  out: component([money, { color: ink.body }]),
  cancelled: component([money, { color: ink.faint, fontWeight: 400, textDecoration: 'line-through' }]),
  plain: component([money, { color: ink.body }]),
}
