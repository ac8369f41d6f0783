import { chevronRight } from '~/ui/fold.css'
import { arranged, insideShell, shell, typography } from '~/ui/layered'
import { media, tokens } from '~/ui/tokens.css'

const { accent, ink, line, radius, size, space, surface } = tokens

export const menu = shell({ ...arranged.column, gap: space.base })
export const others = shell({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  columnGap: space.base,
})

const entry = shell({
  ...typography.body,
  position: 'relative',
  ...arranged.row,
  gap: space.near,
  minBlockSize: size.button,
  color: ink.soft,
  textDecoration: 'none',
  selectors: {
    '&[aria-current]': { color: ink.body, fontWeight: 700 },
    '&[aria-current]::before': {
      content: '""',
      position: 'absolute',
      insetBlock: space.near,
      insetInlineStart: `calc(-1 * ${space.near})`,
      inlineSize: size.current,
      background: accent.line,
    },
  },
  '@media': {
    [media.hover]: { selectors: { '&:hover': { color: ink.body } } },
    [media.forcedColors]: { selectors: { '&[aria-current]::before': { background: 'Highlight' } } },
  },
})

export const menuLinks = {
  play: shell([
    entry,
    {
      ...typography.titlePart,
      fontSize: '1.25rem',
      lineHeight: '1.75rem',
      minBlockSize: size.row,
      color: ink.body,
      borderBlockEnd: `${size.hairline} solid ${line.hair}`,
      selectors: { '&::after': { ...chevronRight, marginInlineStart: 'auto' } },
    },
  ]),
  others: entry,
}

insideShell(`${entry} > svg`, { color: ink.soft, flex: 'none' })
export const end = shell({ ...arranged.row, color: ink.soft })

export const languages = shell([others, { gap: space.near }])
export const language = shell({
  ...typography.label,
  fontWeight: 400,
  ...arranged.centred,
  minBlockSize: size.target,
  paddingInline: space.near,
  border: `${size.hairline} solid ${line.edge}`,
  borderRadius: radius.control,
  color: ink.soft,
  selectors: {
    '&[aria-current]': { background: ink.body, borderColor: ink.body, color: surface.ground, fontWeight: 700 },
  },
  '@media': {
    [media.hover]: { selectors: { '&:hover:not([aria-current])': { background: surface.raised, color: ink.body } } },
    [media.forcedColors]: { selectors: { '&[aria-current]': { outline: '2px solid Highlight' } } },
  },
})
