import type { ShapeName } from '../shapes/shapes'
import { creatureWords, qualityWords, thingWords } from './shape-words'

const tiers = /* @__PURE__ */ [creatureWords, thingWords, qualityWords].map(indexByWord)

/** Words that end the main part of a name, such as "of" in "Rabbit of the Moon". */
const separators = /* @__PURE__ */ new Set(
  'of at in on to and the with from for by vs n under above over behind beside beyond or'.split(' '),
)

export type GameNames = { nameEn?: string; nameKo?: string }

type NameWords = { forFirst: readonly (readonly string[])[]; forSecond: readonly (readonly string[])[] }

/**
 * Returns up to two shapes for a game's name, most important first. Tries the English name first. Living things take
 * precedence over other things, and words of praise come last. Among equals, the last word in the main part wins (Snow
 * Mountain is a mountain), then the first word after it. Results are cached for each `names` object.
 */
export function shapesFromName(names: GameNames): readonly ShapeName[] {
  const known = shapesOf.get(names)
  if (known) return known
  const english = findShapes(englishWords(names.nameEn ?? ''))
  const found = english.length > 0 ? english : findShapes(koreanWords(names.nameKo ?? ''))
  const shapes = listsOfShapes.get(found.join(' ')) ?? found
  listsOfShapes.set(found.join(' '), shapes)
  shapesOf.set(names, shapes)
  return shapes
}

const shapesOf = new WeakMap<GameNames, readonly ShapeName[]>()
const listsOfShapes = new Map<string, readonly ShapeName[]>()

function findShapes({ forFirst, forSecond }: NameWords): ShapeName[] {
  const first = findShape(forFirst)
  const second = first && findShape(forSecond, first)
  return [first, second].filter((shape) => shape !== undefined)
}

function findShape(words: readonly (readonly string[])[], except?: ShapeName): ShapeName | undefined {
  for (const tier of tiers) {
    for (const forms of words) {
      const known = forms.find((form) => tier.has(form))
      const shape = known === undefined ? undefined : tier.get(known)
      if (shape !== undefined && shape !== except) return shape
    }
  }
  return undefined
}

function englishWords(name: string): NameWords {
  const words = joinPairs(
    name
      .toLowerCase()
      .replaceAll(/['’]s?\b/g, '')
      .replaceAll(/[&+:,–—]/g, ' and ')
      .match(/[a-z]+|\d+/g) ?? [],
  )
  const start = words[0] === 'the' ? 1 : 0
  const joint = words.findIndex((word, index) => index > start && separators.has(word))
  const end = joint < 0 ? words.length : joint
  const main = words.slice(start, end).reverse().map(toSingularForms)
  const rest = words.slice(end).map(toSingularForms)
  return { forFirst: [...main, ...rest], forSecond: [...rest, ...main] }
}

/** Joins pairs of words with a single meaning, such as raccoon dog and hourglass drum. */
function joinPairs(words: readonly string[]): string[] {
  const joined: string[] = []
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? ''
    const pair = word + (words[index + 1] ?? '')
    const isPair = pair !== word && toSingularForms(pair).some(isKnown)
    joined.push(isPair ? pair : word)
    if (isPair) index += 1
  }
  return joined
}

/** Returns the word and its possible singular forms, for words such as stars, foxes, cherries and wolves. */
function toSingularForms(word: string): string[] {
  return [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y'), word.replace(/ves$/, 'f')]
}

const particles = /(의|와|과|을|를|이|가|은|는|에|도|로|들)$/

const longestNoun = 5

/**
 * Returns the known nouns in a Korean name, last word first. The longest noun in a word wins. A noun of one syllable
 * must be a whole word, because most syllables also occur inside other words.
 */
function koreanWords(name: string): NameWords {
  const nouns = name
    .split(/[^가-힣\d]+/)
    .reverse()
    .flatMap((word) => {
      const whole = [word, word.replace(particles, '')].find(isKnown)
      return whole ? [whole] : nounsWithin(word).reverse()
    })
    .map((noun) => [noun])
  return { forFirst: nouns, forSecond: nouns }
}

function nounsWithin(word: string): string[] {
  const nouns: string[] = []
  for (let from = 0; from < word.length - 1; ) {
    let length = Math.min(longestNoun, word.length - from)
    while (length > 1 && !isKnown(word.slice(from, from + length))) length -= 1
    if (length > 1) nouns.push(word.slice(from, from + length))
    from += length
  }
  return nouns
}

const isKnown = (word: string): boolean => tiers.some((tier) => tier.has(word))

function indexByWord(table: typeof creatureWords): Map<string, ShapeName> {
  const shapeByWord = new Map<string, ShapeName>()
  for (const [shape, words] of Object.entries(table) as [ShapeName, string][]) {
    for (const word of words.split(' ')) shapeByWord.set(word, shape)
  }
  return shapeByWord
}
