import { screen } from '~/ui/layered'
import { tokens } from '~/ui/tokens.css'

const { line, radius, size } = tokens

/** Around what says that a response was lost. Focused by script, so the ring shows on :focus, not only on :focus-visible. */
export const alert = screen({
  borderRadius: radius.control,
  selectors: { '&:focus': { outline: `${size.ring} solid ${line.focus}`, outlineOffset: size.offset } },
})
