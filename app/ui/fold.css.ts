import { arranged } from './arranged'
import { component, insideComponent } from './layered'
import { tokens } from './tokens.css'

const { ink, size, space } = tokens

/** A line's end in the shape of an angle; turned, it is a chevron. */
const angle = {
  content: '""',
  flex: 'none',
  inlineSize: '8px',
  blockSize: '8px',
  borderBlockEnd: '1.75px solid',
  borderInlineEnd: '1.75px solid',
} as const

/** An `::after` that says of a link that it leads on: no element of its own, as an icon would be. */
export const chevronRight = {
  ...angle,
  inlineSize: '6px',
  blockSize: '6px',
  transform: 'translateX(-2px) rotate(-45deg)',
} as const

/** A <summary> without the browser's mark. */
export const unmarked = component({
  minBlockSize: size.target,
  color: ink.soft,
  cursor: 'pointer',
  listStyle: 'none',
  selectors: { '&::-webkit-details-marker': { display: 'none' } },
})

/** Ends with a chevron that points down. */
export const chevronDown = component({
  selectors: { '&::after': { ...angle, color: ink.soft, transform: 'translateY(-2px) rotate(45deg)' } },
})

/** A <summary> that ends, in place of the browser's mark, with a chevron, which points up once unfolded. */
export const foldHead = component([unmarked, chevronDown, { ...arranged.row, gap: space.near }])
insideComponent(`[open] > ${foldHead}::after`, { transform: 'translateY(2px) rotate(225deg)' })
