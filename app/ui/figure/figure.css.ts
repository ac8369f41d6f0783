import { component } from '../layered'
import { tokens } from '../tokens.css'
import { typography } from '../typography'

const { ink, space } = tokens

export const sizes = {
  hero: component({ ...typography.figureHero }),
  big: component({ ...typography.figureBig }),
  list: component({ ...typography.figureList }),
  /** 18 px, for the account strip and for rows. */
  line: component({ fontSize: '1.125rem', lineHeight: '1.5rem', fontWeight: 700, whiteSpace: 'nowrap' }),
  /** Same size as the surrounding text. */
  inherit: component({ fontWeight: 700, whiteSpace: 'nowrap' }),
}

export const figure = component({ display: 'inline-block', color: ink.body, fontVariantNumeric: 'tabular-nums' })
export const unit = component({ fontSize: '57%', fontWeight: 500, letterSpacing: 0, marginInlineStart: '2px' })
export const unitFirst = component({ fontSize: '57%', fontWeight: 500, letterSpacing: 0, marginInlineEnd: '2px' })
/** A unit of 57 % would be unreadable beside figures of 18 px or less. */
export const unitFullSize = component({ fontSize: '100%', fontWeight: 'inherit', marginInlineStart: 0 })

/** Reserves the width of the figure that is loading. */
export const loading = component({ display: 'inline-grid' })
export const widthPlaceholder = component({ gridArea: '1 / 1', visibility: 'hidden' })
export const dots = component({ gridArea: '1 / 1', color: ink.faint })

export const labelled = component({ display: 'grid', gap: space.hair, justifyItems: 'start', minInlineSize: 0 })
export const label = component({ ...typography.small, color: ink.soft })
export const note = component({ ...typography.tiny, color: ink.faint })
