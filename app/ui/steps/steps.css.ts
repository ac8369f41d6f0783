import { arranged } from '../arranged'
import { component } from '../layered'
import { tokens } from '../tokens.css'
import { typography } from '../typography'

const { ink, space } = tokens

export const steps = component({
  ...typography.label,
  ...arranged.column,
  gap: space.near,
  fontWeight: 400,
  color: ink.soft,
  paddingInlineStart: space.part,
  listStyle: 'decimal',
})
