import { insideComponent } from '../layered'
import { media } from '../media'
import { tokens } from '../tokens.css'

const outline = { outline: `${tokens.size.ring} solid ${tokens.line.focus}`, outlineOffset: tokens.size.offset }

/** Outlines the picture in a card while the card is pressed or a pointer is over it. @param card its class. */
export function outlinePictureIn(card: string): void {
  insideComponent(`${card}:is(:active, [data-pending]) img`, outline)
  insideComponent(`${card}:hover img`, { '@media': { [media.hover]: outline } })
}
