#!/usr/bin/env node
// @ts-check
/** Checks particles, placeholders and unused keys of all messages in `locales/`: node bin/lint-messages.mjs */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync, Visitor } from 'vite'

/**
 * @import { ESTree } from 'vite'
 * @typedef {Record<string, string>} Catalogue
 * @typedef {{ words: Set<string>, patterns: string[][], calls: { key: string, values: string[] }[] }} Code
 */

/** The messages of the site, the sandbox and the back office, with their folders and the modules that use them. */
const groups = [
  { folders: ['.', 'pages', 'server'], modules: /^app\/(?!features\/backoffice)/ },
  { folders: ['play'], modules: /^app\/embedded/ },
  { folders: ['backoffice'], modules: /^app\/(?:features|embedded)\/backoffice|^bin\/backoffice/ },
]

/** Matches a particle that depends on the sound before it, directly after a variable: `{{x}}을`, `{{x}}({{y}})을`. */
const particle =
  /\}\}(?:\([^()]*\))?[”’"']*(?:[을를은는이가아야]|[과와](?:의|는|도)?|으?로(?:는|도|만|써|서|부터)?|이?(?:나|란|며|랑|고|지만)|이?라[고는면도서]?)(?![가-힣])/

/** @param {string} key */
export const stemOf = (key) => key.replace(/_(one|other)$/, '')
/** @param {Catalogue} catalogue @param {string} key a key, or a key without its plural suffix */
const placeholders = (catalogue, key) =>
  [...new Set((catalogue[key] ?? catalogue[`${stemOf(key)}_other`] ?? '').match(/(?<=\{\{)\w+(?=\}\})/g))].sort()

export const modulePaths = () =>
  ['app', 'bin/backoffice']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.css.ts'))

/** Returns the literals, property names, key templates and calls of `t` in a module. @param {string} path */
export function readCode(path, text = readFileSync(path, 'utf8')) {
  /** @type {Code} */
  const code = { words: new Set(['']), patterns: [], calls: [] }
  const addWords = (/** @type {string} */ literal) => {
    for (const word of [literal, ...literal.split(/\s+/)]) code.words.add(word)
  }
  const addName = (/** @type {{ key: ESTree.PropertyKey }} */ { key }) =>
    key.type === 'Identifier' && code.words.add(key.name)
  const addPattern = (/** @type {ESTree.TemplateLiteral} */ { quasis }, /** @type {RegExp} */ shape) => {
    const parts = quasis.map(({ value }) => value.raw)
    if (shape.test(parts.join('*'))) code.patterns.push(parts)
  }
  new Visitor({
    Literal: ({ value }) => addWords(String(value)),
    Property: addName,
    TSPropertySignature: addName,
    TemplateLiteral(template) {
      if (template.quasis.length === 1) addWords(template.quasis[0]?.value.raw ?? '')
      else addPattern(template, /^(?=.*\w)(?:[\w*-]*\.[\w.*-]*|[^\n<]* [^\n<]*)$/)
    },
    CallExpression({ callee, arguments: [key, values] }) {
      const name = callee.type === 'MemberExpression' ? callee.property : callee
      if (name.type !== 'Identifier' || !/^(t|word)$/.test(name.name)) return
      // Outside calls of `t` and `word`, a template that contains only dots and variables is rarely a message key.
      if (key?.type === 'TemplateLiteral') addPattern(key, /^[*.]+$/)
      const properties = values?.type === 'ObjectExpression' ? values.properties : values ? [undefined] : []
      const names = properties.map((each) =>
        each?.type === 'Property' && each.key.type === 'Identifier' ? each.key.name : '',
      )
      if (name.name !== 't' || names.includes('')) return
      for (const each of key?.type === 'ConditionalExpression' ? [key.consequent, key.alternate] : [key])
        if (each?.type === 'Literal') code.calls.push({ key: String(each.value), values: names })
    },
  }).visit(parseSync(path, text).program)
  return code
}

/** @param {Code[]} codes @returns {Code} */
export const together = (codes) => ({
  words: new Set(codes.flatMap(({ words }) => [...words])),
  patterns: codes.flatMap(({ patterns }) => patterns),
  calls: codes.flatMap(({ calls }) => calls),
})

/**
 * Returns a function that checks whether code contains a key, either as a word or as a template whose variables are
 * filled with words or templates. @param {Pick<Code, 'words' | 'patterns'>} code
 * @param {Code['words']} fills words in all of the code
 */
export function createIsUsed({ words, patterns }, fills) {
  /** @param {string} text @returns {boolean} */
  const isMade = (text) => patterns.some((parts) => text.endsWith(parts.at(-1) ?? '') && fits(parts, text))
  /** @param {string[]} parts @param {string} text @returns {boolean} */
  const fits = ([start = '', ...rest], text) => {
    if (rest.length === 0) return text === start
    if (!text.startsWith(start)) return false
    const left = text.slice(start.length)
    // If a key starts with a variable, as in `${key}.text`, its possible values must be string literals of this module.
    const parts = start === '' ? words : fills
    return [...left, ''].some(
      (_, end) => fits(rest, left.slice(end)) && (parts.has(left.slice(0, end)) || isMade(left.slice(0, end))),
    )
  }
  return (/** @type {string} */ key) => words.has(key) || isMade(key)
}

/** Returns the faults in the messages of a group. @param {Record<string, Catalogue>} catalogues @param {Code} code */
export function faultsOf({ 'ko.json': ko = {}, ...others }, code) {
  const isUsed = createIsUsed(code, code.words)
  const keys = new Set(Object.keys(ko).map(stemOf))
  const koreanFaults = Object.entries(ko).flatMap(([key, text]) => [
    particle.test(text) && `ko: ${key}: a particle follows a variable`,
    !isUsed(stemOf(key)) && `${key}: no code uses it`,
  ])
  const otherFaults = Object.entries(others).flatMap(([locale, catalogue]) => {
    const own = new Set(Object.keys(catalogue).map(stemOf))
    // Singular messages may omit their count.
    const named = (/** @type {string} */ key, /** @type {Catalogue} */ of) =>
      placeholders(of, key).filter((name) => name !== 'count' || !key.endsWith('_one'))
    return [
      ...[...keys].map((key) => !own.has(key) && `${locale}: ${key}: missing`),
      ...[...own].map((key) => !keys.has(key) && `${locale}: ${key}: ko lacks it`),
      ...Object.keys(catalogue).map(
        (key) => String(named(key, catalogue)) !== String(named(key, ko)) && `${locale}: ${key}: placeholders differ`,
      ),
    ]
  })
  const callFaults = code.calls.map(({ key, values }) => {
    const missing = placeholders(ko, key).filter((name) => !values.includes(name))
    return missing.length > 0 && `${key}: a call lacks ${missing}`
  })
  return [...koreanFaults, ...otherFaults, ...callFaults].filter((fault) => fault !== false)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const codes = modulePaths().map((path) => ({ path, code: readCode(path) }))
  const { words } = together(codes.map(({ code }) => code))
  for (const { folders, modules } of groups) {
    const files = readdirSync(`locales/${folders[0]}`).filter((file) => file.endsWith('.json'))
    const read = (/** @type {string} */ path) => JSON.parse(readFileSync(path, 'utf8'))
    const catalogues = Object.fromEntries(
      files.map((file) => [file, Object.assign({}, ...folders.map((folder) => read(`locales/${folder}/${file}`)))]),
    )
    const own = together(codes.flatMap(({ path, code }) => (modules.test(path) ? [code] : [])))
    for (const fault of faultsOf(catalogues, { ...own, words })) {
      console.error(`locales/${folders[0]}: ${fault}`)
      process.exitCode = 1
    }
  }
}
