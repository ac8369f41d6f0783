/** Returns the fields of an object. Those of objects in it have names such as `bank.name`. */
export const flatFields = (object: object, before = ''): [name: string, value: unknown][] =>
  Object.entries(object).flatMap(([name, value]): [string, unknown][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? flatFields(value, `${before}${name}.`)
      : [[before + name, value]],
  )
