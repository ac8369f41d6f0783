import { arranged } from '~/ui/arranged'
import { screen } from '~/ui/layered'
import { media } from '~/ui/media'
import { tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'

const { ink, size, space } = tokens

/** One column on a phone, what helps below the form; from 1200 px beside it. */
export const page = screen({
  ...arranged.column,
  columnGap: space.section,
  rowGap: space.block,
  '@media': { [media.from1200]: { gridTemplateColumns: `minmax(0, ${size.form}) minmax(18rem, 28rem)` } },
})

export const aside = screen({ ...arranged.column, alignContent: 'start', gap: space.base, maxInlineSize: size.form })

export const steps = screen({
  ...typography.label,
  fontWeight: 400,
  color: ink.soft,
  display: 'grid',
  gap: space.near,
  listStyle: 'decimal',
  paddingInlineStart: space.part,
})
export const text = screen({ ...typography.label, fontWeight: 400, color: ink.soft })
