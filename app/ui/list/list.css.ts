import { arranged, component, componentRecipe, insideComponent, typography } from '../layered'
import { faintText } from '../text.css'
import { media, tokens } from '../tokens.css'

const { ink, line, radius, size, space, surface } = tokens

export const list = component({ ...arranged.column })

export const item = component({
  minInlineSize: 0,
  selectors: { '& + &': { borderBlockStart: `${size.hairline} solid ${line.hair}` } },
})

const currentRow = {
  background: surface.panel,
  borderRadius: radius.control,
  marginInline: `calc(-1 * ${space.snug})`,
  paddingInline: space.snug,
}

export const row = componentRecipe(
  {
    ...arranged.row,
    gap: space.snug,
    minBlockSize: size.row,
    paddingBlock: space.snug,
    color: ink.body,
    textDecoration: 'none',
  },
  {
    twoLines: { true: { minBlockSize: size.rowTwoLines } },
    current: { true: currentRow, beside: { '@media': { [media.from960]: currentRow } } },
  },
)

export const text = component({ display: 'grid', gap: space.hair, minInlineSize: 0, flex: '1 1 auto' })

export const title = component({
  ...typography.body,
  lineHeight: '1.5rem',
  ...arranged.twoLines,
  '@media': {
    [media.hover]: {
      selectors: { 'a:not([aria-current]):hover &': { textDecoration: 'underline', textUnderlineOffset: '.25em' } },
    },
  },
})
export const unreadTitle = component({ ...arranged.row, gap: space.near })
insideComponent(`${unreadTitle} > ${title}`, { fontWeight: 700 })

export const below = faintText
export const end = component([faintText, { ...arranged.row, gap: space.near, flex: 'none', whiteSpace: 'nowrap' }])
export const chevron = component({ color: ink.soft, display: 'flex' })
