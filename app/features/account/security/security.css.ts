import { arranged } from '~/ui/arranged'
import { screen } from '~/ui/layered'
import { media } from '~/ui/media'
import { tokens } from '~/ui/tokens.css'
import { typography } from '~/ui/typography'

const { ink, line, radius, size, space } = tokens

export const part = screen({ ...arranged.column, gap: space.base })

export const text = screen({ ...typography.label, fontWeight: 400, color: ink.soft })

export const disclosure = screen({
  selectors: { '& + &': { borderBlockStart: `${size.hairline} solid ${line.hair}` } },
})

export const form = screen({ ...arranged.column, gap: space.roomy, paddingBlock: space.near })

/** Two columns of cards from 960 px. */
export const setUp = screen({
  ...arranged.column,
  alignItems: 'start',
  gap: space.base,
  '@media': { [media.from960]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: space.part } },
})

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
