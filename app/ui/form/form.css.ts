import { arranged, component, typography } from '../layered'
import { tokens } from '../tokens.css'

const { ink, size, space } = tokens

export const form = component({ ...arranged.column, gap: space.part, maxInlineSize: size.form })

export const group = component({ ...arranged.column, gap: space.part, minInlineSize: 0 })
export const groupTitle = component({ ...typography.titlePart, float: 'left', inlineSize: '100%' })

export const footnote = component({ ...typography.small, color: ink.faint, textAlign: 'center' })
