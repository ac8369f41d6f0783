/** For many inputs to many routes: all pairs in `npm run test:all` (TEST_PRODUCTS=all), otherwise a sample of them. */

export const isWholeProduct = process.env.TEST_PRODUCTS === 'all'

/** One in this many pairs is sampled, unless there are fewer inputs or routes. */
const sampling = 16

/**
 * Returns the inputs for one of many routes. Every route gets at least one input, and every input goes to at least one
 * route, if the list of inputs is the same for all routes.
 * @param route its index in the list of routes, or of pairs of route and field.
 * @param routeCount the length of that list.
 */
export function inputsOf<Input>(inputs: readonly Input[], route: number, routeCount: number): readonly Input[] {
  if (isWholeProduct) return inputs
  const share = Math.min(sampling, inputs.length, routeCount)
  return inputs.filter((_, index) => index % share === route % share)
}
