import { arranged, screen, typography } from '~/ui/layered'
import { stack } from '~/ui/layout/layout.css'
import { media, tokens } from '~/ui/tokens.css'

const { ink, line, size, space } = tokens

export const page = screen({
  ...arranged.column,
  '@media': {
    [media.from960]: {
      gridTemplateColumns: `13rem minmax(0, ${size.reading})`,
      columnGap: space.end,
      justifyContent: 'center',
    },
  },
})
export const text = screen([stack, { gap: space.block, maxInlineSize: size.reading }])
export const contents = screen({
  ...typography.label,
  display: 'none',
  '@media': {
    [media.from960]: {
      display: 'grid',
      alignSelf: 'start',
      gap: space.near,
      position: 'sticky',
      insetBlockStart: space.wide,
      maxBlockSize: `calc(100dvh - ${space.wide} * 2)`,
      overflowY: 'auto',
      paddingInlineEnd: space.part,
      borderInlineEnd: `${size.hairline} solid ${line.hair}`,
    },
  },
})
export const contentsTitle = screen({ color: ink.faint })
export const contentsLink = screen({
  display: 'block',
  paddingBlock: '11px',
  fontWeight: 400,
  color: ink.soft,
  textDecoration: 'none',
  '@media': { [media.hover]: { selectors: { '&:hover': { color: ink.body, textDecoration: 'underline' } } } },
})
