import { arranged, screen, typography } from '~/ui/layered'
import { softText } from '~/ui/text.css'
import { media, tokens } from '~/ui/tokens.css'

const { accent, ink, size, space } = tokens

export const rails = screen({
  ...arranged.column,
  gap: space.near,
  marginBlockEnd: space.near,
  '@media': { [media.from960]: { gap: space.part, marginBlock: space.base } },
})

export const bar = screen({
  ...arranged.spread,
  columnGap: space.base,
  marginBlock: `calc(-1 * ${space.tight})`,
})
export const count = softText
export const after = screen({ ...arranged.column, gap: space.near, marginBlockStart: space.base })

export const sorts = screen({ display: 'flex', flexWrap: 'wrap', marginInline: `calc(-1 * ${space.near})` })
export const sort = screen({
  ...typography.small,
  ...arranged.centred,
  minBlockSize: size.target,
  minInlineSize: size.target,
  paddingInline: space.near,
  color: ink.soft,
  textDecoration: 'none',
  selectors: {
    '&[aria-current]': {
      color: ink.body,
      fontWeight: 700,
      textDecoration: 'underline',
      textDecorationColor: accent.line,
      textDecorationThickness: '2px',
      textUnderlineOffset: '6px',
    },
  },
  '@media': { [media.hover]: { selectors: { '&:hover': { color: ink.body } } } },
})
