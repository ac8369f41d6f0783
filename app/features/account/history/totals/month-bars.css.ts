import { foldHead } from '~/ui/fold.css'
import { arranged, insideScreen, screen, typography } from '~/ui/layered'
import { media, tokens } from '~/ui/tokens.css'

const { accent, good, ink, line, radius, size, space } = tokens

export const figure = screen({
  ...arranged.column,
  gap: space.near,
  padding: space.base,
  '@media': { [media.from768]: { padding: space.roomy } },
})

export const kindColour = {
  deposits: screen({ color: good.ink }),
  withdrawals: screen({ color: ink.faint }),
  net: screen({ color: ink.body }),
}

export const caption = screen({
  ...typography.tiny,
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: space.base,
  whiteSpace: 'nowrap',
})
export const key = screen({
  ...arranged.row,
  gap: space.near,
  selectors: {
    '&::before': {
      content: '',
      inlineSize: '10px',
      blockSize: '10px',
      borderRadius: '2px',
      background: 'currentColor',
      forcedColorAdjust: 'none',
    },
  },
})
export const most = screen({ color: ink.soft, marginInlineStart: 'auto' })

export const picture = screen({
  display: 'block',
  inlineSize: '100%',
  blockSize: '7rem',
  borderBlockStart: `${size.hairline} solid ${line.edge}`,
  forcedColorAdjust: 'none',
})

export const months = screen({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
})
export const month = screen({
  ...typography.tiny,
  ...arranged.centred,
  color: ink.soft,
  minBlockSize: size.target,
  marginBlockStart: '-7.5rem',
  paddingBlockStart: '7.5rem',
  textDecoration: 'none',
  borderRadius: radius.control,
  '@media': { [media.hover]: { selectors: { '&:hover': { color: accent.text, textDecoration: 'underline' } } } },
})

export const summary = screen([foldHead, typography.label])
export const table = screen({ ...typography.small, inlineSize: '100%' })
insideScreen(`${table} :is(th, td)`, { textAlign: 'end', paddingBlock: space.tight, fontWeight: 400 })
insideScreen(`${table} :is(th, td):first-child`, { textAlign: 'start' })
insideScreen(`${table} thead`, { color: ink.faint })
