import { screen } from '../layered'
import { tokens } from '../tokens.css'

const { space } = tokens

/** Columns as wide as a narrow phone, so that the states stand beside each other. */
export const states = screen({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 18rem), 1fr))',
  alignItems: 'start',
  gap: space.part,
})
export const state = screen({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.near,
  minInlineSize: 0,
})
