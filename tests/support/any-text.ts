import fc from 'fast-check'

/** Text of any code points, single surrogates too. That of fast-check (`unit: 'binary'`) takes seconds to make. */
export function anyText(constraints: { maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.array(fc.integer({ min: 0, max: 0x10ffff }), constraints).map((points) => String.fromCodePoint(...points))
}
