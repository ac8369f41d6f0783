import { arranged } from '~/ui/arranged'
import { screen } from '~/ui/layered'
import { tokens } from '~/ui/tokens.css'

const { space } = tokens

export const title = screen({ ...arranged.row, gap: space.snug })
export const providerPicture = screen({ inlineSize: '44px', flex: 'none', display: 'flex' })
