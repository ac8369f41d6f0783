import { describe, expect, it } from 'vitest'
import { findSlotGames, slotProviders } from '~/embedded/seed/catalogue'
import { parseGameQuery } from '~/features/lobby/lists/game-query'
import { buildGameList, listGames } from '~/features/lobby/lists/games.server'
import { i18nFor } from '~/i18n/catalogue.server'
import type { Provider } from '~/upstream/contract/fields/provider'

/**
 * What people type on a phone, with a slip of the finger, and what they mean: a neighbouring key, a letter more or less,
 * two swapped.
 */
const typedSlips = {
  ko: `
    달토기=달토끼 달토키=달토끼 호랑아=호랑이 호렁이=호랑이 도꺠비=도깨비 도께비=도깨비 삽살게=삽살개 다람지=다람쥐 다럼쥐=다람쥐 산싱령=산신령 산신렁=산신령 보물챵고=보물창고
    복쥬머니=복주머니 복주먼이=복주머니 무지게=무지개 부엉아=부엉이 두꺼미=두꺼비 거북아=거북이 반달굼=반달곰 나믓꾼=나무꾼 체리나므=체리_나무 드레곤=드래곤 단풍골자기=단풍_골짜기
    꽤꼬리=꾀꼬리 원슝이=원숭이`,
  en: `
    rabbut=Rabbit rabit=Rabbit dragom=Dragon drgaon=Dragon tigre=Tiger lantarn=Lantern squirel=Squirrel
    squirrle=Squirrel monkye=Monkey momkey=Monkey swalow=Swallow treasuer=Treasure tresure=Treasure
    persimon=Persimmon gobiln=Goblin phenix=Phoenix tortise=Tortoise racoon=Raccoon mountian=Mountain
    cherrry=Cherry valey=Valley secert=Secret vilage=Village woodcuter=Woodcutter boatmen=Boatman`,
} as const

const providers: Provider[] = slotProviders.map(({ code, nameKo, nameEn }) => ({ code, nameKo, nameEn, used: 'y' }))
const gamesOf = new Map(providers.map((provider) => [provider, findSlotGames(String(provider.code)) ?? []]))
const games = listGames(providers, providers, gamesOf)

/** The names that a search for a slip shows, of which the meant word is in the right ones. */
async function namesShown(locale: 'ko' | 'en', typed: string, meant: string) {
  const query = { ...parseGameQuery({ q: typed }), view: '' as const }
  const list = await buildGameList(games, query, null, { favourites: [], recent: [] }, i18nFor(locale), () => '')
  const names = list.games.map(({ name }) => name)
  return { typed, names, wrong: names.filter((name) => !name.includes(meant)) }
}

describe.each(['ko', 'en'] as const)('twenty-five slips of the finger in %s', async (locale) => {
  const shown = await Promise.all(
    typedSlips[locale]
      .trim()
      .split(/\s+/)
      .map((slip) => slip.replaceAll('_', ' ').split('='))
      .map(([typed = '', meant = '']) => namesShown(locale, typed, meant)),
  )

  it('are met with names of which at most a third are wrong', () => {
    expect(shown).toHaveLength(25)
    const all = shown.flatMap(({ names }) => names).length
    const wrong = shown.flatMap((slip) => slip.wrong).length
    expect(wrong / all).toBeLessThanOrEqual(1 / 3)
  })

  it('find what was meant, all but three of them', () => {
    const lost = shown.filter(({ names, wrong }) => names.length === wrong.length).map(({ typed }) => typed)
    expect(lost.length, lost.join()).toBeLessThanOrEqual(3)
  })
})
