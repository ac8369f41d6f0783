import { inKorean, isClosed, shownNames } from './catalogue.server'
import type { Handlers, HouseContext, Page } from './context.server'
import { hasSandbox, refuse } from './context.server'
import type { MemberId } from './ledger'
import { purseOf } from './ledger.server'
import { formOf, languageOf, plainPage, sameAddress, seeOther } from './play/document'
import { type GameView, gamePage, type Round } from './play/game-page'
import { stakes } from './play/rules'
import { type Table, tables } from './play/table'
import { type Language, words } from './play/words'
import { type Press, playRound } from './sandbox.server'
import { newToken, tokenHash } from './secrets.server'
import { gameOf, type Provider, providerOf } from './seed/catalogue'
import { toGame } from './wallet.server'

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
  /**
   * Opens one game for one member and moves all their cash to in-game money. The game's URL holds a token that is valid
   * for 12 hours.
   */
  'open-game': async (ctx, payload) => {
    const company = String(payload.company)
    const code = String(payload.code)
    const provider = providerOf(company)
    const known = provider?.kind === 'slot' ? gameOf(company, code) !== undefined : code === company
    if (!provider || !known) throw refuse('not_found')
    if (await isClosed(ctx.store, ctx, company)) throw refuse('fail')

    const token = newToken()
    const now = ctx.now()
    await ctx.store.tx(async (sql) => {
      const { game } = await toGame(sql, ctx)
      if (game < BigInt(stakes[0])) throw refuse('balance')
      await sql.query(
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
    })
    return { status: 'success', gameUrl: `/house/game/${token}` }
  },
} satisfies Partial<Handlers>

/** The game's page, authorized by the token in its path; no cookie is read. */
export const pages: Record<string, Page> = {
  game: async (ctx, request, rest) => {
    const launch = hasSandbox(ctx) ? await launchOf(ctx, rest) : undefined
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
    if (form?.get('intent') === 'bring-in') {
      await ctx.store.tx((sql) => toGame(sql, { ...ctx, member: { id: launch.member_id } }))
      return seeOther(sameAddress(request))
    }
    const press = pressed(form, table)
    const played =
      typeof press === 'string' ? press : await playRound(ctx, { ...launch, session: rest }, provider, press)
    switch (played) {
      case 'played':
        return seeOther(sameAddress(request))
      case 'balance':
        return again(409, text.notEnough)
      case 'limit':
        return again(409, text.full)
      case 'closed':
        return again(409, text.closed)
      case 'void':
        return again(409, text.void)
      case 'session':
        return plainPage({ language, status: 410, title: text.endedTitle, says: text.ended })
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

/** Why a submitted form can't start a round. */
type Unclear = 'malformed' | 'no-choice' | 'no-stake'

/** Parses a submitted form: one of the stakes, one of the choices and the form's one-time id. */
function pressed(form: URLSearchParams | undefined, table: Table): Press | Unclear {
  const spin = form?.get('spin') ?? ''
  if (!/^[0-9a-f-]{36}$/.test(spin)) return 'malformed'
  const [only, ...others] = table.choices
  const choice = others.length === 0 ? only : table.choices.find(({ name }) => name === form?.get('choice'))
  if (!choice) return 'no-choice'
  const stake = stakes.find((won) => String(won) === form?.get('stake'))
  return stake === undefined ? 'no-stake' : { spin, choice: choice.name, stake }
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
    gameWon: Number(purse.game),
    cashWon: Number(purse.cash),
    round,
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
    `select outcome, choice, stake, win, jackpot_won from game_rounds
      where launch_id = $1 and state = 'done' order by id desc limit 1`,
    [launch.id],
  )
  if (!row) return undefined
  return {
    outcome: row.outcome,
    choice: row.choice,
    stakeWon: Number(row.stake),
    winWon: Number(row.win),
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
