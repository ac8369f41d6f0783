/** A language of the texts that the embedded upstream writes itself. */
export type Language = 'ko' | 'en'

/** Language of the texts for a BCP 47 tag: Korean for Korean and when none was asked for, else English. */
export function languageFor(tag: string): Language {
  return tag === '' || /^ko\b/i.test(tag) ? 'ko' : 'en'
}
