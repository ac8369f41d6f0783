import { component } from '../layered'

/** The stroke is set here, not by attributes: a page has some 60 icons, and each would repeat them. */
export const icon = component({
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.75,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
})
