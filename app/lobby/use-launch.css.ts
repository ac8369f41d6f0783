import { screen } from '~/ui/layered'

/** A line of its own in a notice: high enough for a thumb, without making the notice higher. */
export const link = screen({ display: 'inline-block', paddingBlock: '11px', marginBlock: '-11px' })
