import { screen } from '~/ui/layered'
import { tokens } from '~/ui/tokens.css'

const { line, radius, size, space } = tokens

/** Focused by script, so the ring shows on :focus, not only on :focus-visible. */
export const alert = screen({
  borderRadius: radius.control,
  selectors: { '&:focus': { outline: `${size.ring} solid ${line.focus}`, outlineOffset: size.offset } },
})

export const actions = screen({ display: 'flex', flexWrap: 'wrap', gap: space.near })
