import { screen } from '~/ui/layered'
import { media } from '~/ui/media'

/** Under the title on a phone, at its end where both fit. */
export const search = screen({
  display: 'block',
  inlineSize: '100%',
  '@media': { [media.from768]: { inlineSize: '21rem' } },
})
