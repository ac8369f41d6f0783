/** Joins class names; whatever is no name (false, null, an absent message) is left out. */
export function classNames(...names: unknown[]): string {
  return names.filter((name) => typeof name === 'string' && name !== '').join(' ')
}
