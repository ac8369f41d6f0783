import { screen } from '~/ui/layered'
import { tokens } from '~/ui/tokens.css'

const { space } = tokens

export const title = screen({ display: 'flex', alignItems: 'center', gap: space.snug })
export const providerPicture = screen({ inlineSize: '44px', flex: 'none', display: 'flex' })
