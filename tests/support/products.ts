/** Pairs of inputs and routes: all pairs in `npm run test:all` (TEST_PRODUCTS=all), or else a sample. */

export const isWholeProduct = process.env.TEST_PRODUCTS === 'all'

/** One in this many pairs is in the sample, unless there are fewer inputs or routes. */
const sampling = 16

/**
 * Returns the inputs for one of many routes. Every route gets at least one input, and every input gets at least one
 * route if all routes have the same list of inputs.
 * @param route the index in the list of routes, or of pairs of route and field.
 * @param routeCount the length of that list.
 */
export function inputsOf<Input>(inputs: readonly Input[], route: number, routeCount: number): readonly Input[] {
  if (isWholeProduct) return inputs
  const share = Math.min(sampling, inputs.length, routeCount)
  return inputs.filter((_, index) => index % share === route % share)
}
