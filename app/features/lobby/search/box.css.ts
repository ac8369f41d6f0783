import { screen } from '~/ui/layered'
import { media } from '~/ui/media'

/** Full width under the title, 21rem wide beside it from 768 px. */
export const search = screen({
  display: 'block',
  inlineSize: '100%',
  '@media': { [media.from768]: { inlineSize: '21rem' } },
})
