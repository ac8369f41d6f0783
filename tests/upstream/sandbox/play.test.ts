import { createHash, randomInt, randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { settleEndedSlips } from '~/embedded/games/sandbox-provider.server'
import { playTexts } from '~/embedded/sandbox/texts'
import { cancelReasonText } from '~/embedded/transactions/cancel-reasons'
import { locales } from '~/i18n/locale'
import type { CallName, ResponseOf } from '~/upstream/contract'
import { addUp } from '~/values/balance'
import { dot } from '~/values/parts'
import { findDatesWithoutYear } from '../../support/dates'
import { createCallsOf } from '../../support/member-calls'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

/** The fixed result of every draw, if set. 0 is the first stop of every reel (three of the rarest) and the jackpot. */
const fate: { draw: number | undefined } = { draw: undefined }
/** Beyond every reel's last stop: three of the most common symbol, five times the stake, and no jackpot. */
const COMMONEST = 10 ** 9
const RAREST_AND_JACKPOT = 0

const twelveHoursMs = 12 * 60 * 60_000
const { t, won: inWon } = playTexts('ko')

const embedded = sharedEmbeddedUpstream({ randomInt: (below) => Math.min(fate.draw ?? randomInt(below), below - 1) })
const calls = createCallsOf(embedded)
const { depositByPayment, depositsOf, withdrawalsOf, getPage, submitForm } = calls
let demo: string

beforeAll(async () => {
  demo = await embedded.signIn()
})
afterEach(() => {
  fate.draw = undefined
  embedded.options.roundPaceMs = 0
})

const memberWithCash = async (won = 100_000) => (await embedded.newMember(won)).token

async function responseOf<S extends CallName>(callName: S, payload: object = {}, token = demo): Promise<ResponseOf<S>> {
  const reply = await embedded.call(callName, { ...payload }, token)
  expect(reply.httpStatus).toBe(200)
  return reply.response
}

const moneyOf = async (token: string) => {
  const { balance, gameMoney } = await calls.moneyOf(token)
  return addUp([balance, gameMoney]) ?? Number.NaN
}
const compOf = async (token: string) => (await calls.moneyOf(token)).rolling ?? 0
const jackpot = async () => (await responseOf('get-jackpot')).amount ?? 0
const totalText = (count: number, odds: number) =>
  `<span>${t('slip.total', { count })}</span> <b>${(odds / 100).toFixed(2)}</b>`
const betsOf = async (token: string) => (await responseOf('get-bets-list', {}, token)).total

async function openGame(token: string, company?: string, language?: string) {
  const { status, path } = await calls.openGame(token, company, language)
  expect(status).toBe('success')
  return path
}

async function spinOn(path: string): Promise<string> {
  const id = /name="spin" value="([^"]+)"/.exec((await getPage(path)).text)?.[1]
  if (!id) throw new Error('the page has no form')
  return id
}

async function optionsOn(path: string, side: string): Promise<string[]> {
  const options = (await getPage(path)).text.matchAll(
    new RegExp(`name="choice[\\d.-]+"[^>]* value="([^"]+:${side}:\\d+)"`, 'g'),
  )
  return [...options].map(([, value = '']) => value)
}

describe('opening a game', () => {
  it('returns a new URL each time, whose key isn’t in the database', async () => {
    const [first, second] = [await openGame(demo), await openGame(demo)]
    expect(first).toMatch(/^\/sandbox\/game\/[\w-]{43}$/)
    expect(second).not.toBe(first)
    const stored = JSON.stringify(await embedded.query('select token_hash, provider, game from game_launches'))
    expect(stored).not.toContain(first.split('/').at(-1))
  })

  it.each([
    ['a provider under maintenance', { company: 'maru-tables', code: 'maru-tables' }],
    ['a game of another provider', { company: 'mir-works', code: 'moon-rabbit-mill' }],
    ['an unknown provider', { company: 'nobody', code: 'nobody' }],
    ['another code at a casino', { company: 'gaon-casino', code: 'moon-rabbit-mill' }],
    ['a table that the casino doesn’t have', { company: 'gaon-casino', code: 'gaon-casino.poker' }],
    ['a table of another casino', { company: 'gaon-casino', code: 'byeolha-casino.roulette' }],
  ])('is rejected for %s', async (_what, payload) => {
    const { status, body } = await embedded.call('open-game', payload, demo)
    expect(status).not.toBe('success')
    expect(body).not.toHaveProperty('gameUrl')
  })

  it('is in the member’s language, Korean by default, or in the URL’s language, which rounds preserve', async () => {
    expect((await getPage(await openGame(demo))).text).toContain('<html lang="ko">')
    const english = await openGame(demo, 'dodam-play', 'en')
    expect((await getPage(english)).text).toContain('Moon Rabbit Mill')
    expect((await getPage(`${english}?lng=ko`)).text).toContain('달토끼의 방앗간')
    const spin = await spinOn(`${english}?lng=ko`)
    const played = await submitForm(`${english}?lng=ko`, { spin, stake: '1000' })
    expect(played.headers.get('location')).toBe(`${english}?lng=ko&spin=${spin}`)
    // The URL preserves languages that only the reality check and closing pages have.
    expect(english).not.toContain('lng')
    expect(await openGame(demo, 'dodam-play', 'th')).toMatch(/[?]lng=th$/)
    expect(await openGame(demo, 'dodam-play', 'zh-CN')).toMatch(/[?]lng=cn$/)
  })
})

describe('a game’s page', () => {
  it('allows only its own script and styles, and can’t be stored or framed', async () => {
    const { headers, text } = await getPage(await openGame(demo))
    const hashesOf = (element: string) =>
      [...text.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, 'g'))].map(
        ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
      )
    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "img-src 'self'",
      `style-src ${hashesOf('style').join(' ')}`,
      `script-src ${hashesOf('script')}`,
      "connect-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(text).not.toMatch(/\sstyle=|\son\w+=/i)
  })

  it('returns the money to the wallet with one click, shows where it is, and can transfer it back', async () => {
    const token = await memberWithCash(30_000)
    const path = await openGame(token)
    for (const _ of [1, 2]) {
      const left = await submitForm(path, { intent: 'leave' })
      const atHome = t('game.atHome', { amount: inWon(30_000) })
      expect([left.status, left.text]).toEqual([200, expect.stringContaining(atHome)])
    }
    expect(await calls.moneyOf(token)).toMatchObject({ balance: 30_000, gameMoney: 0 })
    const { text } = await getPage(path)
    expect(text).toContain(t('game.wallet', { amount: inWon(30_000) }))
    expect(text).not.toContain('name="spin"')
    await submitForm(path, { intent: 'bring-in' })
    expect((await getPage(path)).text).toContain('name="spin"')
  })

  it('is a 404 after its expiry or with a wrong key, and accepts only GET and POST', async () => {
    const refused = await embedded.send(new Request(`http://site.example${await openGame(demo)}`, { method: 'DELETE' }))
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    const path = await openGame(await memberWithCash())
    const spin = await spinOn(path)
    embedded.advanceClock(twelveHoursMs)
    expect((await getPage(path)).status).toBe(410)
    expect((await submitForm(path, { spin, stake: '1000' })).status).toBe(410)
    expect((await getPage(`${path.slice(0, -2)}AA`)).status).toBe(404)
    expect((await getPage('/sandbox/game/')).status).toBe(404)
    demo = await embedded.signIn()
  })
})

it('every date in the sandbox has a year, in every language', async () => {
  const token = await memberWithCash()
  const pages = [
    ...[await depositByPayment(token), await embedded.call('withdrawal-launcher', { idx: 1 }, token)].map(({ body }) =>
      String(body.launcherUrl),
    ),
    await openGame(token),
    await openGame(token, 'gaon-casino'),
  ]
  for (const locale of locales) {
    for (const path of pages) {
      const { status, text } = await getPage(`${path}?lng=${locale}`)
      const content = text.replace(/<(style|script)[^>]*>.*?<\/\1>|<[^>]+>/gs, ' ')
      expect([path, status, findDatesWithoutYear(content)]).toEqual([path, 200, []])
    }
  }
})

describe('a round', () => {
  it('takes the stake, credits comp at its provider’s rate, feeds the jackpot and pays the win', async () => {
    const token = await memberWithCash()
    const path = await openGame(token)
    const pool = await jackpot()
    fate.draw = COMMONEST
    const spin = await spinOn(path)
    const played = await submitForm(path, { spin, stake: '5000' })

    expect([played.status, played.headers.get('location')]).toEqual([303, `${path}?spin=${spin}`])
    expect(await moneyOf(token)).toBe(100_000 - 5_000 + 5 * 5_000)
    expect(await compOf(token)).toBe(15)
    expect(await jackpot()).toBe(pool + 5)
    const { text } = await getPage(path)
    expect(text).toContain(t('game.win', { amount: inWon(25_000) }))
    expect(text).toContain('120,000원')
    expect((await responseOf('get-bets-list', {}, token)).bets).toMatchObject([
      { thirdParty: '도담 플레이', game: '달토끼의 방앗간', balanceBet: 5_000, balanceWin: 25_000 },
    ])
  })

  it.each([
    ['gaon-casino', 'banker', 5],
    ['byeolha-casino', 'red', 5],
    ['ondeul-sports', 'home', 2.5],
  ])(
    'of %s (%s) starts %d s after the previous one or is rejected with its choices preserved',
    async (company, side, seconds) => {
      delete embedded.options.roundPaceMs
      const token = await memberWithCash()
      const path = await openGame(token, company)
      const choices = side === 'home' ? await optionsOn(path, side) : [side, side]
      const [first, second] = choices.map((choice) => ({ spin: randomUUID(), stake: '5000', choice }))
      if (!first || !second) throw new Error('the page offers too little')
      expect((await submitForm(path, first)).status).toBe(303)
      const pace = seconds === 5 ? `<small>${t('game.pace', { seconds })}</small>` : ''
      expect((await getPage(path)).text).toMatch(new RegExp(`<button class="main"[^>]*>.+</span>${pace}</button>`))
      for (const ms of [0, 1_000 * seconds - 1]) {
        embedded.advanceClock(ms)
        const early = await submitForm(path, second)
        const { status, text } = early
        expect([status, text]).toEqual([409, expect.stringContaining(t('game.tooSoon', { seconds }))])
        const checked = [...text.matchAll(/value="([^"]+)"[^>]* checked/g)].map(([, value]) => value)
        expect(checked).toEqual([second.choice, '5000'])
        expect((await submitForm(path, first)).status, 'the same form again').toBe(303)
      }
      expect(await betsOf(token)).toBe(1)
      embedded.advanceClock(1)
      expect((await submitForm(path, second)).status).toBe(303)
      expect(await betsOf(token)).toBe(2)
    },
  )

  it('can’t start sooner in another window of its game', async () => {
    delete embedded.options.roundPaceMs
    const token = await memberWithCash()
    const paths = [await openGame(token, 'gaon-casino'), await openGame(token, 'gaon-casino')]
    const spin = (path = '') => submitForm(path, { spin: randomUUID(), stake: '1000', choice: 'banker' })
    const statuses = (await Promise.all(paths.map(spin))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([303, 409])
    expect((await spin(await openGame(token, 'gaon-casino'))).status).toBe(409)
    embedded.advanceClock(5_000)
    expect((await spin(await openGame(token, 'gaon-casino'))).status).toBe(303)
  })

  it('can’t start on an open page after its provider was closed', async () => {
    const path = await openGame(await memberWithCash())
    await embedded.query("insert into provider_closures (provider, closed_at) values ('dodam-play', '2000-01-01')")
    const { status, text } = await getPage(path)
    await embedded.query("delete from provider_closures where provider = 'dodam-play'")
    expect([status, text]).toEqual([200, expect.stringContaining(t('game.maintenance'))])
    expect(text).toMatch(/<button class="main"[^>]* disabled>/)
    expect((await getPage(path)).text).not.toContain(' disabled>')
  })

  it('returns the page without styles and scripts to the page’s own script', async () => {
    const path = await openGame(await memberWithCash())
    fate.draw = COMMONEST
    const fields = { spin: await spinOn(path), stake: '1000' }
    const { status, headers, text } = await submitForm(path, fields, { 'Sec-Fetch-Dest': 'empty' })
    expect([status, text]).toEqual([200, expect.stringContaining(t('game.win', { amount: inWon(5_000) }))])
    expect(text).not.toMatch(/<style|<script/)
    expect(headers.get('content-security-policy')).not.toMatch(/style-src|script-src/)
  })

  it('is played once per form, however often and fast it is sent', async () => {
    const token = await memberWithCash()
    const path = await openGame(token)
    const spin = await spinOn(path)
    fate.draw = COMMONEST
    const presses = await Promise.all(Array.from({ length: 8 }, () => submitForm(path, { spin, stake: '1000' })))
    await submitForm(path, { spin, stake: '50000' })
    expect(presses.map(({ status }) => status)).toEqual(Array(8).fill(303))
    expect(await betsOf(token)).toBe(1)
    expect(await moneyOf(token)).toBe(100_000 - 1_000 + 5_000)
  })

  it('needs enough game money, which never falls below zero even if many are sent simultaneously', async () => {
    const token = await memberWithCash(10_000)
    const slot = await openGame(token)
    const refused = await submitForm(slot, { spin: await spinOn(slot), stake: '20000' })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining(t('game.insufficientFunds'))])
    expect([await moneyOf(token), await betsOf(token)]).toEqual([10_000, 0])
    const path = await openGame(token, 'pureunjandi')
    const bets = await optionsOn(path, 'home')
    const presses = bets.map((choice) => submitForm(path, { spin: randomUUID(), stake: '2000', choice }))
    expect((await Promise.all(presses)).map(({ status }) => status).toSorted()).toEqual([303, 303, 303, 303, 303, 409])
    expect([await moneyOf(token), await betsOf(token)]).toEqual([0, 5])
    expect((await getPage(path)).text).toContain(t('game.belowMinStake', { least: inWon(1_000) }))
  })

  it('is rejected with an unoffered stake, an invalid form ID or a missing choice', async () => {
    const [slot, table] = [await openGame(demo), await openGame(demo, 'gaon-casino')]
    const before = await moneyOf(demo)
    const wrong: Record<string, string>[] = [
      { stake: '1500' },
      { stake: '-1000' },
      {},
      { stake: '1000', spin: 'again' },
    ]
    for (const fields of wrong) {
      const { status } = await submitForm(slot, { spin: randomUUID(), ...fields })
      expect([status, await moneyOf(demo)], JSON.stringify(fields)).toEqual([422, before])
    }
    const refused = await submitForm(table, { spin: randomUUID(), stake: '1000' })
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(t('game.chooseFirst'))])
  })

  it('is cancelled if its win would exceed the member’s largest balance', async () => {
    const most = Math.floor(Number.MAX_SAFE_INTEGER / 10_000) * 10_000
    const token = await memberWithCash(most)
    const path = await openGame(token)
    const spin = await spinOn(path)
    fate.draw = COMMONEST
    for (const _ of [1, 2]) {
      const refused = await submitForm(path, { spin, stake: '1000' })
      expect([refused.status, refused.text]).toEqual([409, expect.stringContaining(t('game.balanceTooLarge'))])
    }
    expect(await moneyOf(token)).toBe(most)
    expect(await betsOf(token)).toBe(0)
  })

  it('can win the whole jackpot, which then restarts', async () => {
    const token = await memberWithCash()
    const path = await openGame(token)
    const pool = await jackpot()
    fate.draw = RAREST_AND_JACKPOT
    await submitForm(path, { spin: await spinOn(path), stake: '1000' })
    const won = pool + 1
    expect(await moneyOf(token)).toBe(100_000 - 1_000 + 500 * 1_000 + won)
    expect(await jackpot()).toBe(1_283_904_560)
    expect((await getPage(path)).text).toContain(t('game.jackpot', { amount: inWon(won) }))
    expect((await responseOf('get-bets-list', {}, token)).bets[0]?.balanceWin).toBe(500_000 + won)
  })
})

describe('a round of baccarat', () => {
  const open = (token: string) => openGame(token, 'gaon-casino')
  const play = async (path: string, choice: string, stake = '1000') =>
    submitForm(path, { spin: await spinOn(path), choice, stake })

  it('returns the stake on a hand at a tie without calling it a win, and pays a tie eight to one', async () => {
    const token = await memberWithCash()
    const path = await open(token)
    // The lowest remaining cards are three aces each, then an ace and two twos each.
    fate.draw = 0
    await play(path, 'player')
    const tied = (await getPage(path)).text
    expect(tied).toContain(t('game.stakeBack', { amount: inWon(1_000) }))
    expect(tied).not.toMatch(/class="sum"|class="table win"/)
    expect(tied).toContain(`aria-label="${t('baccarat.hand', { side: t('baccarat.player'), points: 3, cards: '' })}`)
    expect(tied).toContain(t('baccarat.left', { left: 410 }))
    expect(await moneyOf(token)).toBe(100_000)

    await play(path, 'tie')
    const won = (await getPage(path)).text
    expect(won).toContain(t('game.win', { amount: inWon(9_000) }))
    expect(won).toContain(`aria-label="${t('baccarat.hand', { side: t('baccarat.banker'), points: 5, cards: '' })}`)
    expect(won).toContain(t('baccarat.road', { count: 2, player: 1, banker: 0, tie: 1 }).split(':')[0])
    expect(await moneyOf(token)).toBe(108_000)
    // Each opening of the game has a separate shoe.
    expect((await getPage(await open(token))).text).toContain(t('baccarat.left', { left: 416 }))
  })

  it('is dealt from the same shoe as simultaneous rounds, without dealing a card twice', async () => {
    const token = await memberWithCash()
    const path = await open(token)
    fate.draw = 0
    const presses = Array.from({ length: 8 }, () =>
      submitForm(path, { spin: randomUUID(), choice: 'player', stake: '1000' }),
    )
    expect((await Promise.all(presses)).map(({ status }) => status)).toEqual(Array(8).fill(303))
    const rounds = await embedded.query<{ outcome: { player: number[]; banker: number[] } }>(
      'select outcome from game_rounds where launch_id = (select max(id) from game_launches) order by id',
    )
    const dealt = rounds.flatMap(({ outcome: { player, banker } }) => [...player, ...banker]).toSorted((a, b) => a - b)
    // Each draw is the lowest remaining card, of which there are eight.
    expect(dealt).toEqual(dealt.map((_, index) => Math.floor(index / 8)))
  })
})

describe('a casino table', () => {
  const open = async (token: string, company: string, code: string) =>
    String((await embedded.call('open-game', { company, code }, token)).response.gameUrl)

  it('accepts and pays bets on one roulette number or a group, and shows the result in the lobby', async () => {
    const token = await memberWithCash()
    const path = await open(token, 'jangdan-studio', 'jangdan-studio.roulette')
    const play = async (choice: string, stake = '1000') => submitForm(path, { spin: await spinOn(path), choice, stake })
    fate.draw = 17
    expect((await play('17')).status).toBe(303)
    expect(await moneyOf(token)).toBe(100_000 + 35_000)
    expect((await getPage(path)).text).toContain(t('game.win', { amount: inWon(36_000) }))
    fate.draw = 0
    expect((await play('red')).status).toBe(303)
    const { text } = await getPage(path)
    expect(text).toContain(`<b>${t('slip.wrong')}</b>`)
    expect(text).toContain(`aria-label="${t('roulette.latest', { numbers: `0, 17 ${t('roulette.black')}` })}"`)
    for (const wrong of ['37', '1.5', 'green', '']) expect((await play(wrong)).status, wrong).toBe(422)
    expect(await moneyOf(token)).toBe(134_000)

    const { casiono } = (await embedded.call('get-casino-setting', {})).response as ResponseOf<'get-casino-setting'>
    const tables = casiono.find(({ code }) => code === 'jangdan-studio')?.tables
    expect(tables?.find(({ kind }) => kind === 'roulette')).toMatchObject({
      min: 1_000,
      max: 50_000,
      latest: ['0', '17'],
    })
    const { bets } = await responseOf('get-bets-list', {}, token)
    expect(bets.map(({ game }) => game)).toEqual(
      [t('roulette.red'), '17'].map((choice) => `${t('roulette.title')} · ${choice}`),
    )
  })

  it('shows only one baccarat shoe’s results in the lobby even if two members play', async () => {
    const [one = '', other = ''] = await Promise.all(
      [await memberWithCash(), await memberWithCash()].map((token) =>
        open(token, 'nuri-studio', 'nuri-studio.baccarat'),
      ),
    )
    for (const path of [one, other, one, other]) {
      const bet = { spin: await spinOn(path), choice: 'player', stake: '1000' }
      expect((await submitForm(path, bet)).status).toBe(303)
    }
    const { casiono } = (await embedded.call('get-casino-setting', {})).response as ResponseOf<'get-casino-setting'>
    const [table] = casiono.find(({ code }) => code === 'nuri-studio')?.tables ?? []
    expect(table?.latest).toHaveLength(2)
  })
})

describe('a bet on a sport slip', () => {
  const open = (token: string) => openGame(token, 'ondeul-sports')
  const submit = (path: string, choices: readonly string[], more: Record<string, string> = {}) =>
    submitForm(path, {
      ...{ spin: randomUUID(), stake: '1000', ...more },
      ...Object.fromEntries(choices.map((choice, index) => [`choice${index}`, choice])),
    })
  const oddsOf = (choice: string) => Number(choice.split(':')[2])
  const stateOf = async () =>
    (await embedded.query<{ state: string }>('select state from game_rounds order by id desc limit 1'))[0]?.state
  /** Advances the clock until all open matches have started or ended. */
  const passHours = (hours: number) => embedded.advanceClock(hours * 3_600_000)

  it('is pending until the end of its match, whose single result settles every bet at the odds shown', async () => {
    const [token, other] = [await memberWithCash(), await memberWithCash()]
    const [path, others] = [await open(token), await open(other)]
    const [draw = ''] = await optionsOn(path, 'draw')
    const home = (await optionsOn(path, 'home')).find((choice) => choice.startsWith(draw.split(':')[0] ?? '')) ?? ''
    expect((await submit(path, [draw], { stake: '10000' })).status).toBe(303)
    expect((await submit(others, [home])).status).toBe(303)
    expect([await moneyOf(token), await moneyOf(other)]).toEqual([90_000, 99_000])
    expect((await getPage(path)).text).toContain(`<b>${t('slip.placed')}</b>`)
    const openBetsOf = async (of: string) => (await embedded.call('get-favourites', {}, of)).response.openBets ?? []
    const bet = { company: 'ondeul-sports', match: draw.split(':')[0] }
    expect(await openBetsOf(token)).toEqual([{ ...bet, side: 'draw', stake: 10_000, odds: oddsOf(draw) }])
    expect(await openBetsOf(other)).toEqual([{ ...bet, side: 'home', stake: 1_000, odds: oddsOf(home) }])
    // The first score of a football match is 0:0. It is drawn at the start, and not again at the end.
    fate.draw = 0
    passHours(2)
    await settleEndedSlips(embedded.context())
    fate.draw = undefined
    const won = 100 * oddsOf(draw)
    expect([await moneyOf(token), await moneyOf(other)]).toEqual([90_000 + won, 99_000])
    expect(await openBetsOf(token)).toEqual([])
    const { text } = await getPage(path)
    expect(text).toContain('0 : 0')
    expect(text).toContain(t('slip.paidOut', { amount: inWon(won) }))
    const late = await submit(path, [draw])
    expect([late.status, late.text]).toEqual([422, expect.stringContaining(t('slip.changed'))])
  })

  it('on several matches pays the product of their odds once, despite simultaneous jobs', async () => {
    const token = await memberWithCash()
    const path = await openGame(token, 'pureunjandi')
    const draws = (await optionsOn(path, 'draw')).slice(0, 3)
    const product = draws.reduce((all, choice) => all * oddsOf(choice), 1)
    const odds = Math.floor(product / 100 ** (draws.length - 1) + 1e-9)
    // Without JavaScript, the page calculates the odds without placing a bet.
    const quoted = await submit(path, draws, { intent: 'quote', spin: '' })
    const total = totalText(draws.length, odds)
    expect([quoted.status, quoted.text]).toEqual([200, expect.stringContaining(total)])
    expect(await betsOf(token)).toBe(0)
    const spin = randomUUID()
    const presses = await Promise.all(Array.from({ length: 4 }, () => submit(path, draws, { spin })))
    expect(presses.map(({ status }) => status)).toEqual([303, 303, 303, 303])
    expect(await moneyOf(token)).toBe(99_000)
    const sums = { bets: 1, picks: 3, stake: 1_000, payout: 10 * odds }
    expect((await responseOf('get-favourites', {}, token)).openBetSums).toEqual(sums)

    expect((await responseOf('get-bets-list', {}, token)).bets[0]).toMatchObject({ balanceWin: 0, isOpen: true })
    fate.draw = 0
    passHours(6)
    await settleEndedSlips(embedded.context())
    passHours(1)
    await Promise.all(Array.from({ length: 5 }, () => settleEndedSlips(embedded.context())))
    await settleEndedSlips(embedded.context())
    expect(await moneyOf(token)).toBe(99_000 + 10 * odds)
    expect([await betsOf(token), await stateOf()]).toEqual([1, 'done'])
    const { bets } = await responseOf('get-bets-list', {}, token)
    expect(bets[0]).toMatchObject({ balanceWin: 10 * odds, isOpen: false })
    expect(bets[0]?.picks).toEqual(draws.map(() => expect.stringContaining(t('slip.draw'))))
  })

  it('shows a pick on a live match with the reason until it is acknowledged, and is placed on the others', async () => {
    const path = await open(await memberWithCash())
    const [live = '', left = ''] = await optionsOn(path, 'home')
    const nameOf = (text: string, choice: string) => new RegExp(`name="([^"]+)" [^>]*value="${choice}"`).exec(text)?.[1]
    const name = nameOf((await getPage(path)).text, left)
    passHours(1)
    const shown = (text: string) => text.split(t('slip.dropped.begun')).length - 1
    const link = await getPage(`${path}?picks=${[live, left].map((each) => each.replace(/:\d+$/, '')).join('%20')}`)
    const refused = await submit(path, [live, left])
    const quoted = await submit(path, [left], { intent: 'quote', dropped0: live })
    for (const { text } of [link, refused, quoted]) {
      expect(shown(text)).toBe(1)
      expect(text).toMatch(new RegExp(`type="checkbox" name="dropped[^"]*" value="${live}" checked`))
      expect(text).toMatch(new RegExp(`name="${name}" [^>]*value="${left}" checked`))
      expect(text).toContain(totalText(1, oddsOf(left)))
    }
    const removed = await submit(path, [left], { intent: 'quote' })
    expect(shown(removed.text)).toBe(0)
    // The first click acknowledges the changed odds, and the second one places the bet.
    const seen = await submit(path, [left], { dropped0: live })
    expect([seen.status, shown(seen.text)]).toEqual([200, 0])
    expect((await submit(path, [left])).status).toBe(303)
    expect(shown((await getPage(path)).text)).toBe(0)
  })

  it('is the member’s only bet on each of its matches in any window, and the page marks them', async () => {
    const token = await memberWithCash()
    const [path, second] = [await open(token), await open(token)]
    const [first = '', another = '', free = ''] = await optionsOn(path, 'home')
    expect((await submit(path, [first, another])).status).toBe(303)
    for (const choices of [[another], [another.replace(/:home:.*/, ':away:'), free], [free, first]]) {
      const offered = [...(await optionsOn(second, 'home')), ...(await optionsOn(second, 'away'))]
      const exact = choices.map((choice) => offered.find((each) => each.startsWith(choice)) ?? choice)
      const { status, text } = await submit(second, exact)
      expect([status, text], exact.join()).toEqual([422, expect.stringContaining(t('slip.already'))])
    }
    expect([await betsOf(token), await moneyOf(token)]).toEqual([1, 99_000])
    const { text } = await getPage(second)
    expect(text.match(/ value="\d[^"]+" disabled/g)?.length).toBeGreaterThanOrEqual(4)
    expect((await submit(second, [free])).status).toBe(303)
    expect((await submit(await open(await memberWithCash()), [first])).status).toBe(303)
  })

  it('shows each outdated pick of a link with the reason, and includes only picks that still accept bets', async () => {
    const token = await memberWithCash()
    const [live = '', placed = '', free = ''] = await optionsOn(await open(token), 'home')
    expect((await submit(await open(token), [placed])).status).toBe(303)
    passHours(1)
    const stale = [live, placed.replace(':home:', ':away:'), free].map((each) => each.replace(/:\d+$/, ''))
    const { text } = await getPage(`${await open(token)}?picks=${stale.join('%20')}`)
    expect(text).toContain(`<b>${t('slip.dropped.begun')}${dot}${t('slip.dropped.placed')}</b>`)
    const checked = [...text.matchAll(/name="(dropped|choice)[^"]*"[^>]* value="([^":]+:\w+)[^"]*" checked/g)]
    const named = (field: string) => checked.flatMap(([, name, value]) => (name === field ? value : []))
    expect([named('dropped'), named('choice')]).toEqual([stale.slice(0, 2), stale.slice(2)])
    expect(text).not.toContain(`<b>${t('slip.placed')}</b>`)
  })

  it('isn’t voided or settled early by a logout, a closed provider or a break', async () => {
    const token = await memberWithCash()
    const path = await open(token)
    const [choice = ''] = await optionsOn(path, 'draw')
    expect((await submit(path, [choice])).status).toBe(303)
    // Other members have the same phone and bank account.
    await embedded.query(
      "update members set phone = '01099998888', bank_number = '99' where id = (select max(id) from members)",
    )
    expect((await embedded.call('set-play-limits', { exclude: '6m' }, token)).status).toBe('success')
    expect((await embedded.call('do-logout', {}, token)).status).toBe('success')
    await embedded.query("insert into provider_closures (provider, closed_at) values ('ondeul-sports', '2000-01-01')")
    await settleEndedSlips(embedded.context())
    expect(await stateOf()).toBe('placed')
    fate.draw = 0
    passHours(7)
    await settleEndedSlips(embedded.context())
    await embedded.query("delete from provider_closures where provider = 'ondeul-sports'")
    expect(await stateOf()).toBe('done')
    const [bet] = await embedded.query<{ win: bigint }>('select win from bets order by id desc limit 1')
    expect(Number(bet?.win)).toBe(10 * oddsOf(choice))
  })

  it('opens with the picks from open-game selected, and is rejected if a pick isn’t offered', async () => {
    const token = await memberWithCash()
    const { sport } = await responseOf('get-sport-setting')
    // Matches stay listed for some time after they start.
    const nowMs = embedded.context().now().getTime()
    const listed = sport.find(({ code }) => code === 'ondeul-sports')?.matches ?? []
    const matches = listed.filter(({ startsAt }) => Date.parse(String(startsAt)) > nowMs)
    const picks = matches.slice(0, 2).map(({ id = '' }) => ({ match: id, side: 'away' }))
    const payload = { company: 'ondeul-sports', code: 'ondeul-sports', picks }
    const path = String((await embedded.call('open-game', payload, token)).response.gameUrl)
    const checked = [...(await getPage(path)).text.matchAll(/value="([^"]+)" checked/g)].map(([, value]) => value)
    for (const [index, { id, odds }] of matches.slice(0, 2).entries())
      expect(checked[index]).toBe(`${id}:away:${odds.away}`)
    const [choice = ''] = await optionsOn(path, 'away')
    const another = choice.replace(/:away:\d+$/, ':home:1')
    for (const refused of [
      [choice.replace(/\d+$/, '99900')],
      [choice.replace(/^\d{4}/, '2019')],
      ['home'],
      [''],
      [choice, choice],
      [choice, another],
    ])
      expect((await submit(path, refused)).status, refused.join()).toBe(422)
    expect(await betsOf(token)).toBe(0)
  })
})

it('another member’s notes and help requests can’t be read or deleted', async () => {
  const stranger = await memberWithCash(0)
  const [note] = (await responseOf('get-user-note')).note
  expect((await embedded.call('read-note-message', { id: note?._id }, stranger)).status).toBe('not_found')
  for (const callName of ['user-del-note', 'del-all-help'] as const)
    expect((await embedded.call(callName, {}, stranger)).status).toBe('success')
  expect((await responseOf('get-user-note')).note).toHaveLength(3)
  expect((await responseOf('get-help-list')).helps).toHaveLength(2)
  await responseOf('del-all-help')
  expect((await responseOf('get-help-list')).helps).toEqual([])
})

describe('a payment', () => {
  const paid = async (token: string, won: number, idx: number) =>
    String((await depositByPayment(token, won, idx)).response.launcherUrl)

  it('has two methods for deposits and two for withdrawals, and rejects other methods or amounts', async () => {
    expect((await responseOf('get-deposit-payment')).payments).toEqual([
      { idx: 1, name: '바로페이', min: 10_000, max: 2_000_000, fee: 0 },
      { idx: 2, name: '이음 상품권', min: 10_000, max: 500_000, fee: 500 },
    ])
    expect((await responseOf('get-withdrawal-payment')).payments).toHaveLength(2)
    for (const { status, body } of [
      await depositByPayment(demo, 510_000, 2),
      await depositByPayment(demo, 10_000, 3),
    ]) {
      expect(status).not.toBe('success')
      expect(body).not.toHaveProperty('launcherUrl')
    }
  })

  it('shows the balance before a deposit including game money, until money moves again', async () => {
    const token = await memberWithCash(10_000)
    const { path: game } = await calls.openGame(token)
    await submitForm(game, { intent: 'bring-in' })
    const path = await paid(token, 50_000, 2)
    await submitForm(path, { intent: 'confirm' })
    const both = new RegExp(`${t('pay.before')}.*>10,000원.*${t('pay.after')}.*59,500<small>원`, 's')
    expect((await getPage(path)).text).toMatch(both)
    await submitForm(game, { spin: randomUUID(), stake: '10000' })
    expect((await getPage(path)).text).not.toContain(t('pay.before'))
  })

  it('credits the money minus its fee once, however often it is confirmed', async () => {
    const token = await memberWithCash(0)
    const path = await paid(token, 50_000, 2)
    expect(path).toMatch(/^\/sandbox\/pay\/[\w-]{43}$/)
    expect(await moneyOf(token)).toBe(0)
    const { text, headers } = await getPage(path)
    expect(text).toMatch(new RegExp(`${t('pay.credited')}.*49,500원`))
    expect(text).toMatch(new RegExp(`${t('pay.amount')}.*50,000<small>원.*${t('pay.after')}.*49,500원`, 's'))
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")

    const presses = await Promise.all(Array.from({ length: 4 }, () => submitForm(path, { intent: 'confirm' })))
    expect(presses.map(({ status }) => status)).toEqual([303, 303, 303, 303])
    expect(await moneyOf(token)).toBe(49_500)
    const done = (await getPage(path)).text
    expect(done).toContain(t('pay.done.deposit'))
    expect(done).toMatch(/<a [^>]*href="\/"/)
    expect(done).toMatch(new RegExp(`${t('pay.credited')}.*49,500원`))
    expect(done).toMatch(new RegExp(`${t('pay.before')}.*>0원.*${t('pay.after')}.*49,500<small>원`, 's'))
    const { balances, ...totals } = await depositsOf(token)
    expect(balances[0]).toMatchObject({ balance: 50_000, fee: 500, after: 49_500, status: 'already' })
    expect(totals).toMatchObject({
      sum: 50_000,
      done: { count: 1, won: 50_000, fee: 500 },
      waiting: { count: 0, won: 0, fee: 0 },
    })
  })

  it('is cancelled automatically if it is unpaid after twelve hours, as of that time', async () => {
    const token = await memberWithCash(0)
    const path = await paid(token, 10_000, 1)
    embedded.advanceClock(twelveHoursMs + 3_600_000)
    await expect.poll(async () => (await depositsOf(token)).balances[0]?.status).toBe('cansel')
    const { text } = await getPage(path)
    expect(text).toContain(t('pay.cancelled.deposit'))
    expect(text).toContain(cancelReasonText('unfinished', 'ko'))
    const [cancelled] = (await depositsOf(token)).balances
    expect(cancelled?.reason).toContain(cancelReasonText('unfinished', 'ko'))
    // It ended when its page expired, an hour before this check.
    expect(Date.parse(cancelled?.settledAt ?? '') - Date.parse(cancelled?.regdate ?? '')).toBe(twelveHoursMs)
  })

  describe('for a withdrawal', () => {
    const launched = async (token: string, idx: number) =>
      String((await responseOf('withdrawal-launcher', { idx }, token)).launcherUrl)

    it('takes the amount immediately, pays it minus its fee, and happens once per page', async () => {
      const token = await memberWithCash(100_000)
      const path = await launched(token, 2)
      const fields = { intent: 'confirm', balance: '5만', exchange_pw: '4321' }
      const presses = await Promise.all([submitForm(path, fields), submitForm(path, fields), submitForm(path, fields)])
      expect(presses.map(({ status }) => status)).toEqual([303, 303, 303])
      expect(await moneyOf(token)).toBe(50_000)
      expect((await getPage(path)).text).toContain(t('pay.submitted.title'))
      expect((await withdrawalsOf(token)).total).toBe(1)

      embedded.advanceClock(embedded.options.playApprovalMs)
      expect((await withdrawalsOf(token)).balances[0]).toMatchObject({ balance: 50_000, status: 'already' })
      const { text } = await getPage(path)
      expect(text).toContain(t('pay.done.withdrawal'))
      expect(text).toContain('49,000<small>원')
    })

    it('shows the error and the typed values except the password', async () => {
      const token = await memberWithCash(100_000)
      const path = await launched(token, 2)
      for (const [fields, says] of [
        [{ balance: '1e4' }, t('pay.error.unreadable')],
        [{ balance: '10.5' }, t('pay.error.unreadable')],
        [{ balance: '' }, t('pay.error.least')],
        [{ balance: '15000' }, t('pay.error.multiple')],
        [{ balance: '20000' }, t('pay.error.least')],
        [{ balance: '400,000' }, t('pay.error.most')],
        [{ balance: '110000' }, t('pay.error.tooLittle')],
        [{ balance: '30000', exchange_pw: '0000' }, t('pay.error.password')],
      ] as const) {
        const { status, text } = await submitForm(path, { intent: 'confirm', exchange_pw: '4321', ...fields })
        expect(status, says).toBeGreaterThanOrEqual(409)
        expect(text).toContain(says)
        expect(text).toContain(`value="${fields.balance}"`)
        expect(text).not.toMatch(/\b4321\b/)
        expect(await moneyOf(token), says).toBe(100_000)
      }
    })

    it.each([
      ['after logging out everywhere', 'do-logout', { everywhere: true }],
      [
        'after a new login password',
        'change-password',
        { kind: 'login', pass: 'a-long-password', new_pass: 'another one' },
      ],
    ] as const)('can no longer be confirmed %s, and games can’t be played', async (_when, callName, payload) => {
      const token = await memberWithCash(100_000)
      const [path, waiting] = [await launched(token, 1), await paid(token, 10_000, 1)]
      const game = await openGame(token)
      expect((await embedded.call(callName, payload, token)).status).toBe('success')
      expect((await submitForm(path, { intent: 'confirm', balance: '10000', exchange_pw: '4321' })).status).toBe(410)
      expect((await submitForm(game, { spin: randomUUID(), stake: '1000' })).status).toBe(410)
      expect((await getPage(game)).status).toBe(410)
      // The payer may already be paying, so the service's callback is still accepted.
      expect((await submitForm(waiting, { intent: 'confirm' })).status).toBe(303)
      expect((await getPage(waiting)).text).toContain(t('pay.done.deposit'))
    })

    it('stays open after a plain logout, and can be cancelled', async () => {
      const { id, pw, token } = await embedded.newMember(100_000)
      const path = await launched(token, 1)
      await embedded.call('do-logout', {}, token)
      expect((await getPage(path)).status).toBe(200)
      await submitForm(path, { intent: 'leave' })
      await submitForm(path, { intent: 'leave' })
      await submitForm(path, { intent: 'confirm', balance: '10000', exchange_pw: '4321' })
      expect((await getPage(path)).text).toContain(t('pay.cancelled.withdrawal'))
      expect(await moneyOf(await embedded.signIn(id, pw))).toBe(100_000)
    })

    it('is rejected if the member has less than its minimum', async () => {
      expect((await embedded.call('withdrawal-launcher', { idx: 2 }, await memberWithCash(20_000))).status).toBe(
        'balance',
      )
    })
  })
})
