/** Returns a function that computes its result once per argument. Results for objects are freed with the objects. */
export function memoize<From, Made extends object | string | number>(make: (from: From) => Made): (from: From) => Made {
  const objects = new WeakMap()
  const values = new Map()
  return (from) => {
    const made = (typeof from === 'object' || typeof from === 'function' ? objects : values) as Map<From, Made>
    const known = made.get(from)
    if (known !== undefined) return known
    const value = make(from)
    made.set(from, value)
    return value
  }
}
