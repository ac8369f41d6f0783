import { arranged, component, insideComponent } from './layered'
import { tokens } from './tokens.css'

const { ink, size, space } = tokens

const angle = {
  content: '""',
  flex: 'none',
  inlineSize: '8px',
  blockSize: '8px',
  borderBlockEnd: '1.75px solid',
  borderInlineEnd: '1.75px solid',
} as const

/** A link's chevron, drawn with `::after` to save an element. */
export const chevronRight = {
  ...angle,
  inlineSize: '6px',
  blockSize: '6px',
  transform: 'translateX(-2px) rotate(-45deg)',
} as const

export const unmarked = component({
  minBlockSize: size.target,
  color: ink.soft,
  cursor: 'pointer',
  listStyle: 'none',
  selectors: { '&::-webkit-details-marker': { display: 'none' } },
})

export const chevronDown = component({
  selectors: { '&::after': { ...angle, color: ink.soft, transform: 'translateY(-2px) rotate(45deg)' } },
})

export const foldRow = component([unmarked, { ...arranged.row, gap: space.near }])
export const foldHead = component([foldRow, chevronDown])
insideComponent(`[open] > ${chevronDown}::after, [open] > summary span::after`, {
  transform: 'translateY(2px) rotate(225deg)',
})
