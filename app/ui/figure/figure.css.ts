import { component, componentRecipe, typography } from '../layered'
import { softText } from '../text.css'
import { media, tokens } from '../tokens.css'

const { ink, space } = tokens

const rowFigure = { fontWeight: 700 } as const

export const figure = componentRecipe(
  {
    display: 'inline-block',
    color: ink.body,
    whiteSpace: 'nowrap',
    '@media': { [media.below240]: { whiteSpace: 'normal' } },
  },
  {
    size: {
      hero: typography.figureHero,
      big: typography.figureBig,
      list: typography.figureList,
      line: { fontSize: '1.125rem', lineHeight: '1.5rem', ...rowFigure },
      inherit: rowFigure,
    },
    loading: { true: { display: 'inline-grid' } },
  },
)

export const unit = componentRecipe(
  { fontSize: '57%', fontWeight: 500, letterSpacing: 0, marginInlineStart: '2px' },
  {
    /** For figures of up to 18 px, where a unit at 57 % would be unreadable. */
    fullSize: { true: { fontSize: '100%', fontWeight: 'inherit', marginInlineStart: 0 } },
    isLong: { true: { whiteSpace: 'normal' } },
  },
)

export const widthPlaceholder = component({ gridArea: '1 / 1', visibility: 'hidden' })
export const dots = component({ gridArea: '1 / 1', color: ink.faint })

export const labelled = component({ display: 'grid', gap: space.hair, justifyItems: 'start', minInlineSize: 0 })
export const label = softText
