import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { getCatalogue } from '~/i18n/catalogue.server'
import type { Catalogue } from '~/i18n/interpolate'
import { bcp47, type Locale, locales } from '~/i18n/locale'
import { amountStep, minDeposit, minWithdrawal } from '~/values/amount'
import { numberedMessages } from '~/values/numbered-messages'
import { wordsIn } from '../../support/words'

/** The words of the site, and those of the sandbox, which stands in for third parties. */
const wordsOf = (locale: Locale): Catalogue => ({ ...getCatalogue(locale), ...wordsIn('play', locale) })
const korean = wordsOf('ko')
const read = (paths: Iterable<string>) => [...paths].map((path) => readFileSync(path, 'utf8')).join('\n')
const sources = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => join('app', path))
const code = read(sources)

/**
 * Returns whether code says a key: as it is, or put together, where `nav.${group}` stands for all of nav, `${label}.count`
 * for the count beside a key that is used.
 */
function createIsSaid(code: string): (key: string) => boolean {
  const built = [...code.matchAll(/`([\w.-]*)\$\{[^{}]+\}([\w.-]*)`/g)].map(([, start = '', end = '']) => ({
    start,
    end,
  }))
  const written = new Set([...code.matchAll(/(['"`])([\w.-]+)(?=\1)/g)].map(([, , key]) => key))
  const isWritten = (key: string) => written.has(key)
  const isBuilt = (key: string) =>
    built.some(({ start, end }) => {
      if (start.includes('.'))
        return key.startsWith(start) && key.endsWith(end) && key.length > start.length + end.length
      return start === '' && end.startsWith('.') && key.endsWith(end) && isWritten(key.slice(0, -end.length))
    })
  return (key) => isWritten(key) || isBuilt(key)
}

/** The modules that a visitor's home loads: what these import, but for types, dynamic imports and the server's part. */
function modulesOfVisitorsHome(): Set<string> {
  const reached = new Set<string>()
  const visit = (path: string) => {
    const found = [path, `${path}.ts`, `${path}.tsx`].find((name) => sources.includes(name))
    if (!found || reached.has(found) || found.includes('.server.')) return
    reached.add(found)
    const imports = readFileSync(found, 'utf8').matchAll(/^(?:import(?! type\b)|export) [^'"()]*?'([~.][^']*)'$/gm)
    for (const [, name = ''] of imports)
      visit(name.startsWith('~/') ? `app/${name.slice(2)}` : join(dirname(found), name))
  }
  for (const entry of ['entry.client', 'root', 'shell/footer/data', 'features/home/home']) visit(`app/${entry}`)
  return reached
}

const pluralsOf = (locale: Locale) => new Intl.PluralRules(bcp47[locale]).resolvedOptions().pluralCategories
const stemOf = (key: string) => key.replace(/_(one|other)$/, '')
const isPlural = (key: string) => /_(one|other)$/.test(key)
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

/** The keys that a locale must have: Korean's, with the plurals of the language. */
function keysOf(locale: Locale): string[] {
  const stems = new Set(Object.keys(korean).filter(isPlural).map(stemOf))
  const plain = Object.keys(korean).filter((key) => !isPlural(key))
  return [...plain, ...[...stems].flatMap((stem) => pluralsOf(locale).map((form) => `${stem}_${form}`))].sort()
}

describe.each(['jp', 'cn'] as const)('the words of %s', (locale) => {
  it('have no blanks between words, or a word and a figure', () => {
    const stray = /[\p{sc=Han}\p{sc=Kana}\p{sc=Hira}。、，：] (?![·=])|(?<![·=]) [\p{sc=Han}\p{sc=Kana}\p{sc=Hira}]/u
    // The names of teams are a list, a hand's side stands before its points.
    const isList = (key: string) => key === 'slip.teams' || key === 'baccarat.hand'
    expect(Object.entries(wordsOf(locale)).filter(([key, text]) => stray.test(text) && !isList(key))).toEqual([])
  })
})

describe.each(locales)('the words of %s', (locale) => {
  const catalogue = wordsOf(locale)

  it('have every key and no other', () => {
    expect(Object.keys(catalogue).sort()).toEqual(keysOf(locale))
  })

  it('are never empty and never have blanks at their ends', () => {
    expect(Object.entries(catalogue).filter(([, text]) => text === '' || text !== text.trim())).toEqual([])
  })

  it('have the placeholders of the Korean sentence', () => {
    const wrong = Object.entries(catalogue).filter(([key, text]) => {
      const source = korean[key] ?? korean[`${stemOf(key)}_other`] ?? ''
      const expected = placeholders(source)
      // A sentence for one thing may say "a note" and leave the figure out.
      const mayMiss = key.endsWith('_one') ? ['count'] : []
      const found = placeholders(text)
      return (
        found.some((name) => !expected.includes(name)) ||
        expected.some((name) => !found.includes(name) && !mayMiss.includes(name ?? ''))
      )
    })
    expect(wrong).toEqual([])
  })

  it('use no markup and no exclamation mark', () => {
    expect(Object.entries(catalogue).filter(([, text]) => /[<>!！]|&[a-z]+;|\$t\(/.test(text))).toEqual([])
  })
})

describe('words of other languages', () => {
  it('have no Korean letter in them', () => {
    const wrong = locales
      .filter((locale) => locale !== 'ko')
      .flatMap((locale) => Object.entries(wordsOf(locale)).filter(([, text]) => /\p{Script=Hangul}/u.test(text)))
    expect(wrong).toEqual([])
  })

  it.each([
    ['th', /\p{Script=Thai}/u],
    ['cn', /\p{Script=Han}/u],
    ['jp', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ] as const)('are written in the letters of %s', (locale, letters) => {
    const wrong = Object.entries(wordsOf(locale)).filter(
      ([, text]) =>
        /\p{L}/u.test(text.replace(/\{\{\w+\}\}/g, '')) && !letters.test(text) && !/^(OK|CSV|Madang)$/.test(text),
    )
    expect(wrong).toEqual([])
  })
})

describe('keys', () => {
  it('are either of the site or of the sandbox', () => {
    expect(Object.keys(wordsIn('play', 'ko')).filter((key) => key in getCatalogue('ko'))).toEqual([])
  })

  it('are in one file alone, the same in every language', () => {
    for (const locale of locales) {
      const stems = ['.', 'pages', 'server'].map((folder) => new Set(Object.keys(wordsIn(folder, locale)).map(stemOf)))
      const all = stems.flatMap((keys) => [...keys])
      expect(all.filter((key, index) => all.indexOf(key) !== index)).toEqual([])
      expect(stems).toEqual(
        ['.', 'pages', 'server'].map((folder) => new Set(Object.keys(wordsIn(folder, 'ko')).map(stemOf))),
      )
    }
  })

  it('are in the first file where a visitor’s home may say them, and in no other case', () => {
    const modules = modulesOfVisitorsHome()
    expect(modules.size).toBeGreaterThan(100)
    const isSaid = createIsSaid(read(modules))
    const expected = Object.keys({ ...wordsIn('.', 'ko'), ...wordsIn('pages', 'ko') }).filter((key) =>
      isSaid(stemOf(key)),
    )
    expect(Object.keys(wordsIn('.', 'ko')).sort()).toEqual(expected.sort())
  })

  it('are kept from browsers where no script says them', () => {
    const isSaid = createIsSaid(read(sources.filter((path) => !/\.server\.|^app\/(server|features\/api)\//.test(path))))
    const ofServer = Object.keys(wordsIn('server', 'ko'))
    expect(ofServer.filter((key) => isSaid(stemOf(key)) && !/^about\./.test(key))).toEqual([])
    expect(ofServer.length).toBeGreaterThan(20)
  })

  it('are all used somewhere', () => {
    const isSaid = createIsSaid(code)
    const unused = Object.keys(korean)
      .map(stemOf)
      .filter((key) => !isSaid(key))
    expect([...new Set(unused)]).toEqual([])
  })

  it('are asked for with their values wherever the sentence has a place for them', () => {
    const bare = [...code.matchAll(/\bt\('([^']+)'\)/g)].map(([, key = '']) => key)
    const wrong = bare.filter((key) => placeholders(korean[key] ?? korean[`${key}_other`] ?? '').length > 0)
    expect([...new Set(wrong)]).toEqual([])
  })

  it.each(locales)('name the amounts of the rules where they are written out, in %s', (locale) => {
    const said: Readonly<Record<string, number>> = {
      [numberedMessages.depositTooSmall]: minDeposit,
      [numberedMessages.depositNotMultiple]: amountStep,
      [numberedMessages.withdrawalTooSmall]: minWithdrawal,
      [numberedMessages.withdrawalNotMultiple]: amountStep,
      'withdraw.all.none': minWithdrawal,
      'withdraw.all.rest': amountStep,
      'pay.amountHint': amountStep,
      'pay.error.multiple': amountStep,
    }
    const words = wordsOf(locale)
    for (const [key, won] of Object.entries(said))
      expect([key, (words[key] ?? '').match(/\d[\d.,]*\d/)?.[0].replace(/[.,]/g, '')]).toEqual([key, String(won)])
    const further = Object.entries(words).filter(([key, text]) => /10[.,]000/.test(text) && !(key in said))
    // A chip adds what it says, whatever the step.
    expect(further.map(([key]) => key).filter((key) => !key.startsWith('amount.chip.'))).toEqual([])
  })
})
