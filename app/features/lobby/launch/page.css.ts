import { arranged, insideScreen, screen, typography } from '~/ui/layered'
import { faintText, plainText, softText } from '~/ui/text.css'
import { media, openedPicture, tokens } from '~/ui/tokens.css'

const { size, space } = tokens

export const launch = screen({
  display: 'grid',
  gridTemplateColumns: '7rem minmax(0, 1fr)',
  gridTemplateAreas: '"back back" "picture names" "act act"',
  alignItems: 'center',
  columnGap: space.base,
  rowGap: space.base,
  '@media': {
    [media.below240]: { gridTemplateColumns: 'minmax(0, 1fr)', gridTemplateAreas: '"back" "picture" "names" "act"' },
    [media.from768]: {
      gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
      gridTemplateAreas: '"back back" "picture beside"',
      columnGap: space.wide,
    },
    [media.from960]: { columnGap: space.gap },
  },
})

export const plain = screen({ display: 'flex', flexDirection: 'column', gap: space.base, maxInlineSize: size.form })

export const back = screen({ gridArea: 'back', marginBlockEnd: `calc(-1 * ${space.near})` })
export const picture = screen({
  position: 'relative',
  gridArea: 'picture',
  minInlineSize: 0,
  // While another game's card is being opened, that card has the transition name.
  selectors: { 'html:not(:has(a[data-pending])) &': { viewTransitionName: openedPicture } },
})
export const beside = screen({
  display: 'contents',
  '@media': { [media.from768]: { gridArea: 'beside', ...arranged.column, alignContent: 'start', gap: space.base } },
})
export const names = screen({ gridArea: 'names', minInlineSize: 0 })
export const actions = screen({ gridArea: 'act', ...arranged.column, alignContent: 'start', gap: space.snug })
export const buttons = screen({ ...arranged.column, gap: space.snug })

// The areas of the outer grid would create extra columns here.
insideScreen(`${beside} > *`, { '@media': { [media.from768]: { gridArea: 'auto' } } })

export const name = screen({ ...typography.titlePage })
export const provider = screen([plainText, { marginBlockStart: space.tight }])
export const otherName = faintText
export const table = screen({ ...typography.label, marginBlockStart: space.tight })
export const hint = softText
/** A link in an alert. Its large touch target does not make the alert taller. */
export const gameLink = screen({ display: 'inline-block', paddingBlock: '11px', marginBlock: '-11px' })
