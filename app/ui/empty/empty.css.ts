import { component } from '../layered'
import { tokens } from '../tokens.css'
import { type } from '../type'

const { ink, radius, space } = tokens

export const empty = component({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  justifyItems: 'center',
  textAlign: 'center',
  gap: space.near,
  paddingBlock: space.gap,
})
/** Aligned to the start, for pages that show nothing else. */
export const atStart = component({ justifyItems: 'start', textAlign: 'start' })

export const art = component({
  inlineSize: '88px',
  blockSize: '88px',
  overflow: 'hidden',
  borderRadius: radius.provider,
  marginBlockEnd: space.near,
})
export const titleCard = component({ ...type.titleCard })
export const titlePage = component({ ...type.titlePage })
export const text = component({ ...type.label, fontWeight: 400, color: ink.soft, maxInlineSize: '34rem' })
export const action = component({ display: 'flex', flexWrap: 'wrap', gap: space.near, marginBlockStart: space.near })
