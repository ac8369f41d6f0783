import type { StyleRule } from '@vanilla-extract/css'
import { tokens } from './tokens.css'

/**
 * Selectors of a <summary>: in place of the browser's mark it ends with a chevron, which points up once unfolded.
 *
 * @param details class of its <details>.
 */
export function foldChevron(details: string): NonNullable<StyleRule['selectors']> {
  return {
    '&::-webkit-details-marker': { display: 'none' },
    '&::after': {
      content: '""',
      flex: 'none',
      inlineSize: '8px',
      blockSize: '8px',
      borderBlockEnd: '1.75px solid',
      borderInlineEnd: '1.75px solid',
      color: tokens.ink.soft,
      transform: 'translateY(-2px) rotate(45deg)',
    },
    [`${details}[open] > &::after`]: { transform: 'translateY(2px) rotate(225deg)' },
  }
}
