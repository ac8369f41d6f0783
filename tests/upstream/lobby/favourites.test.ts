import { expect, it } from 'vitest'
import { createCallsOf } from '../../support/member-calls'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

const embedded = sharedEmbeddedUpstream()
const { openGame } = createCallsOf(embedded)

const list = async (token: string) => (await embedded.call('get-favourites', {}, token)).response
const set = async (token: string, code: string, on = true) =>
  (await embedded.call('set-favourite', { company: 'dodam-play', code, on }, token)).status
const codesOf = (games: readonly { code?: string | number | undefined }[] = []) => games.map(({ code }) => code)

it('keeps the games that a member marks, the latest first and each once, and shows them to nobody else', async () => {
  const [member, stranger] = [await embedded.newMember(), await embedded.newMember()]
  for (const code of ['one', 'two', 'one']) {
    expect(await set(member.token, code)).toBe('success')
    embedded.advanceClock(1_000)
  }
  expect(codesOf((await list(member.token)).favourites)).toEqual(['two', 'one'])
  expect((await list(stranger.token)).favourites).toEqual([])
  for (const _ of ['first', 'again']) expect(await set(member.token, 'two', false)).toBe('success')
  expect(codesOf((await list(member.token)).favourites)).toEqual(['one'])
})

it('keeps sixty, of which the oldest go', async () => {
  const { token } = await embedded.newMember()
  for (let number = 1; number <= 61; number += 1) {
    await set(token, `${number}`)
    embedded.advanceClock(1_000)
  }
  const { favourites } = await list(token)
  expect([favourites.length, favourites[0]?.code, favourites.at(-1)?.code]).toEqual([60, '61', '2'])
})

it('knows the games that a member opened last, each once', async () => {
  const { token } = await embedded.newMember(100_000)
  for (const company of ['dodam-play', 'gaon-casino', 'dodam-play']) {
    await openGame(token, company)
    embedded.advanceClock(60_000)
  }
  const { played } = await list(token)
  expect(played?.map(({ company }) => company)).toEqual(['dodam-play', 'gaon-casino'])
})
