import { chevronRight } from '~/ui/fold.css'
import { arranged, insideShell, shell, typography } from '~/ui/layered'
import { faintText, softText } from '~/ui/text.css'
import { media, tokens } from '~/ui/tokens.css'

const { ink, line, radius, size, space, surface } = tokens

export const panel = shell({
  ...arranged.column,
  gap: space.part,
  '@media': {
    [media.from1200]: { padding: space.roomy, borderRadius: radius.card, background: surface.panel },
    [`${media.from1200} and ${media.forcedColors}`]: { border: '1px solid CanvasText' },
  },
})

export const cards = shell({ ...arranged.column, gap: space.base })
insideShell(`${panel} + *`, { '@media': { [media.below1200]: { background: surface.ground } } })

export const identity = shell({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: space.snug,
})
export const picture = shell({
  inlineSize: size.target,
  blockSize: size.target,
  borderRadius: radius.control,
  gridRow: 'span 2',
})
/** The size lets the greeting for a 12-letter id fit on one line. */
export const id = shell({ ...typography.label, fontWeight: 700, overflowWrap: 'anywhere', gridColumn: '2 / -1' })
export const nick = shell({ ...typography.tiny, color: ink.faint, ...arranged.ellipsis, gridColumn: 2 })
export const logout = shell({
  ...typography.small,
  ...arranged.row,
  gap: '6px',
  minBlockSize: size.target,
  color: ink.soft,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  gridColumn: 3,
  '@media': { [media.hover]: { selectors: { '&:hover': { color: ink.body } } } },
})

export const money = shell({ ...arranged.column })
export const transfer = shell({ marginBlockStart: space.snug })
export const moneyLabel = softText
export const moneyNote = faintText

export const actions = shell({ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: space.near })

export const onlyAction = shell({ display: 'grid' })

export const rows = shell({ ...arranged.column, marginBlock: `calc(-1 * ${space.near})` })
export const plainRow = shell({
  ...typography.label,
  fontWeight: 400,
  ...arranged.row,
  gap: space.near,
  minBlockSize: size.button,
  color: ink.body,
})
insideShell(`${plainRow} > :last-child`, { marginInlineStart: 'auto' })
export const row = shell([
  plainRow,
  {
    textDecoration: 'none',
    selectors: { '&::after': chevronRight },
    '@media': {
      [media.hover]: { selectors: { '&:hover': { textDecoration: 'underline', textUnderlineOffset: '.25em' } } },
    },
  },
])
export const item = shell({ selectors: { '& + &': { borderBlockStart: `${size.hairline} solid ${line.hair}` } } })
export const value = shell({ fontWeight: 600, color: ink.body })
