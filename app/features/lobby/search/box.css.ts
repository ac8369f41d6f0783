import { screen } from '~/ui/layered'
import { media } from '~/ui/media'

export const search = screen({
  display: 'block',
  inlineSize: '100%',
  '@media': { [media.from768]: { inlineSize: '21rem' } },
})
