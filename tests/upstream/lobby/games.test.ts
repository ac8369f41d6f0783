import { expect, it } from 'vitest'
import { hours, minutes } from '~/values/durations'
import { formatSeoulMinute } from '~/values/seoul'
import { createBackofficeOf } from '../../support/backoffice-people'
import { createCallsOf } from '../../support/member-calls'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'
import { words } from '../../support/words'

const embedded = sharedEmbeddedUpstream({ playApprovalMs: 0 })
const { backoffice, askBackoffice, lastLine } = createBackofficeOf(embedded)
const slot = { company: 'dodam-play', code: 'moon-rabbit-mill' }
const table = { company: 'gaon-casino', code: 'gaon-casino.roulette' }
const set = (used: 'y' | 'n', { company, code }: typeof slot) =>
  backoffice('maintenance', { provider: company, gameCode: code, used })

async function listedCodes(): Promise<string[]> {
  const { token } = await embedded.newMember()
  const { games: listed } = (await embedded.call('get-slot-by-company', { code: slot.company }, token)).response
  const games = listed.filter(({ used }) => used !== 'n')
  const { rails } = (await embedded.call('get-lobby-rails', {})).response
  const { casiono } = (await embedded.call('get-casino-setting', {})).response
  const tables = casiono.flatMap((provider) => provider.tables ?? [])
  return [...games, ...rails.flatMap((rail) => rail.games), ...tables].map(({ code }) => String(code))
}

it.each([
  ['slot', slot],
  ['table', table],
])(
  'a closed %s is no longer listed as open and can’t be opened, but its provider and the others can',
  async (_kind, game) => {
    const demo = await embedded.signIn()
    const before = await listedCodes()
    expect(before).toContain(game.code)
    expect(await set('n', game)).toMatchObject({ changed: true, provider: game.company, gameCode: game.code })
    expect(await set('n', game)).toMatchObject({ changed: false })
    expect(await listedCodes()).toEqual(before.filter((code) => code !== game.code))
    expect((await embedded.call('open-game', game, demo)).status).toBe('maintenance')
    const neighbour = before.find((code) => code !== game.code && code.startsWith(game.company))
    const openGame = neighbour ?? before.find((code) => code !== game.code) ?? ''
    expect((await embedded.call('open-game', { company: game.company, code: openGame }, demo)).status).toBe('success')
    const { rows } = await backoffice('providers')
    expect(rows?.flatMap(({ closedGames }) => closedGames)).toEqual([game.code])
    expect(rows?.find(({ code }) => code === game.company)).toMatchObject({ used: 'y', closedAt: null })
    expect(await set('y', game)).toMatchObject({ changed: true })
    expect(await lastLine()).toMatchObject({ act: 'maintenance', payload: { gameCode: game.code, used: 'y' } })
    expect(await listedCodes()).toEqual(before)
    expect((await embedded.call('open-game', game, demo)).status).toBe('success')
  },
)

it.each([
  ['game', 'maintenance', { provider: slot.company, gameCode: slot.code }],
  ['provider', 'maintenance', { provider: slot.company }],
  ['site', 'site-maintenance', {}],
] as const)('a closure of a %s takes effect immediately until its end', async (_kind, command, of) => {
  const open = async () => (await embedded.call('open-game', slot, await embedded.signIn())).status
  const inHours = (count: number) =>
    formatSeoulMinute(new Date(embedded.context().now().getTime() + hours(count)).toISOString())
  const wrong = await askBackoffice(command, { ...of, used: 'n', closedUntil: inHours(-1) })
  expect(wrong).toMatchObject({ httpStatus: 422, body: { wrong: [{ field: 'closedUntil' }] } })
  const close = async (end: number) =>
    (await backoffice(command, { ...of, used: 'n', closedUntil: inHours(end) })).changed
  expect([await close(1), await open()]).toEqual([true, 'maintenance'])
  expect([await close(3), await open()]).toEqual([true, 'maintenance'])
  embedded.advanceClock(hours(2))
  expect(await open()).toBe('maintenance')
  embedded.advanceClock(hours(2))
  expect(await open()).toBe('success')
})

it.each([
  ['maintenance', { provider: slot.company }],
  ['site-maintenance', {}],
] as const)('%s until a time of day can’t be confirmed once that time has passed', async (command, of) => {
  const at = (ms: number) =>
    formatSeoulMinute(new Date(embedded.context().now().getTime() + ms).toISOString()).slice(-5)
  const change = { ...of, used: 'n', closedUntil: at(minutes(5)) }
  const { digest } = await backoffice(command, { ...change, dryRun: true })
  embedded.advanceClock(minutes(6))
  expect(await askBackoffice(command, { ...change, expects: digest })).toMatchObject({
    ...{ httpStatus: 409, body: { status: 'otherwise' } },
  })
  const untimed = { ...of, used: 'n', closedUntil: at(hours(1)) }
  const shown = await backoffice(command, { ...untimed, dryRun: true })
  embedded.advanceClock(minutes(1))
  expect(await backoffice(command, { ...untimed, expects: shown.digest })).toMatchObject({ changed: true })
  await backoffice(command, { ...of, used: 'y' })
})

it('a closed first table can’t be opened by its provider’s code either', async () => {
  const { token } = await embedded.newMember()
  const first = { company: 'gaon-casino', code: 'gaon-casino.baccarat' }
  const byCard = { company: first.company, code: first.company }
  const { gameUrl } = (await embedded.call('open-game', byCard, token)).response
  await set('n', first)
  expect((await embedded.call('open-game', byCard, token)).status).toBe('maintenance')
  const page = await embedded.send(new Request(`http://site.example${gameUrl}`))
  expect(await page.text()).toContain(words['lobby.maintenance'])
  await set('y', first)
  expect((await embedded.call('open-game', byCard, token)).status).toBe('success')
})

it('an open game takes no bet once it is closed', async () => {
  const { token } = await embedded.newMember()
  const { gameUrl } = (await embedded.call('open-game', slot, token)).response
  const page = async () => (await embedded.send(new Request(`http://site.example${gameUrl}`))).text()
  expect(await page()).not.toContain(words['lobby.maintenance'])
  await set('n', slot)
  expect(await page()).toContain(words['lobby.maintenance'])
  await set('y', slot)
})

it('a game that the provider lacks, or the provider’s own code, is rejected', async () => {
  for (const [provider, gameCode] of [
    ['dodam-play', 'no-game'],
    ['nobody', 'moon-rabbit-mill'],
    ['gaon-casino', 'gaon-casino'],
    ['gaon-casino', 'byeolha-casino.roulette'],
  ])
    expect((await askBackoffice('maintenance', { provider, gameCode, used: 'n' })).httpStatus, gameCode).toBe(404)
})

const { openGame } = createCallsOf(embedded)
const favouritesOf = async (token: string) => (await embedded.call('get-favourites', {}, token)).response
const mark = async (token: string, code: string, on = true) =>
  (await embedded.call('set-favourite', { company: 'dodam-play', code, on }, token)).status
const codesOf = (games: readonly { code?: string | number | undefined }[] = []) => games.map(({ code }) => code)

it('stores a member’s favourites once each, latest first, and shows them only to that member', async () => {
  const [member, stranger] = [await embedded.newMember(), await embedded.newMember()]
  for (const code of ['one', 'two', 'one']) {
    expect(await mark(member.token, code)).toBe('success')
    embedded.advanceClock(1_000)
  }
  expect(codesOf((await favouritesOf(member.token)).favourites)).toEqual(['two', 'one'])
  expect((await favouritesOf(stranger.token)).favourites).toEqual([])
  for (const _ of ['first', 'again']) expect(await mark(member.token, 'two', false)).toBe('success')
  expect(codesOf((await favouritesOf(member.token)).favourites)).toEqual(['one'])
})

it('stores at most sixty favourites, and drops the oldest', async () => {
  const { token } = await embedded.newMember()
  for (let number = 1; number <= 61; number += 1) {
    await mark(token, `${number}`)
    embedded.advanceClock(1_000)
  }
  const { favourites } = await favouritesOf(token)
  expect([favourites.length, favourites[0]?.code, favourites.at(-1)?.code]).toEqual([60, '61', '2'])
})

it('lists a member’s recently opened games, each once', async () => {
  const { token } = await embedded.newMember(100_000)
  for (const company of ['dodam-play', 'gaon-casino', 'dodam-play']) {
    await openGame(token, company)
    embedded.advanceClock(60_000)
  }
  const { played } = await favouritesOf(token)
  expect(played?.map(({ company }) => company)).toEqual(['dodam-play', 'gaon-casino'])
})

it('lists open slots as popular if five members opened them within seven days, without the number', async () => {
  const popular = async () => {
    const { rails } = (await embedded.call('get-lobby-rails', {})).response
    return rails.find(({ kind }) => kind === 'popular')?.games.map(({ code }) => code) ?? []
  }
  const { games } = (await embedded.call('get-slot-by-company', { code: slot.company }, await embedded.signIn()))
    .response
  const codes = games.slice(-2).map(({ code }) => String(code))
  const openBy = async (members: number, code = '') => {
    for (let index = 0; index < members; index++) {
      const { token } = await embedded.newMember()
      for (let again = 0; again < 2; again++)
        expect((await embedded.call('open-game', { company: slot.company, code }, token)).status).toBe('success')
    }
  }
  await openBy(4, codes[0])
  expect(await popular()).toEqual([])
  await openBy(1, codes[0])
  await openBy(6, codes[1])
  expect(await popular()).toEqual([codes[1], codes[0]])
  await set('n', { ...slot, code: codes[1] ?? '' })
  expect(await popular()).toEqual([codes[0]])
  await embedded.query("update game_launches set made_at = made_at - interval '8 days' where game = $1", [codes[0]])
  expect(await popular()).toEqual([])
  await set('y', { ...slot, code: codes[1] ?? '' })
})
