import { describe, expect, it } from 'vitest'
import { getCatalogue, i18nFor } from '~/i18n/catalogue.server'
import { formatCompKind } from '~/i18n/comp-kind'
import type { MessageKey } from '~/i18n/i18n'
import type { MessageValues } from '~/i18n/interpolate'
import { withoutPhraseEnds } from '~/i18n/japanese-phrases'
import { bcp47, type Locale, locales } from '~/i18n/locale'
import { localeOf } from '~/server/request-info/request-info.server'
import { wordsIn } from '../../support/words'

const ko = i18nFor('ko')
const en = i18nFor('en')

const requestFor = (address: string, cookie?: string) =>
  new Request(`http://madang.example${address}`, { headers: { 'Accept-Language': 'en-US,en', Cookie: cookie ?? '' } })

it.each<[string, string | undefined, Locale]>([
  ['/', undefined, 'ko'],
  ['/?lng=en', undefined, 'en'],
  ['/?lng=vn', 'lng=en', 'vn'],
  ['/', 'lng=th', 'th'],
  ['/', 'theme=light; lng=jp; lite=on', 'jp'],
  ['/?lng=xx', 'lng=cn', 'cn'],
  ['/?lng=', 'lng=cn', 'cn'],
  ['/', 'lng=xx', 'ko'],
  ['/', 'xlng=en', 'ko'],
  ['/?lng=constructor', undefined, 'ko'],
])('a request %s with the cookie %s gets the language %s', async (address, cookie, locale) => {
  expect(await localeOf(requestFor(address, cookie))).toBe(locale)
})

it('translates the kinds of comp entries, and shows an unknown kind unchanged', () => {
  const kinds = ['play', 'exchange', 'change', 'gift', 'correction', 'toString', 'bonus', undefined]
  const names = ['게임 적립', '콤프 → 머니', '머니 → 콤프', '지급', '고객센터 조정', 'toString', 'bonus', '']
  expect(kinds.map((kind) => formatCompKind(kind, ko))).toEqual(names)
})

it.each<[Record<string, string>, Locale]>([
  [{}, 'en'],
  [{ Cookie: 'a=1' }, 'ko'],
  [{ 'Sec-Fetch-Site': 'cross-site' }, 'ko'],
  [{ Referer: 'no address' }, 'ko'],
])('a browser that stores no cookies gets its page’s language, but with %o %s', async (headers, locale) => {
  const sent = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Site': 'same-origin', Referer: 'http://a.test/?lng=en' }
  expect(await localeOf(new Request('http://a.test/login', { headers: { ...sent, ...headers } }))).toBe(locale)
})

describe('numbers', () => {
  it('are whole, with – for a missing one', () => {
    expect(ko.number(undefined)).toBe('–')
    expect(ko.won(undefined)).toBe('–')
    expect(ko.number(Number.NaN)).toBe('0')
    expect(ko.number(Number.NEGATIVE_INFINITY)).toBe('0')
    expect(ko.number(1999.99)).toBe('1,999')
    expect(ko.number(-0.5)).toBe('0')
  })

  it('use a minus sign that screen readers announce', () => {
    expect(ko.signed(300_000)).toBe('+300,000')
    expect(ko.signed(-150_000)).toBe('−150,000')
    expect(ko.signed(0)).toBe('0')
    expect(ko.number(-38_000)).toBe('−38,000')
  })
})

describe('dates', () => {
  it('are in Seoul time', () => {
    expect(ko.date('2026-11-20T15:00:00Z')).toBe('2026-11-21')
    expect(ko.dateTime('2026-11-20T15:05:00Z')).toBe('2026-11-21 00:05')
    expect(ko.dateTime('2026-11-20T05:02:59.999Z')).toBe('2026-11-20 14:02')
    expect(ko.date('2026-11-20')).toBe('2026-11-20')
  })

  it('have the same format in every language, with the year first', () => {
    for (const locale of locales) {
      const i18n = i18nFor(locale)
      expect(i18n.date('2024-03-05T00:00:00Z')).toBe('2024-03-05')
      expect(i18n.dateTime('2024-03-05T00:00:00Z')).toBe('2024-03-05 09:00')
    }
  })
})

it('names are Korean in Korean and English in other languages, with the other name as a fallback', () => {
  const both = { nameKo: '가온 카지노', nameEn: 'Gaon Casino' }
  expect(ko.localizedName(both)).toBe('가온 카지노')
  expect(i18nFor('th').localizedName(both)).toBe('Gaon Casino')
  expect(ko.localizedName({ nameEn: 'Gaon Casino' })).toBe('Gaon Casino')
  expect(en.localizedName({ nameKo: '가온 카지노', nameEn: '' })).toBe('가온 카지노')
  expect(en.localizedName({ nameEn: '', code: 7 })).toBe('7')
  expect(en.localizedName({})).toBe('–')
})

it('sentences are joined with a space if the language uses spaces, and missing ones are skipped', () => {
  const join = (locale: Locale) => i18nFor(locale).sentences('A。', undefined, false, 'B。')
  expect(locales.map((locale) => [locale, join(locale)])).toEqual(
    locales.map((locale) => [locale, locale === 'jp' || locale === 'cn' ? 'A。B。' : 'A。 B。']),
  )
})

describe('messages', () => {
  const fill = (lng: string, key: string, values: Record<string, string>) =>
    wordsIn('pages', lng)[key]?.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')

  it('use the language’s plural forms', () => {
    expect(en.t('strip.note.count', { count: 1 })).toBe(fill('en', 'strip.note.count_one', { count: '1' }))
    expect(en.t('strip.note.count', { count: 2 })).toBe(fill('en', 'strip.note.count_other', { count: '2' }))
    expect(ko.t('strip.note.count', { count: 1 })).toBe(fill('ko', 'strip.note.count_other', { count: '1' }))
  })

  it('group the digits of inserted numbers', () => {
    expect(ko.t('lobby.games.count', { count: 1512 })).toBe(fill('ko', 'lobby.games.count_other', { count: '1,512' }))
    expect(i18nFor('vn').t('field.count', { count: 1234, most: 4000 })).toContain('1.234')
  })

  it('insert typed text unchanged', () => {
    for (const typed of ['{{userId}}', '$t(nav.home)', '<b>', '$&', '{{count}}', 'a,b', '&amp;'])
      expect(ko.t('strip.welcome', { name: typed })).toBe(fill('ko', 'strip.welcome', { name: typed }))
  })

  it('have only the keys of the catalogue', () => {
    expect(ko.isMessageKey('msg2010')).toBe(true)
    expect(ko.isMessageKey('strip.note.count')).toBe(true)
    expect(ko.isMessageKey('constructor')).toBe(false)
    expect(ko.isMessageKey('<script>')).toBe(false)
  })

  it.each(locales)('have every placeholder filled in, in every plural form: %s', (locale) => {
    const catalogue = getCatalogue(locale)
    const i18n = i18nFor(locale)
    const plural = new Intl.PluralRules(bcp47[locale])
    const stems = new Set(Object.keys(catalogue).map((key) => key.replace(/_(one|other)$/, '') as MessageKey))
    const wrong = [...stems].flatMap((key) =>
      [0, 1, 2, 1512].flatMap((count) => {
        const sentence = catalogue[key] ?? catalogue[`${key}_${plural.select(count)}`] ?? ''
        const values: MessageValues = { ...named(sentence), count }
        const expected = sentence.replaceAll(/\{\{(\w+)\}\}/g, (_, name) =>
          name === 'count' ? i18n.number(count) : `‹${name}›`,
        )
        const isRight = sentence !== '' && withoutPhraseEnds(i18n.t(key, values)) === expected
        return isRight ? [] : [`${key} ${count}`]
      }),
    )
    expect(wrong).toEqual([])
  })
})

function named(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => [name, `‹${name}›`]))
}

describe('Japanese lines', () => {
  it('can break before a phrase fills the line of a narrow phone, and never within katakana', () => {
    const mostCharacters = 18
    const { t } = i18nFor('jp')
    const texts = Object.keys(getCatalogue('jp')).map((key) => t(key as MessageKey))
    const phrases = texts.flatMap((text) => text.split(/[\u200B\s、。？！：:·]|(?<=[）」])|(?=[（「])/u))
    expect(phrases.filter((phrase) => phrase.replaceAll(/\{\{\w+\}\}/g, '00').length > mostCharacters)).toEqual([])
    expect(texts.filter((text) => /[\p{sc=Katakana}ー]\u200B[\p{sc=Katakana}ー]/u.test(text))).toEqual([])
  })
})
