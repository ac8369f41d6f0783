import { arranged, screen } from '~/ui/layered'
import { tightStack } from '~/ui/layout/layout.css'
import { arrowLink, softText } from '~/ui/text.css'
import { media, tokens } from '~/ui/tokens.css'

const { accent, ink, size, space } = tokens

export const rails = screen([
  tightStack,
  { marginBlockEnd: space.near, '@media': { [media.from960]: { gap: space.part, marginBlock: space.base } } },
])

export const bar = screen({ ...arranged.spread, columnGap: space.base, marginBlock: `calc(-1 * ${space.tight})` })
export const count = softText
export const after = screen([tightStack, { marginBlockStart: space.base }])

export const sorts = screen({ display: 'flex', flexWrap: 'wrap', marginInline: `calc(-1 * ${space.near})` })
export const sort = screen([
  arrowLink,
  {
    justifyContent: 'center',
    minInlineSize: size.target,
    paddingInline: space.near,
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
  },
])
