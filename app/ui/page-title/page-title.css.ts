import { arranged, component, insideComponent, typography } from '../layered'
import { plainText } from '../text.css'
import { media, tokens } from '../tokens.css'

const { space } = tokens

export const head = component({ ...arranged.spread, gap: space.base })
// Compensates for buttons and search fields that are taller than the title next to them.
insideComponent(`${head} > :nth-child(2)`, {
  '@media': { [media.from960]: { marginBlock: `calc(-1 * ${space.near})` } },
})
export const text = component({ display: 'grid', gap: space.tight, justifyItems: 'start', minInlineSize: 0 })
export const titleLine = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: space.snug,
  minInlineSize: 0,
})
export const page = component({ ...typography.titlePage })
export const lead = plainText

export const sectionHead = component({ ...arranged.spread, gap: `${space.snug} ${space.base}`, minBlockSize: '44px' })
export const section = component({ ...typography.titlePart })
