import type { Locale } from '~/i18n/locale'
import { hours } from '~/values/durations'
import { formatSeoulMinute } from '~/values/seoul'
import {
  type EmbeddedContext,
  type Handlers,
  hasSandbox,
  type MemberIdContext,
  type PageHandler,
  refuse,
} from '../context.server'
import { type Language, languageFor } from '../language'
import type { MemberId } from '../ledger/entries'
import { balancesOf } from '../ledger/ledger.server'
import { returnToCash, transferToGame } from '../ledger/wallet.server'
import { restartRealityClock } from '../limits/limits.server'
import { findDueRealityCheck } from '../limits/play-time.server'
import { assertNotExcluded, findExclusion } from '../limits/stored-limits.server'
import { endLaunch } from '../members/logins.server'
import { createToken, hashToken } from '../members/secrets.server'
import {
  currentHref,
  languageOf,
  languageQuery,
  linkButton,
  messagePage,
  methodNotAllowedPage,
  readFormFields,
  type SandboxPage,
  saferPlayLanguageOf,
  seeOther,
} from '../play/document'
import { type FinishedRound, type GameView, gamePage } from '../play/game-page'
import { stakes } from '../play/game-rules'
import { realityPage } from '../play/reality-page'
import { type SandboxGame, sandboxGames } from '../play/sandbox-games'
import { sandboxTexts } from '../play/texts'
import { saferPlayTexts } from '../play/texts-safer-play'
import { findProvider, findSlotGame, type Provider } from '../seed/catalogue'
import { displayNames, isProviderClosed } from './catalogue.server'
import { playRound, type RoundRequest } from './sandbox-provider.server'

const launchHours = 12

type GameLaunch = {
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
   * for 12 hours. Without money the game can be looked at: its page says what a round costs.
   */
  'open-game': async (ctx, payload) => {
    // Before whatever else could refuse it; once more below, where a break may have begun meanwhile.
    await assertNotExcluded(ctx.store, ctx)
    const company = String(payload.company)
    const code = String(payload.code)
    const provider = findProvider(company)
    const isKnown = provider?.kind === 'slot' ? findSlotGame(company, code) !== undefined : code === company
    if (!provider || !isKnown) throw refuse('not_found')
    if (await isProviderClosed(ctx.store, ctx, company)) throw refuse('fail')

    const token = createToken()
    const now = ctx.now()
    await ctx.store.tx(async (sql) => {
      await transferToGame(sql, ctx)
      await sql.query(
        `insert into game_launches (token_hash, member_id, provider, game, language, made_at, ends_at)
          values ($1, $2, $3, $4, $5, $6, $7)`,
        [
          hashToken(token),
          ctx.member.id,
          company,
          code,
          languageFor(ctx.language),
          now,
          new Date(now.getTime() + hours(launchHours)),
        ],
      )
    })
    return {
      status: 'success',
      gameUrl: `${ctx.options.pageOrigin ?? ''}/house/game/${token}${languageQuery(ctx.language)}`,
    }
  },
} satisfies Partial<Handlers>

/** The game's page, authorized by the token in its path; no cookie is read. */
export const pageHandlers: Record<string, PageHandler> = {
  game: async (ctx, request, rest) => {
    const launch = hasSandbox(ctx) ? await findGameLaunch(ctx, rest) : undefined
    const language = languageOf(request, launch?.language)
    const saferPlayLanguage = saferPlayLanguageOf(request, launch?.language)
    const text = sandboxTexts(language).game
    if (!launch) return messagePage({ language, status: 404, title: text.unknownTitle, message: text.unknownText })
    // A clock that was set back since the break began makes its end of the game lie in the future.
    const isEnded = launch.ends_at <= ctx.now() || (await findExclusion(ctx.store, ctx, launch.member_id)) !== undefined
    if (isEnded) return renderEnded(ctx, launch, { language, saferPlayLanguage })
    const provider = findProvider(launch.provider)
    if (!provider) return messagePage({ language, status: 404, title: text.unknownTitle, message: text.unknownText })
    const table = sandboxGames[provider.kind]

    if (request.method === 'GET' || request.method === 'HEAD') {
      return gamePage(await loadGameView(ctx, launch, provider, language))
    }
    if (request.method !== 'POST') return methodNotAllowedPage(language, text.methodText)

    const form = await readFormFields(request)
    const forMember = { ...ctx, member: { id: launch.member_id } }
    switch (form?.get('intent')) {
      case 'bring-in':
        await ctx.store.tx((sql) => transferToGame(sql, forMember))
        return seeOther(currentHref(request))
      case 'go-on':
        await ctx.store.tx((sql) => restartRealityClock(sql, forMember))
        return seeOther(currentHref(request))
      case 'stop': {
        await stopPlaying(forMember, launch)
        const { stoppedTitle, stoppedText } = saferPlayTexts[saferPlayLanguage].reality
        return messagePage({ language: saferPlayLanguage, status: 200, title: stoppedTitle, message: stoppedText })
      }
      default:
    }
    const roundRequest = parseRoundRequest(form, table)
    const check = typeof roundRequest === 'string' ? undefined : await findDueRealityCheck(ctx.store, forMember)
    if (check) return realityPage(saferPlayLanguage, check)
    const result =
      typeof roundRequest === 'string'
        ? roundRequest
        : await playRound(ctx, { ...launch, session: rest }, provider, roundRequest)
    switch (result) {
      case 'played':
        return seeOther(currentHref(request))
      case 'balance':
        return renderError(409, text.insufficientFunds)
      case 'limit':
        return renderError(409, text.balanceTooLarge)
      case 'closed':
        return renderError(409, text.closedText)
      case 'void':
        return renderError(409, text.voidText)
      case 'session':
        return renderEnded(ctx, launch, { language, saferPlayLanguage })
      case 'no-choice':
        return renderError(422, text.chooseFirst)
      case 'no-stake':
        return renderError(422, text.stakeFirst)
      case 'malformed':
        return renderError(422, text.malformed)
      default:
        return result satisfies never
    }

    async function renderError(status: number, message: string): Promise<SandboxPage> {
      if (!launch || !provider) throw new Error('the launch was found above')
      return gamePage({
        ...(await loadGameView(ctx, launch, provider, language)),
        formError: { status, message, choice: form?.get('choice') ?? undefined },
      })
    }
  },
}

/** Renders the page of an ended game: during a break or self-exclusion its end and the way to help. */
async function renderEnded(
  ctx: EmbeddedContext,
  launch: GameLaunch,
  { language, saferPlayLanguage }: { language: Language; saferPlayLanguage: Locale },
): Promise<SandboxPage> {
  const { endedTitle, endedText } = sandboxTexts(language).game
  const exclusion = await findExclusion(ctx.store, ctx, launch.member_id)
  if (!exclusion) return messagePage({ language, status: 410, title: endedTitle, message: endedText })
  const text = saferPlayTexts[saferPlayLanguage].game
  return messagePage({
    language: saferPlayLanguage,
    status: 410,
    title: text.excludedTitle[exclusion.kind],
    message: text.excludedText(formatSeoulMinute(exclusion.until)),
    link: linkButton('/safer-play#support', text.support),
  })
}

/** Ends one open game after a reality check: its money goes back to cash and the check counts as done. */
function stopPlaying(ctx: MemberIdContext, launch: GameLaunch): Promise<void> {
  return ctx.store.tx(async (sql) => {
    await restartRealityClock(sql, ctx)
    await returnToCash(sql, ctx)
    await sql.query(`update game_launches ${endLaunch} where id = $1 and ends_at > $2`, [launch.id, ctx.now()])
  })
}

/** Why a submitted form can't start a round. */
type RoundFormError = 'malformed' | 'no-choice' | 'no-stake'

/** Parses a submitted form: one of the stakes, one of the choices and the form's one-time id. */
function parseRoundRequest(form: URLSearchParams | undefined, table: SandboxGame): RoundRequest | RoundFormError {
  const spin = form?.get('spin') ?? ''
  if (!/^[0-9a-f-]{36}$/.test(spin)) return 'malformed'
  const [only, ...others] = table.choices
  const choice = others.length === 0 ? only : table.choices.find(({ name }) => name === form?.get('choice'))
  if (!choice) return 'no-choice'
  const stake = stakes.find((won) => String(won) === form?.get('stake'))
  return stake === undefined ? 'no-stake' : { spin, choice: choice.name, stake }
}

async function loadGameView(
  ctx: EmbeddedContext,
  launch: GameLaunch,
  provider: Provider,
  language: Language,
): Promise<GameView> {
  const [balances, round] = await Promise.all([balancesOf(ctx.store, launch.member_id), findLatestRound(ctx, launch)])
  const names = displayNames(launch.provider, launch.game, language)
  const table = sandboxGames[provider.kind]
  return {
    language,
    provider: { code: provider.code, name: names.thirdParty, feedsJackpot: provider.jackpotBasisPoints > 0 },
    game: table.title?.(language) ?? names.game,
    sandboxGame: table,
    gameWon: Number(balances.game),
    cashWon: Number(balances.cash),
    round,
  }
}

async function findLatestRound({ store }: EmbeddedContext, launch: GameLaunch): Promise<FinishedRound | undefined> {
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

async function findGameLaunch({ store }: EmbeddedContext, token: string): Promise<GameLaunch | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined
  const [launch] = await store.query<GameLaunch>(
    'select id, member_id, provider, game, language, ends_at from game_launches where token_hash = $1',
    [hashToken(token)],
  )
  return launch
}
