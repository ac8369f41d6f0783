/** Returns a function that caches its result per argument. The result for an object is freed together with it. */
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

/** Returns a function that caches one result per object and recomputes it if one of the parts has changed. */
export function memoizeLast<Made>() {
  const lastOf = new WeakMap<object, { parts: readonly unknown[]; made: Made }>()
  return (owner: object, parts: readonly unknown[], make: () => Made): Made => {
    const last = lastOf.get(owner)
    if (last?.parts.length === parts.length && parts.every((part, index) => part === last.parts[index]))
      return last.made
    const made = make()
    lastOf.set(owner, { parts, made })
    return made
  }
}
