import { cornerOfIcon } from '~/ui/badge/badge.css'
import { button } from '~/ui/button/button.css'
import { chevronDown, unmarked } from '~/ui/fold.css'
import { arranged, component, shell, typography } from '~/ui/layered'
import { media, tokens } from '~/ui/tokens.css'
import { container } from '../shell.css'
import { from960Only } from './member-strip.css'

/** This is a gradient, because forced-colors mode would replace a background color. */
export const lamp = component({ background: `linear-gradient(${tokens.accent.fill} 0 0) center / 6px 6px no-repeat` })

const { accent, ink, layer, line, radius, shadow, size, space, surface } = tokens

const barHeight = '68px'

export const bar = shell({ background: surface.ground, borderBlockEnd: `${size.hairline} solid ${line.hair}` })

export const row = shell([
  container,
  { ...arranged.row, minBlockSize: '56px', '@media': { [media.from960]: { minBlockSize: barHeight } } },
])

export const iconButton = shell({
  ...arranged.centred,
  inlineSize: size.target,
  minBlockSize: size.target,
  flex: 'none',
  borderRadius: radius.control,
  color: ink.soft,
  '@media': { [media.hover]: { selectors: { '&:hover': { color: ink.body } } } },
})

export const menuButton = shell([
  iconButton,
  { marginInlineStart: '-10px', '@media': { [media.from1200]: { display: 'none' } } },
])

export const markedBrand = shell({ display: 'grid', flexShrink: 1000, minInlineSize: 0 })

export const brand = shell({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '10px',
  minBlockSize: size.target,
  paddingInline: space.tight,
  flex: 'none',
  color: ink.body,
  textDecoration: 'none',
  marginInlineStart: `calc(-1 * ${space.tight})`,
})
export const ownBrand = shell([brand, { flexShrink: 1000, minInlineSize: 0 }])
const brandSpace = '160px'

export const playMoney = shell({
  ...typography.micro,
  color: ink.soft,
  pointerEvents: 'none',
  whiteSpace: 'nowrap',
  marginBlockStart: '-18px',
  paddingInlineStart: '36px',
})
export const brandMark = shell({ flex: 'none' })
const aboveMark = { [`${markedBrand} &`]: { paddingBlockEnd: '12px' } }
export const brandLogo = shell({ minInlineSize: 0, maxInlineSize: brandSpace, selectors: aboveMark })
export const brandName = shell({
  fontSize: '1.25rem',
  lineHeight: '1.75rem',
  fontWeight: 800,
  letterSpacing: '-.04em',
  whiteSpace: 'nowrap',
  maxInlineSize: brandSpace,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  selectors: aboveMark,
})

export const nav = shell({
  display: 'none',
  marginInlineStart: space.base,
  minInlineSize: 0,
  '@media': { [media.from960]: { ...arranged.row } },
})

const group = shell({ ...arranged.row })

const withDivider = shell({
  selectors: {
    'ul + &::before': {
      content: '""',
      inlineSize: size.hairline,
      blockSize: '16px',
      background: line.edge,
      marginInline: space.snug,
      '@media': { [media.below1400]: { marginInline: space.near } },
    },
  },
})

export const groups = {
  play: group,
  money: shell([group, withDivider]),
  support: shell([group, withDivider, { '@media': { [media.below1200]: { display: 'none' } } }]),
}

export const supportFrom1400 = shell([groups.support, { '@media': { [media.below1400]: { display: 'none' } } }])

const menuLink = shell({
  ...typography.label,
  fontWeight: 400,
  position: 'relative',
  ...arranged.row,
  blockSize: barHeight,
  paddingInline: '11px',
  color: ink.soft,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  selectors: {
    '&[aria-current]': { color: ink.body },
    '&[aria-current]::after': {
      content: '""',
      position: 'absolute',
      insetInline: 0,
      insetBlockEnd: '-1px',
      blockSize: size.current,
      background: accent.line,
    },
  },
  '@media': {
    [media.hover]: { selectors: { '&:hover': { color: ink.body } } },
    [media.below1400]: { paddingInline: '9px' },
    [media.forcedColors]: { selectors: { '&[aria-current]::after': { background: 'Highlight' } } },
  },
})

export const menuLinks = {
  play: shell([menuLink, { ...typography.titleCard, color: ink.body, paddingInline: '14px' }]),
  money: menuLink,
  support: menuLink,
}

export const actions = shell({
  marginInlineStart: 'auto',
  minInlineSize: 0,
  ...arranged.row,
  gap: space.tight,
  paddingInlineStart: space.tight,
})

export const walletButton = shell([
  iconButton,
  { position: 'relative', marginInlineEnd: '-10px', '@media': { [media.from1200]: { display: 'none' } } },
])

/** Below 960 px, the bottom bar has the mark. */
export const newsMark = shell([cornerOfIcon, from960Only])

export const loginButton = shell([
  button({ size: 'small' }),
  { '@media': { [media.below600]: { paddingInline: space.snug }, [media.from600]: { whiteSpace: 'nowrap' } } },
])

export const dropdown = shell({ position: 'relative', flex: 'none' })
export const dropdownTo1400 = shell([
  dropdown,
  { display: 'none', '@media': { [`${media.from1200} and ${media.below1400}`]: { display: 'flex' } } },
])

export const dropdownButton = shell([
  unmarked,
  {
    ...typography.small,
    ...arranged.centred,
    gap: '6px',
    minInlineSize: size.target,
    paddingInline: '10px',
    borderRadius: radius.control,
    whiteSpace: 'nowrap',
    selectors: { [`${dropdown}[open] > &`]: { color: ink.body } },
    '@media': { [media.hover]: { selectors: { '&:hover': { color: ink.body } } } },
  },
])

export const summaryLabel = shell([
  chevronDown,
  { display: 'none', '@media': { [media.from960]: { ...arranged.row, gap: space.near } } },
])
export const summaryLabelFrom1200 = shell([summaryLabel, { '@media': { [media.below1200]: { display: 'none' } } }])

export const dropdownPanel = shell({
  position: 'absolute',
  zIndex: layer.sticky,
  insetBlockStart: '100%',
  insetInlineEnd: 0,
  minInlineSize: '11rem',
  display: 'grid',
  gap: space.hair,
  padding: space.near,
  borderRadius: radius.card,
  background: surface.panel,
  boxShadow: shadow.over,
  '@media': { [media.forcedColors]: { border: '1px solid CanvasText' } },
})

export const dropdownItem = shell({
  ...typography.label,
  fontWeight: 400,
  ...arranged.row,
  justifyContent: 'space-between',
  gap: space.base,
  inlineSize: '100%',
  minBlockSize: size.target,
  paddingInline: space.snug,
  borderRadius: radius.control,
  color: ink.body,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  selectors: { '&[aria-current]': { fontWeight: 700 } },
  '@media': { [media.hover]: { selectors: { '&:hover': { background: surface.raised } } } },
})
