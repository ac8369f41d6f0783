import { component } from '../layered'

/** Set here, not by attributes that each of a page's 60 icons would repeat. */
export const icon = component({
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.75,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
})
