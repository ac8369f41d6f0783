import { component, insideComponent } from '../layered'
import { plainText } from '../text.css'
import { tokens } from '../tokens.css'
import { typography } from '../typography'

const { space } = tokens

export const head = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space.base,
})
// A button or search beside the title is higher than its line, and moves it nowhere.
insideComponent(`${head} > :nth-child(2)`, { marginBlock: `calc(-1 * ${space.near})` })
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

export const sectionHead = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${space.snug} ${space.base}`,
  minBlockSize: '44px',
})
export const section = component({ ...typography.titlePart })
