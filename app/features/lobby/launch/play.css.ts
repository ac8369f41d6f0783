import { screen } from '~/ui/layered'

/** Lies over a card, whose list item is its place. */
export const play = screen({ position: 'absolute', inset: 0 })
