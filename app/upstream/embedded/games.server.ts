import { randomInt } from 'node:crypto'
import { inKorean, isClosed, shownNames } from './catalogue.server'
import type { Handlers, HouseContext, Page } from './context.server'
import { refuse } from './context.server'
import { payPool } from './jackpot.server'
import { betEntries, type MemberId, winEntries } from './ledger'
import { NotEnough, post, purseOf, TooMuch } from './ledger.server'
import { formOf, languageOf, plainPage, sameAddress, seeOther } from './play/document'
import { type GameView, gamePage, type Round } from './play/game-page'
import { stakes, takesJackpot, winOf } from './play/rules'
import { type Table, tables } from './play/table'
import { type Language, words } from './play/words'
import { newToken, tokenHash } from './secrets.server'
import { gameOf, type Provider, providerOf } from './seed/catalogue'

const LAUNCH_HOURS = 12
const HOUR_MS = 3_600_000

type Launch = {
  id: bigint
  member_id: MemberId
  provider: string
  game: string
  language: Language
  ends_at: Date
}

export const handlers = {
  /** Opens one game for one member: the address holds a token of its own, good for 12 hours. */
  'open-game': async (ctx, payload) => {
    const company = String(payload.company)
    const code = String(payload.code)
    const provider = providerOf(company)
    const known = provider?.kind === 'slot' ? gameOf(company, code) !== undefined : code === company
    if (!provider || !known) throw refuse('not_found')
    if (await isClosed(ctx.store, company)) throw refuse('fail')

    const purse = await purseOf(ctx.store, ctx.member.id)
    if (purse.cash + purse.game < BigInt(stakes[0])) throw refuse('balance')

    const token = newToken()
    const now = ctx.now()
    await ctx.store.query(
      `insert into game_launches (token_hash, member_id, provider, game, language, made_at, ends_at)
        values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        tokenHash(token),
        ctx.member.id,
        company,
        code,
        inKorean(ctx.language) ? 'ko' : 'en',
        now,
        new Date(now.getTime() + LAUNCH_HOURS * HOUR_MS),
      ],
    )
    return { status: 'success', gameUrl: `/house/game/${token}` }
  },
} satisfies Partial<Handlers>

/** The game's own page. The token in its path is the key; no cookie is read. */
export const pages: Record<string, Page> = {
  game: async (ctx, request, rest) => {
    const launch = await launchOf(ctx, rest)
    const language = languageOf(request, launch?.language)
    const text = words(language)
    if (!launch) return plainPage({ language, status: 404, title: text.unknownTitle, says: text.unknown })
    if (launch.ends_at <= ctx.now()) {
      return plainPage({ language, status: 410, title: text.endedTitle, says: text.ended })
    }
    const provider = providerOf(launch.provider)
    if (!provider) return plainPage({ language, status: 404, title: text.unknownTitle, says: text.unknown })
    const table = tables[provider.kind]

    if (request.method === 'GET' || request.method === 'HEAD') {
      return gamePage(await view(ctx, launch, provider, language))
    }
    if (request.method !== 'POST') {
      const refused = plainPage({ language, status: 405, title: text.methodTitle, says: text.method })
      refused.headers.set('allow', 'GET, HEAD, POST')
      return refused
    }

    const form = await formOf(request)
    const played = await play(ctx, launch, provider, pressed(form, table))
    switch (played) {
      case 'played':
      case 'repeated':
        return seeOther(sameAddress(request))
      case 'not-enough':
        return again(409, text.notEnough)
      case 'full':
        return again(409, text.full)
      case 'closed':
        return again(409, text.closed)
      case 'no-choice':
        return again(422, text.chooseFirst)
      case 'no-stake':
        return again(422, text.stakeFirst)
      case 'malformed':
        return again(422, text.malformed)
      default:
        return played satisfies never
    }

    async function again(status: number, says: string): Promise<Response> {
      if (!launch || !provider) throw new Error('the launch was found above')
      return gamePage({
        ...(await view(ctx, launch, provider, language)),
        trouble: { status, says, chosen: form?.get('choice') ?? undefined },
      })
    }
  },
}

type Press = { spin: string; choice: string; stake: number }

/** Why a form asks for no round. */
type Unclear = 'malformed' | 'no-choice' | 'no-stake'

/** What a form asks for: one of the stakes on one of the choices, under a one-time id. */
function pressed(form: URLSearchParams | undefined, table: Table): Press | Unclear {
  const spin = form?.get('spin') ?? ''
  if (!/^[0-9a-f-]{36}$/.test(spin)) return 'malformed'
  const [only, ...others] = table.choices
  const choice = others.length === 0 ? only : table.choices.find(({ name }) => name === form?.get('choice'))
  if (!choice) return 'no-choice'
  const stake = stakes.find((won) => String(won) === form?.get('stake'))
  return stake === undefined ? 'no-stake' : { spin, choice: choice.name, stake }
}

/**
 * Plays one round: takes the stake from cash, credits comp and jackpot, pays what was won. All of it or nothing, and
 * at most once for one spin id, however often its form is sent.
 */
async function play(ctx: HouseContext, launch: Launch, provider: Provider, press: Press | Unclear) {
  if (typeof press === 'string') return press
  const { spin, choice, stake } = press
  const at = ctx.now()
  const draw = (below: number) => randomInt(below)
  const round = tables[provider.kind].play(draw)
  const win = winOf(stake, round.paysHundredths(choice))
  const jackpot = provider.jackpotBasisPoints > 0 && takesJackpot(stake, draw)
  const member = launch.member_id
  try {
    return await ctx.store.tx(async (sql) => {
      // Presses of one launch stand in line here, so a second one sees what the first did.
      await sql.query('select id from game_launches where id = $1 for no key update', [launch.id])
      const before = await sql.query('select 1 from game_rounds where launch_id = $1 and spin = $2', [launch.id, spin])
      if (before.length > 0) return 'repeated' as const
      if (await isClosed(sql, provider.code)) return 'closed' as const

      const [bet] = await sql.query<{ id: bigint }>(
        `insert into bets (member_id, provider, game, round, stake, win, made_at, settled_at)
          values ($1, $2, $3, $4, $5, $6, $7, $7) returning id`,
        [member, provider.code, launch.game, `${launch.id}-${spin}`, stake, win, at],
      )
      if (!bet) throw new Error('a bet was not written')
      const causeId = String(bet.id)
      await post(sql, {
        cause: 'bet',
        causeId,
        at,
        entries: betEntries({
          member,
          from: 'cash',
          provider: provider.code,
          stake: BigInt(stake),
          compBasisPoints: provider.compBasisPoints,
          jackpotBasisPoints: provider.jackpotBasisPoints,
        }),
      })
      if (win > 0) {
        const entries = winEntries({ member, to: 'cash', provider: provider.code, won: BigInt(win) })
        await post(sql, { cause: 'win', causeId, at, entries })
      }
      const refill = ctx.options.money !== 'real'
      const jackpotWon = jackpot ? await payPool(sql, { member, betId: causeId, at, refill }) : 0n
      if (jackpotWon > 0n) await sql.query('update bets set win = win + $2 where id = $1', [bet.id, jackpotWon])
      await sql.query(
        `insert into game_rounds (launch_id, spin, bet_id, choice, outcome, jackpot_won)
          values ($1, $2, $3, $4, $5, $6)`,
        [launch.id, spin, bet.id, choice, JSON.stringify(round.outcome), jackpotWon],
      )
      return 'played' as const
    })
  } catch (error) {
    if (error instanceof NotEnough) return 'not-enough' as const
    if (error instanceof TooMuch) return 'full' as const
    throw error
  }
}

async function view(ctx: HouseContext, launch: Launch, provider: Provider, language: Language): Promise<GameView> {
  const [purse, round] = await Promise.all([purseOf(ctx.store, launch.member_id), latestRound(ctx, launch)])
  const names = shownNames(launch.provider, launch.game, language)
  const table = tables[provider.kind]
  return {
    language,
    provider: { code: provider.code, name: names.thirdParty, feedsJackpot: provider.jackpotBasisPoints > 0 },
    game: table.title?.(language) ?? names.game,
    table,
    cashWon: Number(purse.cash),
    round,
    playMoney: ctx.options.money !== 'real',
  }
}

async function latestRound({ store }: HouseContext, launch: Launch): Promise<Round | undefined> {
  const [row] = await store.query<{
    outcome: unknown
    choice: string
    stake: bigint
    win: bigint
    jackpot_won: bigint
  }>(
    `select outcome, choice, stake, win, jackpot_won from game_rounds join bets on bets.id = bet_id
      where launch_id = $1 order by bet_id desc limit 1`,
    [launch.id],
  )
  if (!row) return undefined
  return {
    outcome: row.outcome,
    choice: row.choice,
    stakeWon: Number(row.stake),
    winWon: Number(row.win - row.jackpot_won),
    jackpotWon: Number(row.jackpot_won),
  }
}

async function launchOf({ store }: HouseContext, token: string): Promise<Launch | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined
  const [launch] = await store.query<Launch>(
    'select id, member_id, provider, game, language, ends_at from game_launches where token_hash = $1',
    [tokenHash(token)],
  )
  return launch
}
