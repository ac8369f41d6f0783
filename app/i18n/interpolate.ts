export type MessageValues = Readonly<Record<string, string | number>>

export type Catalogue = Readonly<Record<string, string>>

/**
 * Returns a function that inserts values into a message. It replaces `{{name}}`, and selects the plural for `count` by
 * Intl's rules. A value that looks like a placeholder isn't replaced.
 */
export function createInterpolate(lang: string, catalogue: Catalogue, formatNumber: (value: number) => string) {
  // Created on first use, because loading Intl's rules is slow on a phone.
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
