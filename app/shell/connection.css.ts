import { screen } from '~/ui/layered'
import { tokens } from '~/ui/tokens.css'

const { line, radius, size, space } = tokens

/** It takes the focus: its ring shows however the focus came. */
export const notice = screen({
  borderRadius: radius.control,
  selectors: { '&:focus': { outline: `${size.ring} solid ${line.focus}`, outlineOffset: size.offset } },
})

export const acts = screen({ display: 'flex', flexWrap: 'wrap', gap: space.near })
