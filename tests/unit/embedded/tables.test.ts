import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gamePage } from '~/embedded/sandbox/game-page'
import { stakes } from '~/embedded/sandbox/payout'
import { isWin, type PlayedRound, type Table } from '~/embedded/sandbox/sandbox-game'
import { sandboxGameOf } from '~/embedded/sandbox/sandbox-games'
import { findSandboxProvider } from '~/embedded/seed/sandbox-games'
import { locales } from '~/i18n/locale'
import { createRandomInt } from '~/ui/artwork/random'

/** Markup that a page may contain only for a return above the stake. */
const celebrations = /class="sum"|class="(table|field) win"/

const showPage = (table: Table, locale: (typeof locales)[number]) =>
  gamePage({
    locale,
    providerName: '',
    gameName: '',
    table,
    isFresh: true,
    isClosed: false,
    paceMs: 2_500,
    gameWon: 50_000,
    cashWon: 0,
  }).parts.body.text

const choicesOn = (page: string) =>
  [...page.matchAll(/<\w+[^>]* name="choice[\d.-]*"[^>]* value="([^"]+)"[^>]*>/g)].flatMap(([tag, value = '']) =>
    / disabled[ =>]/.test(tag) ? [] : value,
  )

/** Choices in a game: by position on the page, the previous one again, or an invalid one. */
const again = 'the same again'
const presses = fc.array(
  fc.record({
    choice: fc.oneof(fc.nat(20), fc.nat(20), fc.constant(again), fc.string()),
    stakeWon: fc.constantFrom(...stakes),
  }),
  { minLength: 1, maxLength: 40 },
)

describe.each(['gaon-casino', 'byeolha-casino', 'ondeul-sports', 'gyeolseungseon'])(
  'every sequence of rounds at %s',
  (code) => {
    const provider = findSandboxProvider(code)
    if (!provider) throw new Error('the catalogue has no such provider')
    const game = sandboxGameOf({ provider, game: code })

    it('accepts only choices on its page, pays whole won, and celebrates only payouts above the stake', () => {
      fc.assert(
        fc.property(presses, fc.string(), fc.constantFrom(...locales), (pressed, seed, locale) => {
          const draw = createRandomInt(seed)
          let table: Table = { provider, game: code, nowMs: Date.parse('2026-11-22T03:00Z'), rounds: [] }
          let page = showPage(table, locale)
          for (const { choice: place, stakeWon } of pressed) {
            const offered = choicesOn(page)
            // Each fixture accepts one bet, so a slip's page finally has no choices.
            expect(offered.length > 1 || (provider.kind === 'sport' && offered.length === 0)).toBe(true)
            const before = place === again ? (table.rounds.at(-1)?.choice ?? '') : place
            const choice = typeof before === 'number' ? (offered[before % offered.length] ?? '') : before
            const played = game.play({ choice, stakeWon }, table, draw)
            expect('refused' in played).toBe(!offered.includes(choice))
            if ('refused' in played) continue
            expect(Number.isSafeInteger(played.winWon) && played.winWon >= 0).toBe(true)
            // The store returns the outcome as parsed JSON.
            const outcome: unknown = JSON.parse(JSON.stringify(played.outcome))
            const round: PlayedRound = {
              outcome,
              choice: played.choice,
              stakeWon,
              winWon: played.winWon,
              jackpotWon: 0,
            }
            table = { ...table, rounds: [...table.rounds, round].slice(-game.earlierRounds) }
            page = showPage(table, locale)
            expect(celebrations.test(page)).toBe(isWin(round))
            expect(page).not.toMatch(/undefined|NaN|\{\{/)
          }
        }),
        { numRuns: 30 },
      )
    })
  },
)
