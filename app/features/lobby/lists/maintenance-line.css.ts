import { arranged } from '~/ui/arranged'
import { screen } from '~/ui/layered'
import { tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'

const { space, warn } = tokens

export const line = screen({ ...typography.tiny, ...arranged.row, gap: space.tight, color: warn.ink })
