import { screen } from '~/ui/layered'

/** Link in an alert, with a larger touch target that does not make the alert higher. */
export const link = screen({ display: 'inline-block', paddingBlock: '11px', marginBlock: '-11px' })
