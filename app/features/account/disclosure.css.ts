import { arranged } from '~/ui/arranged'
import { screen } from '~/ui/layered'
import { media } from '~/ui/media'
import { tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'

const { ink, line, motion, radius, size, space, surface } = tokens

/** The line of a details element: what it is, and a button at its end. */
export const summary = screen({
  ...typography.label,
  fontWeight: 400,
  ...arranged.row,
  justifyContent: 'space-between',
  gap: space.snug,
  paddingBlock: space.near,
  color: ink.soft,
  cursor: 'pointer',
  listStyle: 'none',
  borderRadius: radius.control,
  selectors: { '&::-webkit-details-marker': { display: 'none' } },
})

/** Looks like an outlined button, but the whole summary line opens the form. */
export const changeButton = screen({
  ...typography.small,
  fontWeight: 700,
  display: 'inline-flex',
  alignItems: 'center',
  minBlockSize: size.target,
  paddingInline: space.base,
  border: `${size.hairline} solid ${line.edge}`,
  borderRadius: radius.control,
  color: ink.body,
  whiteSpace: 'nowrap',
  transition: `background-color ${motion.colour}`,
  selectors: { 'details[open] &': { background: surface.raised } },
  '@media': {
    [media.hover]: { selectors: { 'summary:hover &': { background: surface.raised } } },
    [media.forcedColors]: { borderColor: 'ButtonText' },
  },
})
