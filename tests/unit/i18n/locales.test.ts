import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { getCatalogue } from '~/i18n/catalogue.server'
import type { Catalogue } from '~/i18n/interpolate'
import { type Locale, locales } from '~/i18n/locale'
import { amountStep, minDeposit, minWithdrawal } from '~/values/amount'
import { numberedMessages } from '~/values/numbered-messages'
import { createIsUsed, faultsOf, modulePaths, readCode, stemOf, together } from '../../../bin/lint-messages.mjs'
import { wordsIn } from '../../support/words'

/** The messages of the site and of the sandbox. */
const wordsOf = (locale: Locale): Catalogue => ({ ...getCatalogue(locale), ...wordsIn('play', locale) })
const sources = modulePaths()
const codes = new Map(sources.map((path) => [path, readCode(path)]))
const { words } = together([...codes.values()])
const createIsSaidIn = (paths: Iterable<string>) =>
  createIsUsed(together([...paths].flatMap((path) => codes.get(path) ?? [])), words)

/** The browser modules of a visitor's home: static imports except types and server modules. */
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
  for (const entry of ['entry.client', 'root', 'shell/page-layout', 'features/home/home']) visit(`app/${entry}`)
  return reached
}

describe('npm run lint', () => {
  it.each(['{{x}}을', '“{{x}}”이', '{{x}}({{y}})는', '{{x}}으로', '{{x}}나', '{{x}}라는'])('finds %s', (text) => {
    expect(faultsOf({ 'ko.json': { a: `${text} 앞` } }, readCode('', `'a'`))).toHaveLength(1)
  })

  it.each(['머니({{x}})를', '{{x}}님이', '{{x}}에', '{{x}}입니다', '{{x}}가지'])('accepts %s', (text) => {
    expect(faultsOf({ 'ko.json': { a: `${text} 앞` } }, readCode('', `'a'`))).toEqual([])
  })

  it('finds missing keys, values and placeholders, and keys that no code uses', () => {
    const text = `t(isOld ? 'greeting' : \`\${'new'}.title\`, { left }); word(\`part.\${side}\`, t('note', { count }))`
    const ko = {
      'part.left': '왼쪽',
      'part.gone': '옛',
      greeting: '{{name}} 님',
      'new.title': '새',
      note_other: '{{count}}',
    }
    const { 'new.title': _, ...korean } = ko
    const en = { ...korean, 'part.left': '{{side}}', greeting: '{{nick}}', note_one: 'a note', extra: 'more' }
    expect(faultsOf({ 'ko.json': ko, en }, readCode('seeded.ts', text))).toEqual([
      'part.gone: no code uses it',
      'en: new.title: missing',
      'en: extra: ko lacks it',
      'en: part.left: placeholders differ',
      'en: greeting: placeholders differ',
      'greeting: a call lacks name',
    ])
  })
})

describe.each(locales)('the texts in %s', (locale) => {
  const catalogue = wordsOf(locale)

  it('are never empty and never start or end with a space', () => {
    expect(Object.entries(catalogue).filter(([, text]) => text === '' || text !== text.trim())).toEqual([])
  })
})

describe('keys', () => {
  it('belong either to the site or to the sandbox', () => {
    expect(Object.keys(wordsIn('play', 'ko')).filter((key) => key in getCatalogue('ko'))).toEqual([])
  })

  it('are each in only one file, which is the same in every language', () => {
    for (const locale of locales) {
      const stems = ['.', 'pages', 'server'].map((folder) => new Set(Object.keys(wordsIn(folder, locale)).map(stemOf)))
      const all = stems.flatMap((keys) => [...keys])
      expect(all.filter((key, index) => all.indexOf(key) !== index)).toEqual([])
      expect(stems).toEqual(
        ['.', 'pages', 'server'].map((folder) => new Set(Object.keys(wordsIn(folder, 'ko')).map(stemOf))),
      )
    }
  })

  it('are in the first file exactly if a visitor’s home may show them', () => {
    const modules = modulesOfVisitorsHome()
    expect(modules.size).toBeGreaterThan(80)
    const isSaid = createIsSaidIn(modules)
    const expected = Object.keys({ ...wordsIn('.', 'ko'), ...wordsIn('pages', 'ko') }).filter((key) =>
      isSaid(stemOf(key)),
    )
    expect(Object.keys(wordsIn('.', 'ko')).sort()).toEqual(expected.sort())
  })

  it('aren’t sent to browsers if no script shows them', () => {
    const isSaid = createIsSaidIn(
      sources.filter((path) => !/\.server\.|^app\/(server|embedded|features\/(api|backoffice))\//.test(path)),
    )
    const ofServer = Object.keys(wordsIn('server', 'ko'))
    expect(ofServer.filter((key) => isSaid(stemOf(key)) && !/^about\./.test(key))).toEqual([])
    expect(ofServer.length).toBeGreaterThan(20)
  })

  it.each(locales)('have texts with the amounts of the rules, in %s', (locale) => {
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
    // Amount chips don't depend on the step.
    expect(further.map(([key]) => key).filter((key) => !key.startsWith('amount.chip.'))).toEqual([])
  })
})
