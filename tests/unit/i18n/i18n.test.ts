import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getCatalogue, i18nFor } from '~/i18n/catalogue.server'
import type { MessageKey } from '~/i18n/i18n'
import type { MessageValues } from '~/i18n/interpolate'
import { markPhraseEnds, withoutPhraseEnds } from '~/i18n/japanese-phrases'
import { bcp47, type Locale, localeNames, locales, offeredLocales } from '~/i18n/locale'
import { localeOf } from '~/server/request-info/request-info.server'

const ko = i18nFor('ko')
const en = i18nFor('en')

const requestFor = (address: string, cookie?: string) =>
  new Request(`http://madang.example${address}`, { headers: { 'Accept-Language': 'en-US,en', Cookie: cookie ?? '' } })

describe('the language of a request', () => {
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
  ])('%s with cookie %s is read in %s', async (address, cookie, locale) => {
    expect(await localeOf(requestFor(address, cookie))).toBe(locale)
  })

  it('is said in html lang by a tag that browsers know', () => {
    expect(bcp47).toMatchObject({ vn: 'vi', jp: 'ja', cn: 'zh-CN' })
    for (const locale of locales) expect(localeNames[locale]).not.toBe('')
    expect(offeredLocales).toEqual(['ko', 'en', 'vn', 'th'])
  })
})

describe('numbers', () => {
  it('are grouped as the language does', () => {
    expect(ko.number(1_284_500)).toBe('1,284,500')
    expect(i18nFor('vn').number(1_284_500)).toBe('1.284.500')
    expect(i18nFor('th').number(1_284_500)).toBe('1,284,500')
    fc.assert(
      fc.property(fc.constantFrom(...locales), fc.double({ min: 0, max: 1e25, noNaN: true }), (locale, value) => {
        const format = new Intl.NumberFormat(bcp47[locale], { maximumFractionDigits: 0 })
        expect(i18nFor(locale).number(value)).toBe(format.format(BigInt(Math.trunc(value))))
      }),
    )
  })

  it('are – when they did not come, 0 when they are none, and whole', () => {
    expect(ko.number(undefined)).toBe('–')
    expect(ko.won(undefined)).toBe('–')
    expect(ko.number(Number.NaN)).toBe('0')
    expect(ko.number(Number.NEGATIVE_INFINITY)).toBe('0')
    expect(ko.number(1999.99)).toBe('1,999')
    expect(ko.number(-0.5)).toBe('0')
  })

  it('say their sign with a sign that screen readers read', () => {
    expect(ko.signed(300_000)).toBe('+300,000')
    expect(ko.signed(-150_000)).toBe('−150,000')
    expect(ko.signed(0)).toBe('0')
    expect(ko.number(-38_000)).toBe('−38,000')
  })

  it('carry their currency', () => {
    expect(ko.won(300_000)).toBe('300,000원')
    expect(en.won(300_000)).toBe('300,000 won')
  })

  it.each([
    [0, '0원'],
    [9_999, '9,999원'],
    [10_000, '1만 원'],
    [12_345, '1만 2,345원'],
    [300_000, '30만 원'],
    [100_000_000, '1억 원'],
    [120_000_000, '1억 2,000만 원'],
    [100_000_001, '1억 1원'],
    [9_007_199_254_740_991, '9,007조 1,992억 5,474만 991원'],
  ])('%i is read as %s', (won, reading) => {
    expect(ko.amountInWords(won)).toBe(reading)
  })

  it('are read as a figure where nobody counts in ten thousands', () => {
    expect(en.amountInWords(300_000)).toBe('300,000 won')
  })
})

describe('dates', () => {
  it('are those of a clock in Seoul', () => {
    expect(ko.date('2026-11-20T15:00:00Z')).toBe('2026-11-21')
    expect(ko.dateTime('2026-11-20T15:05:00Z')).toBe('2026-11-21 00:05')
    expect(ko.dateTime('2026-11-20T05:02:59.999Z')).toBe('2026-11-20 14:02')
    expect(ko.date('2026-11-20')).toBe('2026-11-20')
  })

  it('are - when empty or broken', () => {
    for (const none of [undefined, '', 'yesterday', '2026-13-45']) {
      expect([ko.date(none), ko.dateTime(none)]).toEqual(['-', '-'])
    }
  })

  it('are the same in every language, the year first', () => {
    for (const locale of locales) {
      const i18n = i18nFor(locale)
      expect(i18n.date('2024-03-05T00:00:00Z')).toBe('2024-03-05')
      expect(i18n.dateTime('2024-03-05T00:00:00Z')).toBe('2024-03-05 09:00')
    }
  })
})

describe('names', () => {
  it('are Korean in Korean and English elsewhere, and never empty while one is known', () => {
    const both = { nameKo: '가온 카지노', nameEn: 'Gaon Casino' }
    expect(ko.localizedName(both)).toBe('가온 카지노')
    expect(i18nFor('th').localizedName(both)).toBe('Gaon Casino')
    expect(ko.localizedName({ nameEn: 'Gaon Casino' })).toBe('Gaon Casino')
    expect(en.localizedName({ nameKo: '가온 카지노', nameEn: '' })).toBe('가온 카지노')
    expect(en.localizedName({ nameEn: '', code: 7 })).toBe('7')
    expect(en.localizedName({})).toBe('–')
  })
})

describe('sentences', () => {
  it('stand apart where the language has blanks, and missing ones leave none', () => {
    const join = (locale: Locale) => i18nFor(locale).sentences('A。', undefined, false, 'B。')
    expect(locales.map((locale) => [locale, join(locale)])).toEqual(
      locales.map((locale) => [locale, locale === 'jp' || locale === 'cn' ? 'A。B。' : 'A。 B。']),
    )
  })
})

describe('messages', () => {
  it('choose the plural that the language has', () => {
    expect(en.t('strip.note.count', { count: 1 })).toBe('1 unread note')
    expect(en.t('strip.note.count', { count: 2 })).toBe('2 unread notes')
    expect(ko.t('strip.note.count', { count: 1 })).toBe('안 읽은 쪽지 1개')
  })

  it('group the numbers that are put into them', () => {
    expect(ko.t('lobby.games.count', { count: 1512 })).toBe('게임 1,512가지')
    expect(i18nFor('vn').t('field.count', { count: 1234, most: 4000 })).toContain('1.234')
  })

  it('insert what was typed unchanged, whatever it looks like', () => {
    for (const typed of ['{{userId}}', '$t(nav.home)', '<b>', '$&', '{{count}}', 'a,b', '&amp;']) {
      expect(ko.t('strip.welcome', { userId: typed })).toBe(`${typed}님, 환영합니다`)
    }
  })

  it('are found only by keys of the catalogue', () => {
    expect(ko.isMessageKey('msg2010')).toBe(true)
    expect(ko.isMessageKey('strip.note.count')).toBe(true)
    expect(ko.isMessageKey('constructor')).toBe(false)
    expect(ko.isMessageKey('<script>')).toBe(false)
  })

  it.each(locales)('have every value filled in, in the plural of every count: %s', (locale) => {
    const catalogue = getCatalogue(locale)
    const i18n = i18nFor(locale)
    const plural = new Intl.PluralRules(bcp47[locale])
    const stems = new Set(Object.keys(catalogue).map((key) => key.replace(/_(one|other)$/, '') as MessageKey))
    for (const key of stems) {
      for (const count of [0, 1, 2, 1512]) {
        const sentence = catalogue[key] ?? catalogue[`${key}_${plural.select(count)}`] ?? ''
        const values: MessageValues = { ...named(sentence), count }
        const expected = sentence.replaceAll(/\{\{(\w+)\}\}/g, (_, name) =>
          name === 'count' ? i18n.number(count) : `‹${name}›`,
        )
        expect(sentence).not.toBe('')
        expect(withoutPhraseEnds(i18n.t(key, values))).toBe(expected)
      }
    }
  })
})

/** A value for each placeholder of a message. */
function named(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => [name, `‹${name}›`]))
}

describe('Japanese lines', () => {
  const marked = (text: string) => markPhraseEnds(text).replaceAll('\u200B', '|')

  it.each([
    ['入力内容をご確認ください。', '入力内容を|ご確認ください。'],
    ['別のお問い合わせ', '別の|お問い合わせ'],
    ['お支払い', 'お支払い'],
    ['もう一度読み込めませんでした', 'もう|一度読み込めませんでした'],
    ['ここから{{amount}}までスロットで遊べます', 'ここから|{{amount}}まで|スロットで|遊べます'],
    ['10,000ウォンから10,000ウォン単位', '10,000ウォンから|10,000ウォン単位'],
  ])('may break after the phrases of %s', (text, phrases) => {
    expect(marked(text)).toBe(phrases)
  })

  it('may break in every message before a phrase fills a line of a narrow phone, and never within katakana', () => {
    const mostCharacters = 18
    const { t } = i18nFor('jp')
    const texts = Object.keys(getCatalogue('jp')).map((key) => t(key as MessageKey))
    const phrases = texts.flatMap((text) => text.split(/[\u200B\s、。？！：:·]|(?<=[）」])|(?=[（「])/u))
    expect(phrases.filter((phrase) => phrase.replaceAll(/\{\{\w+\}\}/g, '00').length > mostCharacters)).toEqual([])
    expect(texts.filter((text) => /[\p{sc=Katakana}ー]\u200B[\p{sc=Katakana}ー]/u.test(text))).toEqual([])
  })
})
