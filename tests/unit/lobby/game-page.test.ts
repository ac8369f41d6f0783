import { describe, expect, it } from 'vitest'
import { type GameView, gamePage } from '~/embedded/sandbox/game-page'
import { slotLook, symbolName } from '~/embedded/sandbox/slot/game'
import { playTexts } from '~/embedded/sandbox/texts'
import { findSandboxProvider } from '~/embedded/seed/sandbox-games'

const provider = findSandboxProvider('mir-works')
if (!provider) throw new Error('the catalogue has no such provider')

/** Three of the most common symbol. */
const winningStops = [1, 1, 1]

const played = (...round: Parameters<typeof pageOf>): string => pageOf(...round).parts.body.text
const pageOf = (winWon: number, more: Partial<GameView> = {}, jackpotWon = 0) => {
  const round = { outcome: winningStops, choice: 'spin', stakeWon: 1_000, winWon, jackpotWon }
  return gamePage({
    locale: 'ko',
    providerName: '미르 웍스',
    gameName: '호랑이와 곶감',
    table: { provider, game: 'tiger-and-persimmon', nowMs: Date.parse('2026-11-22T03:00Z'), rounds: [round] },
    isFresh: true,
    isClosed: false,
    paceMs: 2_500,
    gameWon: 50_000,
    cashWon: 0,
    ...more,
  })
}
const { t } = playTexts('ko')
const celebrations = /class="sum"|frame lit|class="hit"/g

it('shows this session’s time and its net position, which excludes the latest win until the reels stop', () => {
  const text = played(5_000, { sitting: { netWon: -3_000, elapsedMs: 3_725_900 } })
  expect(text).toContain('<dd><span>−3,000원</span></dd>')
  expect(text).toContain('<dd data-elapsed="3725">1:02:05</dd>')
  const ahead = played(5_000, { sitting: { netWon: 950, elapsedMs: 0 } })
  expect(ahead).toContain('<dd><span>+950원</span></dd>')
})

describe('a round’s result', () => {
  it('above the stake is highlighted, with an amount that counts up and is announced once', () => {
    const text = played(5_000)
    expect(text).toContain('class="frame lit" role="img"')
    // The amount includes the stake, so it has no plus sign.
    expect(text).toContain('><i class="i5"></i><i>,</i><i class="i0"></i><i class="i0"></i><i class="i0"></i>원')
    const status = /<p id="result" class="result" role="status"[^>]*>(.*?)<\/p>/s.exec(text)?.[1] ?? ''
    const readOut = status.replace(/<b class="sum" aria-hidden="true">.*?<\/b>/, '').replace(/<[^>]+>/g, ' ')
    expect(readOut.match(/5,000원/g)).toHaveLength(1)
    const jackpot = played(0, {}, 1_000_000)
    expect(jackpot).toMatch(celebrations)
    expect(jackpot).toContain(`<span class="hidden">${t('game.win', { amount: '1,000,000원' })}</span>`)
  })

  it.each([0, 500, 1_000])('isn’t celebrated when %i won are returned for a stake of 1,000', (winWon) => {
    const text = played(winWon)
    expect(text.match(celebrations)).toBeNull()
  })

  it('isn’t revealed by the title while the reels turn, but describes the focused button', () => {
    expect(pageOf(5_000).parts.title).toBe('호랑이와 곶감 · 미르 웍스')
    expect(played(5_000)).toMatch(/<p id="result".*<button class="main" aria-describedby="result" autofocus>/s)
  })

  it('isn’t included in the balance until the reels stop', () => {
    expect(played(5_000)).toContain('data-before="45,000원"><span>50,000원</span>')
    expect(played(5_000, { isFresh: false })).not.toContain('data-before')
  })

  it('is highlighted only in the response to its own request', () => {
    const later = played(5_000, { isFresh: false })
    expect(later).toContain(`<b>${t('game.win', { amount: '5,000원' })}</b>`)
    expect(later.match(celebrations)).toBeNull()
    const refused = played(5_000, { formError: { status: 409, message: 'game.insufficientFunds' } })
    expect(refused.match(celebrations)).toBeNull()
    expect(played(5_000, { hasLeft: true, gameWon: 0, cashWon: 50_000 }).match(celebrations)).toBeNull()
  })

  it('is shown even if it used up the game money while the wallet has more', () => {
    expect(played(0, { gameWon: 0, cashWon: 10_000 })).toContain(t('game.noWin'))
    expect(played(0, { gameWon: 0, cashWon: 10_000, hasLeft: true })).not.toContain(t('game.noWin'))
  })
})

it('asks for no stake if the member can’t pay any', () => {
  const empty = {
    table: { provider, game: 'tiger-and-persimmon', nowMs: Date.parse('2026-11-22T03:00Z'), rounds: [] },
    isFresh: false,
  }
  expect(played(0, empty)).toContain(t('game.ready'))
  expect(played(0, { ...empty, gameWon: 0 })).not.toContain(t('game.ready'))
})

it('shows the symbols of a slot’s name on its reels', () => {
  const { symbols, game } = slotLook('mir-works', 'tiger-and-persimmon')
  expect([symbols[0], symbols.at(-1)]).toEqual(['tiger', 'persimmon'])
  expect(symbolName('tiger', 'ko', game)).toBe('호랑이')
  expect(symbolName('tiger', 'vn', game)).toBe('Tiger')
  const orioles = { ...game, nameKo: '꾀꼬리와 등불', nameEn: 'Orioles and Lanterns' }
  expect(symbolName('swallow', 'ko', orioles)).toBe('꾀꼬리')
  expect(symbolName('swallow', 'en', orioles)).toBe('Oriole')
  expect(symbolName('swallow', 'ko', game)).toBe('제비')
})

it('marks the number drawn on the roulette table, and shows no number before the first round', () => {
  const wheel = findSandboxProvider('byeolha-casino')
  if (!wheel) throw new Error('the catalogue has no such provider')
  const pageWith = (rounds: GameView['table']['rounds']) =>
    pageOf(0, { table: { provider: wheel, game: 'byeolha-casino.roulette', nowMs: 0, rounds } }).parts.body.text
  const text = pageWith([{ outcome: 17, choice: 'red', stakeWon: 1_000, winWon: 0, jackpotWon: 0 }])
  expect(text.match(/class="choice [^"]* hit".*?value="(\d+)"/)?.[1]).toBe('17')
  expect(text).toContain('<p class="pocket black" aria-hidden="true">17</p>')
  expect(pageWith([])).not.toMatch(/class="pocket| hit"/)
})

it('shows a placed slip as a receipt with its number, and excludes its stake from the net position', () => {
  const book = findSandboxProvider('dareum-sports')
  if (!book) throw new Error('the catalogue has no such provider')
  const leg = { id: '2026-11-22.1', sport: 'football', home: 0, away: 1, side: 'home', odds: 185 }
  const outcome = { legs: [leg, { ...leg, id: '2026-11-22.2', odds: 200 }] }
  const round = { outcome, choice: 'x', stakeWon: 1_000, winWon: 0, jackpotWon: 0, isPlaced: true }
  const { text } = pageOf(0, {
    table: { provider: book, game: 'dareum-sports', nowMs: Date.parse('2026-11-22T03:00Z'), rounds: [round] },
    betNumber: '26',
    sitting: { netWon: 0, elapsedMs: 0, waitingWon: 1_000 },
  }).parts.body
  const receipt = /<p id="result".*?<\/p>/s.exec(text)?.[0] ?? ''
  for (const part of [t('slip.number', { number: '26' }), '설악 승 1.85', '설악 승 2.00', t('slip.again')])
    expect(receipt).toContain(part)
  expect(receipt).toContain(t('slip.returns', { amount: '3,700원' }))
  expect(text).toContain(`<dd><span>0원</span></dd></div><div><dt>${t('slip.waiting')}</dt><dd>1,000원</dd>`)
})
