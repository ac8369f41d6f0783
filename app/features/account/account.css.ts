import { arranged } from '~/ui/arranged'
import { button } from '~/ui/button/button.css'
import { screen } from '~/ui/layered'
import { media } from '~/ui/media'
import { tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'

export const picture = screen({ inlineSize: 'min(100%, 13rem)' })

export const code = screen({ fontFamily: 'monospace', overflowWrap: 'anywhere' })

const { ink, radius, space, surface } = tokens

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

export const changeButton = screen([
  button({ variant: 'line', size: 'small' }),
  {
    selectors: { 'details[open] &': { background: surface.raised } },
    '@media': { [media.hover]: { selectors: { 'summary:hover &': { background: surface.raised } } } },
  },
])
