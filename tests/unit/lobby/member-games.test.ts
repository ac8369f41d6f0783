import { expect, it } from 'vitest'
import { mergeRecent } from '~/features/lobby/favourites/load.server'

const game = (code: string, hour?: number) => ({
  company: 'stone',
  code,
  ...(hour === undefined ? {} : { openedAt: new Date(Date.UTC(2026, 2, 2, hour)) }),
})
const codes = (games: readonly { code: string }[]) => games.map(({ code }) => code).join('')

it.each([
  ['of the upstream and the browser are merged by time', [game('a', 9), game('b', 7)], [game('c', 8)], 'acb'],
  ['are listed once, at their latest opening', [game('a', 9), game('b', 7)], [game('b', 10)], 'ba'],
  ['without a time come last', [game('a', 1)], [game('z'), game('b', 2)], 'baz'],
  ['are limited to eight', [...'abcdefgh'].map((code, index) => game(code, 20 - index)), [game('z', 23)], 'zabcdefg'],
  ['are the browser’s if the upstream has none', [], [game('a'), game('b')], 'ab'],
] as const)('the last games %s', (_, ofUpstream, ofBrowser, merged) => {
  expect(codes(mergeRecent(ofUpstream, ofBrowser))).toBe(merged)
})
