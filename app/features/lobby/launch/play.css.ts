import { screen } from '~/ui/layered'

/** Lies over a card, whose list item is its place; not while the card's link has the focus, which is seen then. */
export const play = screen({
  position: 'absolute',
  inset: 0,
  selectors: { ':focus + &': { pointerEvents: 'none' } },
})
