import { screen } from '~/ui/layered'
import { tokens } from '~/ui/tokens.css'

const { ink, radius, space } = tokens

/** A QR code: dark on white in every theme, or cameras do not read it. */
export const picture = screen({
  inlineSize: 'min(100%, 13rem)',
  background: '#fff',
  fill: '#000',
  borderRadius: radius.picture,
  forcedColorAdjust: 'none',
})

export const code = screen({ fontFamily: 'ui-monospace, monospace', color: ink.body, overflowWrap: 'anywhere' })

export const codes = screen({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(13rem, 1fr))',
  gap: space.near,
  padding: 0,
  margin: 0,
  listStyle: 'none',
})

/** Facts of a log-in, side by side where there is room. */
export const lines = screen({ display: 'flex', flexWrap: 'wrap', columnGap: space.snug })
