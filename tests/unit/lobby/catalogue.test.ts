import { describe, expect, it } from 'vitest'
import {
  casinoProviders,
  findSlotGames,
  newestSlotGames,
  slotProviders,
  sportProviders,
} from '~/embedded/seed/sandbox-games'
import { casinoKinds, sportKinds } from '~/upstream/contract/fields/kinds'

const providers = [...casinoProviders, ...slotProviders, ...sportProviders]
const games = slotProviders.flatMap(({ code }) => findSlotGames(code) ?? [])

describe('the embedded upstream’s catalogue', () => {
  it.each([
    ['providers', providers],
    ['games', games],
  ])('gives no two %s the same code or name', (_, listed) => {
    for (const of of ['code', 'nameKo', 'nameEn'] as const)
      expect(new Set(listed.map((entry) => entry[of])).size).toBe(listed.length)
  })

  it('has codes that are valid in URLs and for any upstream', () => {
    for (const { code } of [...providers, ...games]) expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(Math.max(...games.map(({ code }) => code.length))).toBeLessThanOrEqual(64)
  })

  it('lists at most three kinds for every casino and sport, and uses each kind', () => {
    for (const [list, kinds] of [[casinoProviders, casinoKinds] as const, [sportProviders, sportKinds] as const]) {
      expect(new Set(list.flatMap((provider) => provider.kinds))).toEqual(new Set<string>(kinds))
      for (const provider of list) expect(provider.kinds.length).toSatisfy((count: number) => count >= 1 && count <= 3)
    }
    expect(slotProviders.flatMap((provider) => provider.kinds)).toEqual([])
  })

  it('alternates between the providers’ last games as the newest games', () => {
    const [first = '', second = ''] = slotProviders.map(({ code }) => code)
    const newest = newestSlotGames([first, second, 'unknown'], 3).map(({ code }) => code)
    const expected = [findSlotGames(first)?.at(-1), findSlotGames(second)?.at(-1), findSlotGames(first)?.at(-2)]
    expect(newest).toEqual(expected.map((game) => game?.code))
  })

  it('funds the jackpot only with 0.1 % of slot stakes', () => {
    expect(new Set(slotProviders.map(({ jackpotBasisPoints }) => jackpotBasisPoints))).toEqual(new Set([10]))
    expect(new Set([...casinoProviders, ...sportProviders].map((provider) => provider.jackpotBasisPoints))).toEqual(
      new Set([0]),
    )
  })
})
