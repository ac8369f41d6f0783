import { screen } from '~/ui/layered'
import { tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'

const { space, warn } = tokens

export const line = screen({
  ...typography.tiny,
  display: 'flex',
  alignItems: 'center',
  gap: space.tight,
  color: warn.ink,
})
