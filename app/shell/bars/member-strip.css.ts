import { cornerOfIcon } from '~/ui/badge/badge.css'
import { arranged, shell, typography } from '~/ui/layered'
import { faintText } from '~/ui/text.css'
import { media, tokens } from '~/ui/tokens.css'
import { container } from '../shell.css'

const { ink, line, size, space, surface } = tokens

export const strip = shell({
  background: surface.panel,
  borderBlockEnd: `${size.hairline} solid ${line.hair}`,
  '@media': { [media.below480]: { background: 'none' }, [media.from1200]: { display: 'none' } },
})

export const row = shell([
  container,
  {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: space.near,
    minBlockSize: '48px',
    paddingBlock: space.tight,
    '@media': { [media.from960]: { columnGap: space.part } },
  },
])

export const own = shell({
  ...arranged.row,
  minInlineSize: 0,
  columnGap: space.near,
  '@media': {
    [media.below480]: { ...arranged.column, flex: '1 1 auto' },
    [media.from960]: { flex: '1 1 auto', justifyContent: 'space-between', columnGap: space.part },
  },
})

export const unreadable = shell({ flexBasis: '100%' })

export const welcome = shell({
  ...typography.small,
  color: ink.soft,
  ...arranged.ellipsis,
  // The greeting takes only the width that the money doesn't need.
  '@media': { [media.below480]: { inlineSize: 0, minInlineSize: '100%' } },
})

export const money = shell({
  ...typography.small,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: space.near,
  color: ink.soft,
})
/** On a phone, a line of its own below the other figures. */
export const inGame = shell([faintText, { '@media': { [media.below480]: { order: 1, flexBasis: '100%' } } }])
export const moneyFigure = shell({
  fontSize: '1.125rem',
  lineHeight: '1.5rem',
  '@media': { [media.from960]: { fontSize: 'inherit', lineHeight: 'inherit' } },
})

export const rest = shell({
  ...arranged.row,
  marginInlineStart: 'auto',
  '@media': { [media.from960]: { gap: space.part } },
})

const link = shell({
  ...typography.small,
  color: ink.soft,
  textDecoration: 'none',
  minBlockSize: size.target,
  '@media': { [media.hover]: { selectors: { '&:hover': { color: ink.body } } } },
})

export const comp = shell([
  link,
  {
    ...arranged.row,
    columnGap: space.tight,
    '@media': { [media.below480]: { flexDirection: 'column', alignItems: 'end', justifyContent: 'center' } },
  },
])

export const unreadLink = shell([
  link,
  {
    position: 'relative',
    ...arranged.centred,
    gap: space.near,
    minInlineSize: size.target,
    '@media': { [media.below960]: { selectors: { '&:last-child': { marginInlineEnd: `calc(-1 * ${space.near})` } } } },
  },
])
export const from960Only = shell({ '@media': { [media.below960]: { display: 'none' } } })
export const bubble = shell([cornerOfIcon, { '@media': { [media.from960]: { display: 'none' } } }])
export const value = shell({
  fontWeight: 700,
  color: ink.body,
  whiteSpace: 'nowrap',
})
export const valueFrom960 = shell([value, from960Only])
