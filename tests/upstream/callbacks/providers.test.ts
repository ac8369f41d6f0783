import { createHmac, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { refreshGames } from '~/embedded/games/providers.server'
import { readProviders } from '~/platform/settings/provider-settings.server'
import { maxResponseBytes } from '~/upstream/client/transport/exchange.server'
import { minutes } from '~/values/durations'
import { checkCallbacks } from '../../../bin/provider/check-callbacks.mjs'
import { createSender, misbehaviours, playRounds, sumRounds } from '../../../bin/provider/rounds.mjs'
import { createAdapter } from '../../../docs/examples/wallet-adapter/adapter.mjs'
import { createBackofficeOf } from '../../support/backoffice-people'
import { reportFigure } from '../../support/report-figure'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

const gamesUrl = 'https://games.test/list.json'
const launchUrl =
  'https://games.test/play/{game}?s={session}&lang={language}&mobile={mobile}&back={home}&lobby={game}#{language}'
const named = (code: string) => ({ code, nameKo: `게임 ${code}`, nameEn: `Game ${code}` })
const file = {
  providers: [
    {
      ...{ ...named('reels'), kind: 'slot', launchUrl, compRateBasisPoints: 50 },
      games: [
        { ...named('a/b&c'), category: 'Classic', picture: 'https://img.test/a.webp', minStake: 500, maxStake: 50_000 },
        named('plain'),
      ],
    },
    {
      ...named('tables'),
      kind: 'casino',
      launchUrl,
      games: [named('lobby'), { ...named('r1'), category: 'roulette' }],
    },
    { ...named('shut'), kind: 'sport', launchUrl, open: false, games: [named('book')] },
    { ...named('remote'), kind: 'slot', launchUrl, gamesUrl },
  ],
}
const listOf = (content: object) =>
  readProviders('file.json', { isHttps: true }, { readFile: () => JSON.stringify(content), readOrCreateSecret: String })
    ?.listed

const secret = 'what secrets of providers are derived from'
const embedded = sharedEmbeddedUpstream({
  ...{ providerSecrets: [secret], providers: listOf(file), homeUrl: 'https://site.test/' },
})
const { backoffice } = createBackofficeOf(embedded)
const post: typeof fetch = async (input, init) => {
  // The site's server rejects longer bodies before the embedded upstream reads them.
  if (String(init?.body).length > 64 * 1024) return Response.json({ status: 'too_large' }, { status: 413 })
  return embedded.send(new Request(String(input).replace('site:', 'http://site.test'), init))
}
const now = () => embedded.options.now?.().getTime() ?? 0
const secretOf = (code: string) => createHmac('sha256', secret).update(code).digest('hex')
const upstreamOf = (code: string) => ({ callbacks: 'site:/callbacks', code, secret: secretOf(code), post, now })

async function memberInGame(company = 'reels', code = 'a/b&c', headers?: Record<string, string>) {
  const { token } = await embedded.newMember(900_000)
  const { body } = await embedded.call('open-game', { company, code }, token, headers)
  const url = new URL(String(body.gameUrl))
  return { token, url, session: url.searchParams.get('s') ?? '' }
}
const moneyOf = async (token: string) => (await embedded.call('get-in-game-balance', {}, token)).response
const bet = (session: string, stake = 1_000) => ({ type: 'bet', id: randomUUID(), session, stake })
const win = (of: string, won = 0) => ({ type: 'win', id: randomUUID(), bet: of, won })

afterEach(() => void vi.unstubAllGlobals())

describe('a provider of PROVIDERS', () => {
  it('opens a game at the configured URL with encoded values, and its first game by the provider’s code', async () => {
    const headers = { 'Accept-Language': 'vi', 'X-Browser': 'Chrome on Android' }
    const { url, session } = await memberInGame('reels', 'a/b&c', headers)
    expect(session).toMatch(/^[\w-]{43}$/)
    expect(url.href).toBe(
      `https://games.test/play/a%2Fb%26c?s=${session}&lang=vi&mobile=1&back=https%3A%2F%2Fsite.test%2F&lobby=a%2Fb%26c#vi`,
    )
    expect((await memberInGame('tables', 'tables')).url.pathname).toBe('/play/lobby')
    const { token } = await embedded.newMember()
    const open = async (company: string, code: string) =>
      (await embedded.call('open-game', { company, code }, token)).status
    expect([await open('reels', 'none'), await open('shut', 'book'), await open('remote', 'x')]).toEqual([
      ...['not_found', 'maintenance', 'not_found'],
    ])
  })

  it('is listed with the sandbox’s providers, with pictures, tables and rows, and in the back office', async () => {
    const { slot } = (await embedded.call('get-slot-setting', {})).response
    expect(slot.length).toBeGreaterThan(20)
    expect(slot.slice(0, 2)).toMatchObject([
      { code: 'reels', used: 'y' },
      { code: 'remote', used: 'n' },
    ])
    const { token } = await embedded.newMember()
    const { games } = (await embedded.call('get-slot-by-company', { code: 'reels' }, token)).response
    expect(games).toMatchObject([{ code: 'a/b&c', img: 'https://img.test/a.webp' }, { code: 'plain' }])
    const { casiono } = (await embedded.call('get-casino-setting', {})).response
    expect(casiono[0]).toMatchObject({
      code: 'tables',
      kinds: ['roulette'],
      tables: [{ code: 'r1', kind: 'roulette' }],
    })
    const { rails } = (await embedded.call('get-lobby-rails', {})).response
    expect(rails[0]).toMatchObject({ en_name: 'Classic', games: [{ code: 'a/b&c' }] })
    expect((await embedded.call('get-sport-setting', {})).response.sport[0]).toMatchObject({ code: 'shut', used: 'n' })
  })

  it(`misbehaves in every way in rounds, and each bet is still settled or returned once`, async () => {
    const members = await Promise.all([1, 2, 3].map(() => memberInGame()))
    const rounds = Number(process.env.PROVIDER_ROUNDS ?? 280)
    const beganMs = performance.now()
    const played = await playRounds(createSender(upstreamOf('reels')), {
      ...{ sessions: members.map(({ session }) => session), rounds, misbehave: misbehaviours, stake: 700 },
    })
    reportFigure(`${Math.round((rounds / (performance.now() - beganMs)) * 1_000)} rounds a second with misbehaviours`)
    const moved = sumRounds(played)
    expect(new Set(played.map(({ refusal }) => refusal))).toEqual(new Set([undefined, 'rolled_back']))
    expect(moved).toMatchObject({ rounds, returned: rounds / 14, refused: rounds / 14 })
    const money = await Promise.all(members.map(({ token }) => moneyOf(token)))
    const sum = (of: 'gameMoney' | 'rolling') => money.reduce((total, each) => total + Number(each[of]), 0)
    expect(sum('gameMoney')).toBe(2_700_000 - moved.staked + moved.won)
    expect(sum('rolling')).toBe(moved.settled * 3)
    const [books] = await embedded.query(
      `select count(*) filter (where settled_at is not null)::int as settled, sum(stake) filter (where settled_at is not null)::int as staked,
              sum(win)::int as won, count(*) filter (where returned_at is not null)::int as returned,
              count(*) filter (where settled_at is null and returned_at is null)::int as open from bets where provider = 'reels'`,
    )
    const { settled, staked, won, returned } = moved
    expect(books).toEqual({ settled, staked, won, returned, open: 0 })
    const twice = await embedded.query(
      `select 1 from transfers where cause in ('bet', 'settlement', 'bet_returned') group by cause, cause_id having count(*) > 1`,
    )
    expect(twice).toEqual([])
  })

  it('can list thousands of categories without exceeding the size limit of the lobby’s response', async () => {
    const categories = Array.from({ length: 34_000 }, (_, index) => `${index}`)
    const games = categories.map((category) => ({ code: category, nameKo: '가', nameEn: 'A', category }))
    const listed = listOf({ providers: [{ ...named('many'), kind: 'slot', launchUrl, games }] })
    await embedded.reopen({ providers: listed })
    const { body } = await embedded.call('get-lobby-rails', {})
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(maxResponseBytes)
    await embedded.reopen()
  })

  it('can list the games of a 4 MiB file, but a larger file stops startup', async () => {
    const [code, nameEn] = ['p'.repeat(64), 'A']
    const gamesWith = (count: number, nameKo: string) =>
      Array.from({ length: count }, (_, index) => ({ code: `${index}`, nameKo, nameEn }))
    const listWith = (games: object[]) =>
      listOf({ providers: [{ ...{ code, nameKo: code, nameEn, kind: 'slot', launchUrl }, games }] })
    expect(() => listWith(gamesWith(15_000, '가'.repeat(80)))).toThrow('4 MiB')
    await embedded.reopen({ providers: listWith(gamesWith(35_000, '가')) })
    const { body } = await embedded.call('get-slot-by-company', { code }, (await embedded.newMember()).token)
    expect(body.games).toHaveLength(35_000)
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(maxResponseBytes)
    await embedded.reopen()
  })

  it('can’t take bets on its closed first game, even if it was opened by the provider’s code', async () => {
    const { token, session } = await memberInGame('tables', 'tables')
    const set = (used: 'y' | 'n') => backoffice('maintenance', { provider: 'tables', gameCode: 'lobby', used })
    await set('n')
    expect((await createSender(upstreamOf('tables'))(bet(session))).body.status).toBe('closed')
    expect((await embedded.call('open-game', { company: 'tables', code: 'tables' }, token)).status).toBe('maintenance')
    await set('y')
    expect((await createSender(upstreamOf('tables'))(bet(session))).body.status).toBe('success')
  })

  it('can’t take slot stakes outside minStake and maxStake', async () => {
    const { session } = await memberInGame()
    const send = createSender(upstreamOf('reels'))
    const statuses = await Promise.all(
      [499, 50_001].map(async (stake) => (await send(bet(session, stake))).body.status),
    )
    expect(statuses).toEqual(['stake', 'stake'])
  })

  it('passes all callback checks, which detect an upstream that pays twice', async () => {
    const lines: string[] = []
    const { session } = await memberInGame()
    const how = { ...upstreamOf('reels'), session, stake: 1_000, report: (line: string) => void lines.push(line) }
    expect(await checkCallbacks(how), lines.filter((line) => !line.startsWith('holds')).join('\n')).toBe(0)
    const anotherId: typeof fetch = (input, init) => {
      if (init?.method === 'GET') return post(input, init)
      const body = String(init?.body).replace(/"id":"[^"]+"/, `"id":"${randomUUID()}"`)
      const time = String(now())
      const signature = createHmac('sha256', how.secret).update(`${time}.${body}`).digest('hex')
      return post(input, { ...init, body, headers: { 'X-Callback-Time': time, 'X-Callback-Signature': signature } })
    }
    expect(await checkCallbacks({ ...how, post: anotherId })).toBeGreaterThan(5)
  })

  it('has its games fetched without redirects and within limits, and its last valid list stored', async () => {
    const codes = async () => {
      const { token } = await embedded.newMember()
      const { games } = (await embedded.call('get-slot-by-company', { code: 'remote' }, token)).response
      return games.map(({ code }) => code)
    }
    const answer = async (body: unknown, init?: ResponseInit) => {
      const fetched = vi.fn(async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), init))
      vi.stubGlobal('fetch', fetched)
      embedded.advanceClock(minutes(11))
      const logged = embedded.lines.length
      await refreshGames(embedded.context())
      expect(fetched).toHaveBeenCalledWith(gamesUrl, expect.objectContaining({ redirect: 'manual' }))
      // Other jobs write log lines too.
      const ofProvider = () => embedded.lines.slice(logged).filter(({ about }) => Object(about).provider === 'remote')
      return async () => expect.poll(ofProvider).toHaveLength(1)
    }
    await answer([named('one'), named('two')])
    await expect.poll(codes).toEqual(['one', 'two'])
    for (const [body, init] of [
      ['', { status: 302, headers: { Location: 'https://elsewhere.test/' } }],
      [[{ code: 'one' }]],
      [[named('one'), named('one')]],
      [[]],
      ['['],
      ['x'.repeat(4 * 1024 * 1024 + 1)],
    ] as const) {
      await (await answer(body, init))()
      expect(await codes()).toEqual(['one', 'two'])
    }
    vi.stubGlobal('fetch', () => Promise.reject(new Error('down')))
    await embedded.reopen({ providers: listOf(file) })
    expect(await codes()).toEqual(['one', 'two'])
    for (const broken of ['[{"code":', '[{"code":"one"}]']) {
      await writeFile(join(embedded.options.dataDir, 'games-remote.json'), broken)
      await embedded.reopen({ providers: listOf(file) })
    }
    await answer([named('two')])
    await expect.poll(codes).toEqual(['two'])
    const { session } = await memberInGame('remote', 'two')
    await backoffice('maintenance', { provider: 'remote', gameCode: 'two', used: 'n' })
    await answer([named('three')])
    await expect.poll(codes).toEqual(['three'])
    const late = await createSender(upstreamOf('remote'))(bet(session))
    expect(late.body.status, 'a closed game that is no longer listed').toBe('closed')
  })

  it('can be an aggregator that uses the example adapter', async () => {
    const { token, session } = await memberInGame('reels', 'plain')
    const adapter = createAdapter({ ...upstreamOf('reels'), token: 'of the aggregator' })
    const ask = async (call: string, body: object, authorization = 'Bearer of the aggregator') => {
      const headers = { Authorization: authorization }
      const response = await adapter(
        new Request(`http://adapter.test/wallet/${call}`, { method: 'POST', headers, body: JSON.stringify(body) }),
      )
      return [response.status, await response.json()]
    }
    const debit = { session, transactionId: 't1', roundId: 'r1', amount: '10000.00' }
    expect(await ask('balance', { session })).toEqual([200, { balance: '900000.00' }])
    expect(await ask('balance', { session }, 'Bearer other')).toEqual([401, { error: 'unauthorized' }])
    for (const _ of [1, 2]) expect(await ask('debit', debit)).toEqual([200, { balance: '890000.00' }])
    expect(await ask('debit', { ...debit, amount: '20000' })).toEqual([409, { error: 'duplicate_transaction' }])
    expect(await ask('debit', { ...debit, transactionId: 't0', amount: '0.50' })).toEqual([400, { error: 'amount' }])
    expect(await ask('debit', { ...debit, transactionId: 't0', amount: '9000000' })).toEqual([
      ...[402, { error: 'insufficient_funds' }],
    ])
    const credit = { session, transactionId: 't2', debitId: 't1', amount: '25000' }
    for (const _ of [1, 2]) expect(await ask('credit', credit)).toEqual([200, { balance: '915000.00' }])
    expect(await ask('rollback', { session, transactionId: 't3', debitId: 't1' })).toEqual([
      ...[409, { error: 'already_settled' }],
    ])
    expect(await ask('rollback', { session, transactionId: 't4', debitId: 't5' })).toEqual([200, {}])
    expect(await ask('debit', { ...debit, transactionId: 't5' })).toEqual([409, { error: 'rolled_back' }])
    expect(await moneyOf(token)).toMatchObject({ gameMoney: 915_000 })
  })

  it('can settle open bets but not place new ones while the site is under maintenance', async () => {
    const { session } = await memberInGame()
    const send = createSender(upstreamOf('reels'))
    const open = bet(session)
    expect((await send(open)).body.status).toBe('success')
    await backoffice('site-maintenance', { used: 'n', closedUntil: '23:59', contents: 'Back soon' })
    expect((await send(bet(session))).body.status).toBe('closed')
    expect((await send(win(open.id, 5_000))).body.status).toBe('success')
    await backoffice('site-maintenance', { used: 'y' })
    expect((await send(bet(session))).body.status).toBe('success')
  })

  it('can settle open bets but not place new ones after it was removed from the file', async () => {
    const { token, session } = await memberInGame()
    const send = createSender(upstreamOf('reels'))
    const [first, second] = [bet(session), bet(session, 2_000)]
    for (const each of [first, second]) expect((await send(each)).body.status).toBe('success')
    await embedded.reopen({ providers: [], money: 'play' })
    const status = async (message: Record<string, unknown>) => (await send(message)).body.status
    expect(await status(bet(session))).toBe('closed')
    expect(await status(win(first.id, 5_000))).toBe('success')
    expect(await status({ type: 'rollback', id: randomUUID(), bet: second.id })).toBe('success')
    expect((await moneyOf(token)).gameMoney).toBe(904_000)
    expect((await createSender(upstreamOf('never-there'))(bet(session))).status).toBe(404)
    expect((await createSender({ ...upstreamOf('reels'), secret: 'x' })(bet(session))).status).toBe(404)
    const { bets } = (await embedded.call('get-bets-list', {}, token)).response
    expect(bets).toMatchObject([{ thirdParty: 'reels', balanceWin: 5_000 }])
    await expect(
      embedded.reopen({ providers: listOf({ providers: [{ ...file.providers[0], code: 'Dodam-Play' }] }) }),
    ).rejects.toThrow(/^PROVIDERS: Dodam-Play is the code of a sandbox provider/)
    await embedded.reopen()
  })
})
