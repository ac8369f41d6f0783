/** For many inputs to many routes: all in `npm run test:all` (TEST_PRODUCTS=all), else one sample of the pairs. */

/** Whether every input goes to every route. */
export const isWholeProduct = process.env.TEST_PRODUCTS === 'all'

/** A sample is one pair in so many, unless inputs or routes are fewer. */
const sampling = 16

/**
 * The inputs that one of many routes gets. Every route gets at least one input, and every input goes to at least one
 * route, as long as the inputs are the same list for all of them.
 *
 * @param route its place in the list of routes, or of the pairs of a route and its field.
 * @param routeCount how long that list is.
 */
export function inputsOf<Input>(inputs: readonly Input[], route: number, routeCount: number): readonly Input[] {
  if (isWholeProduct) return inputs
  const share = Math.min(sampling, inputs.length, routeCount)
  return inputs.filter((_, index) => index % share === route % share)
}
