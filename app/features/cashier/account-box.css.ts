import { screen } from '~/ui/layered'
import { media } from '~/ui/media'
import { tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'

const { radius, space, surface } = tokens

/** The answer to a request for the account to pay into. */
export const answer = screen({
  ...typography.body,
  background: surface.raised,
  borderRadius: radius.control,
  padding: space.snug,
  whiteSpace: 'pre-line',
  overflowWrap: 'break-word',
  userSelect: 'all',
  '@media': { [media.forcedColors]: { border: '1px solid CanvasText' } },
})

export const buttons = screen({ display: 'flex', flexWrap: 'wrap', gap: space.near, paddingBlock: space.hair })

/** Keeps the place of a control that needs script, so that nothing moves when it comes. */
export const unseen = screen({ visibility: 'hidden' })
