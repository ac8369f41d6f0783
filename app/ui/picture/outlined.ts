import type { StyleRule } from '@vanilla-extract/css'
import { media } from '../media'
import { tokens } from '../tokens.css'

const outline = { outline: `${tokens.size.ring} solid ${tokens.line.focus}`, outlineOffset: tokens.size.offset }

/** Outlines the picture in a card while the card is pressed or a pointer is over it. @param card its class. */
export function outlinedIn(card: string): StyleRule {
  return {
    selectors: { [`${card}:is(:active, [data-pending]) &`]: outline },
    '@media': { [media.hover]: { selectors: { [`${card}:hover &`]: outline } } },
  }
}
