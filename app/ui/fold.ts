import type { StyleRule } from '@vanilla-extract/css'
import { tokens } from './tokens.css'

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

/**
 * Selectors of a <summary>: in place of the browser's mark it ends with a chevron, which points up once unfolded.
 *
 * @param details class of its <details>.
 */
export function foldChevron(details: string): NonNullable<StyleRule['selectors']> {
  return {
    '&::-webkit-details-marker': { display: 'none' },
    '&::after': {
      ...angle,
      color: tokens.ink.soft,
      transform: 'translateY(-2px) rotate(45deg)',
    },
    [`${details}[open] > &::after`]: { transform: 'translateY(2px) rotate(225deg)' },
  }
}
