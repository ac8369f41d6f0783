import fc from 'fast-check'

/** Text of any code points, including lone surrogates. Generating it with `unit: 'binary'` would take seconds. */
export function anyText(constraints: { maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.array(fc.integer({ min: 0, max: 0x10ffff }), constraints).map((points) => String.fromCodePoint(...points))
}
