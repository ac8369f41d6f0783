/** Values to insert into a message: strings as they are, numbers formatted. */
export type MessageValues = Readonly<Record<string, string | number>>

/** Messages of one language by flat key. */
export type Catalogue = Readonly<Record<string, string>>

/**
 * Returns a function that inserts values into a message: `{{name}}`, and plurals by `count` (`key_one`, `key_other`)
 * with the rules of Intl. It works in one pass, so a value that looks like a placeholder is not replaced again.
 */
export function createInterpolate(lang: string, catalogue: Catalogue, formatNumber: (value: number) => string) {
  // Created with the first plural: the browser loads its rules of language then, which takes a slow phone long.
  let plurals: Intl.PluralRules | undefined
  const selectPlural = (count: number) => {
    plurals ??= new Intl.PluralRules(lang)
    return plurals.select(count)
  }
  return (key: string, values: MessageValues): string => {
    const { count } = values
    const counted = typeof count === 'number' ? catalogue[`${key}_${selectPlural(count)}`] : undefined
    const text = counted ?? catalogue[key] ?? key
    return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
      const value = values[name] ?? whole
      return typeof value === 'number' ? formatNumber(value) : value
    })
  }
}
