/** Values to insert into a message: strings as they are, numbers with the language's digit grouping. */
export type MessageValues = Readonly<Record<string, string | number>>

/** Messages of one language by flat key. */
export type Catalogue = Readonly<Record<string, string>>

/** Inserts values into a message; `formatted` holds the same values with numbers already formatted. */
export type Interpolate = (key: string, values: MessageValues, formatted: Readonly<Record<string, string>>) => string

/**
 * Fills messages by Intl alone: the browser's small replacement of i18next, for `{{name}}` and plurals by `count`
 * (`key_one`, `key_other`). It works in one pass, so a value that looks like a placeholder is not replaced again.
 */
export function createInterpolate(lang: string, catalogue: Catalogue): Interpolate {
  const plural = new Intl.PluralRules(lang)
  return (key, values, formatted) => {
    const { count } = values
    const counted = typeof count === 'number' ? catalogue[`${key}_${plural.select(count)}`] : undefined
    const text = counted ?? catalogue[key] ?? key
    return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => formatted[name] ?? whole)
  }
}
