/** Values of a message as a caller hands them in: words go in as they are, numbers grouped as the language does. */
export type Values = Readonly<Record<string, string | number>>

/** Messages of one language by flat key. */
export type Catalogue = Readonly<Record<string, string>>

/** Puts values into a message; `written` are the values with their numbers already grouped. */
export type Fill = (key: string, values: Values, written: Readonly<Record<string, string>>) => string

/**
 * Fills messages with nothing but Intl: the browser's twin of i18next, for `{{name}}` and for plurals by `count`
 * (`key_one`, `key_other`). One pass, so that a value which itself looks like a placeholder stays what it is.
 */
export function fillBy(lang: string, catalogue: Catalogue): Fill {
  const plural = new Intl.PluralRules(lang)
  return (key, values, written) => {
    const { count } = values
    const counted = typeof count === 'number' ? catalogue[`${key}_${plural.select(count)}`] : undefined
    const text = counted ?? catalogue[key] ?? key
    return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => written[name] ?? whole)
  }
}
