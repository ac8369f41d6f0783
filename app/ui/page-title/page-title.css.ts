import { component } from '../layered'
import { tokens } from '../tokens.css'
import { type } from '../type'

const { accent, ink, space } = tokens

export const head = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  justifyContent: 'space-between',
  columnGap: space.base,
  rowGap: space.near,
})
export const words = component({ display: 'grid', gap: space.hair, justifyItems: 'start', minInlineSize: 0 })
export const step = component({ ...type.label, fontWeight: 700, color: accent.text })
export const page = component({ ...type.titlePage })
export const lead = component({ ...type.label, fontWeight: 400, color: ink.soft })

export const partHead = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: space.base,
  minBlockSize: '44px',
})
export const part = component({ ...type.titlePart })
