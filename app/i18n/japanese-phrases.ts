import type { Catalogue } from './interpolate'
import type { Locale } from './locale'

const zeroWidthSpace = '\u200B'

/** A single hiragana that ends a verb stem between two kanji (as in 読み込む) and is not a particle. */
const stemEnd = /^[いきしちひみりえけせべめれげじびぎ]$/u

/**
 * Marks the ends of phrases in Japanese text with zero-width spaces, so that `word-break: keep-all` never breaks a
 * word. A phrase ends where hiragana is followed by another script, a digit or a placeholder. お and ご belong to the
 * next word. `word-break: auto-phrase` is not used, because browsers break the text at different places.
 */
export function markPhraseEnds(text: string): string {
  return text.replace(
    /\p{sc=Hira}+(?=[\p{sc=Han}\p{sc=Kana}\p{sc=Latin}\d{])/gu,
    (hiragana: string, position: number) => {
      if (/[おご]$/.test(hiragana)) {
        return hiragana.length === 1 ? hiragana : hiragana.slice(0, -1) + zeroWidthSpace + hiragana.slice(-1)
      }
      const isWithinVerb = stemEnd.test(hiragana) && /\p{sc=Han}$/u.test(text.slice(0, position))
      return isWithinVerb ? hiragana : hiragana + zeroWidthSpace
    },
  )
}

export function markAllPhraseEnds(locale: Locale, messages: Catalogue): Catalogue {
  if (locale !== 'jp') return messages
  return Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, markPhraseEnds(text)]))
}

export const withoutPhraseEnds = (text: string): string => text.replaceAll(zeroWidthSpace, '')
