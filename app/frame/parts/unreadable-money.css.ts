import { shell } from '~/ui/layered'
import { tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'

export const note = shell({ ...typography.small, color: tokens.ink.soft })
