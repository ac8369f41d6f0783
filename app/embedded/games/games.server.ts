import { bcp47, type Locale } from '~/i18n/locale'
import { hours, seconds } from '~/values/durations'
import { seeOther } from '~/values/request'
import { formatSeoulMinute } from '~/values/seoul'
import {
  createRefusal,
  type EmbeddedContext,
  type Handlers,
  type MemberIdContext,
  type PageHandler,
  usesPlayMoney,
} from '../context.server'
import type { MemberId } from '../ledger/entries'
import { balancesOf } from '../ledger/ledger.server'
import { returnToCash, transferToGame } from '../ledger/wallet.server'
import { restartRealityClock } from '../limits/limits.server'
import { countPlayTime, findDueRealityCheck, findMaxStake } from '../limits/play.server'
import { assertNotExcluded, findExclusion } from '../limits/stored-limits.server'
import { type Language, languageFor, readerLocale } from '../member-language'
import { endLaunch } from '../members/logins.server'
import { createToken, hashToken } from '../members/secrets.server'
import { type GameView, gamePage, realityPage } from '../sandbox/game-page'
import {
  currentHref,
  isFetched,
  languageQuery,
  linkButton,
  localeOf,
  messagePage,
  methodNotAllowedPage,
  readFormFields,
  type SandboxPage,
} from '../sandbox/html-page'
import { stakes } from '../sandbox/payout'
import { sandboxGameOf } from '../sandbox/sandbox-games'
import { playTexts, type TextKey } from '../sandbox/texts'
import { findSandboxProvider, type Provider } from '../seed/sandbox-games'
import { insertRow } from '../store/store.server'
import { displayNames, hasGame, isGameClosed } from './catalogue.server'
import { betIdOf } from './played-rounds.server'
import { findProvider, launchUrlOf } from './providers.server'
import { playRound, type RoundRequest, type RoundResult, readTable } from './sandbox-provider.server'

const launchHours = 12

type GameLaunch = {
  id: bigint
  member_id: MemberId
  provider: string
  game: string
  language: Language
  made_at: Date
  ends_at: Date
}

export const handlers = {
  /** Opens a game and moves all cash to in-game money. The game's token expires after 12 hours or with the session. */
  'open-game': async (ctx, payload) => {
    // An exclusion takes precedence over other refusals. It is checked again below, as it may start in the meantime.
    await assertNotExcluded(ctx.store, ctx)
    const company = String(payload.company)
    const code = String(payload.code)
    const provider = findProvider(ctx, company)
    if (!provider || !hasGame(ctx, provider, code)) throw createRefusal('not_found')
    if (await isGameClosed(ctx.store, ctx, company, code)) throw createRefusal('maintenance')

    const token = createToken()
    const now = ctx.now()
    await ctx.store.tx(async (sql) => {
      await transferToGame(sql, ctx)
      await countPlayTime(sql, ctx)
      await insertRow(sql, 'game_launches', {
        token_hash: hashToken(token),
        login_hash: ctx.member.tokenHash,
        member_id: ctx.member.id,
        provider: company,
        game: code,
        language: languageFor(ctx.language),
        made_at: now,
        ends_at: new Date(now.getTime() + hours(launchHours)),
      })
    })
    const launchUrl = launchUrlOf(ctx, company, code, {
      session: token,
      language: bcp47[readerLocale(ctx.language)],
      mobile: / on (Android|iPhone|iPad)$/.test(ctx.browser) ? '1' : '0',
      home: ctx.options.homeUrl ?? '',
    })
    const picks = payload.picks?.map(({ match, side }) => `${match}:${side}`).join(' ') ?? ''
    const address = `/sandbox/game/${token}${languageQuery(ctx.language, undefined, { picks })}`
    const sandboxUrl = `${ctx.options.pageOrigin ?? ''}${address}`
    return { status: 'success', gameUrl: launchUrl ?? sandboxUrl }
  },
} satisfies Partial<Handlers>

export const pageHandlers: Record<string, PageHandler> = {
  'sandbox/game': async (ctx, request, rest) => {
    const launch = usesPlayMoney(ctx) ? await findGameLaunch(ctx, rest) : undefined
    const locale = localeOf(request, launch?.language)
    const provider = launch && findSandboxProvider(launch.provider)
    if (!launch || !provider)
      return messagePage({ locale, status: 404, title: 'game.unknown.title', text: 'game.unknown.text' })
    // If the clock is set back during a break, `ends_at` can be in the future, so exclusions are checked too.
    const isEnded = launch.ends_at <= ctx.now() || (await findExclusion(ctx.store, ctx, launch.member_id)) !== undefined
    if (isEnded) return renderEnded(ctx, launch, locale)
    const renderGame = async (more: Pick<GameView, 'hasLeft' | 'formError' | 'submitted'> = {}, played?: PlayedSpin) =>
      gamePage({ ...(await loadGameView(ctx, launch, provider, locale, played)), ...more })
    const { searchParams } = new URL(request.url)
    const picks = searchParams.get('picks')
    if (request.method === 'GET' || request.method === 'HEAD')
      return renderGame(picks === null ? {} : { submitted: { choice: picks, stake: null } }, {
        spin: searchParams.get('spin'),
        withinMs: freshMs,
      })
    if (request.method !== 'POST') return methodNotAllowedPage(locale, 'game.method')
    const form = await readFormFields(request)
    const submitted = { choice: choiceOf(form, /^(choice|dropped)/), stake: form?.get('stake') ?? null }
    const showGame = (spin?: string) => {
      if (!isFetched(request)) return seeOther(currentHref(request, spin))
      return renderGame(spin || submitted.choice === '' ? {} : { submitted }, spin ? { spin } : undefined)
    }
    const forMember = { ...ctx, member: { id: launch.member_id } }
    switch (form?.get('intent')) {
      case 'bring-in':
        await ctx.store.tx((sql) => transferToGame(sql, forMember))
        return showGame()
      case 'leave':
        await ctx.store.tx((sql) => returnToCash(sql, forMember))
        return renderGame({ hasLeft: true })
      case 'go-on':
        await ctx.store.tx((sql) => restartRealityClock(sql, forMember))
        return showGame()
      case 'stop':
        await stopPlaying(forMember, launch)
        return messagePage({ locale, status: 200, title: 'check.stopped.title', text: 'check.stopped.text' })
      case 'quote':
        return renderGame({ submitted })
      default:
    }
    // Dropped picks change the odds, so the first press only acknowledges them.
    if (choiceOf(form, /^dropped/) !== '') return renderGame({ submitted: { ...submitted, choice: choiceOf(form) } })
    const renderError = (status: number, message: TextKey) => renderGame({ formError: { status, message }, submitted })
    const roundRequest = parseRoundRequest(form)
    const check = 'refused' in roundRequest ? undefined : await findDueRealityCheck(ctx.store, forMember)
    if (check) return realityPage(locale, check)
    const result =
      'refused' in roundRequest
        ? roundRequest
        : await playRound(ctx, { ...launch, session: rest }, provider, roundRequest)
    if (typeof result === 'object') return renderError(result.refused === 'game.tooSoon' ? 409 : 422, result.refused)
    if (result === 'played') return showGame('spin' in roundRequest ? roundRequest.spin : undefined)
    return result === 'session' ? renderEnded(ctx, launch, locale) : renderError(409, refusalTexts[result])
  },
}

const refusalTexts = {
  balance: 'game.insufficientFunds',
  stake: 'game.stakeAboveCap',
  loss_limit: 'game.lossLimit',
  time_limit: 'game.timeLimit',
  limit: 'game.balanceTooLarge',
  closed: 'game.maintenance',
  void: 'game.void',
} as const satisfies Record<Exclude<RoundResult, 'played' | 'session'>, TextKey>

async function renderEnded(ctx: EmbeddedContext, launch: GameLaunch, locale: Locale): Promise<SandboxPage> {
  const exclusion = await findExclusion(ctx.store, ctx, launch.member_id)
  if (!exclusion || exclusion.isOver)
    return messagePage({ locale, status: 410, title: 'game.ended.title', text: 'game.ended.text' })
  return messagePage({
    locale,
    status: 410,
    title: `game.${exclusion.kind}.title`,
    text: 'game.excluded.text',
    values: { until: formatSeoulMinute(exclusion.until) },
    link: linkButton('/safer-play#support', playTexts(locale).t('game.support')),
  })
}

function stopPlaying(ctx: MemberIdContext, launch: GameLaunch): Promise<void> {
  return ctx.store.tx(async (sql) => {
    await restartRealityClock(sql, ctx)
    await returnToCash(sql, ctx)
    await sql.query(`update game_launches ${endLaunch} where id = $1 and ends_at > $2`, [launch.id, ctx.now()])
  })
}

function parseRoundRequest(form: URLSearchParams | undefined): RoundRequest | { refused: TextKey } {
  const spin = form?.get('spin') ?? ''
  if (!/^[0-9a-f-]{36}$/.test(spin)) return { refused: 'game.malformed' }
  const stake = stakes.find((won) => String(won) === form?.get('stake'))
  return stake === undefined ? { refused: 'game.stakeFirst' } : { spin, choice: choiceOf(form), stake }
}

function choiceOf(form: URLSearchParams | undefined, names = /^choice/): string {
  const fields = [...(form ?? [])].filter(([name, value]) => names.test(name) && value !== '')
  return fields.map(([, value]) => value).join(' ')
}

type PlayedSpin = { spin: string | null; withinMs?: number }

const freshMs = seconds(5)

async function loadGameView(
  ctx: EmbeddedContext,
  launch: GameLaunch,
  provider: Provider,
  locale: Locale,
  played?: PlayedSpin,
): Promise<GameView> {
  const [balances, { spin, playedAt, playedIn, ...table }, isClosed, maxStake, sitting] = await Promise.all([
    balancesOf(ctx.store, launch.member_id),
    readTable(ctx.store, ctx, launch, provider),
    isGameClosed(ctx.store, ctx, launch.provider, launch.game),
    provider.kind === 'slot' ? findMaxStake(ctx.store, { ...ctx, member: { id: launch.member_id } }) : undefined,
    readSitting(ctx, launch),
  ])
  const { title, paceMs } = sandboxGameOf({ provider, game: launch.game })
  const agoMs = ctx.now().getTime() - (playedAt?.getTime() ?? 0)
  const isFresh = spin !== undefined && spin === played?.spin && agoMs < (played.withinMs ?? Infinity)
  const names = displayNames(ctx, launch, bcp47[locale])
  return {
    locale,
    providerName: names.thirdParty,
    gameName: title ? playTexts(locale).t(title) : names.game,
    table,
    isFresh,
    isOfOtherLaunch: playedIn !== undefined && playedIn !== launch.id,
    isClosed,
    formError: isClosed && !isFresh ? { status: 200, message: 'game.maintenance' } : undefined,
    paceMs: ctx.options.roundPaceMs ?? paceMs,
    gameWon: Number(balances.game),
    maxStakeWon: maxStake,
    betNumber: isFresh ? await findBetNumber(ctx, launch, spin) : undefined,
    sitting: { ...sitting, elapsedMs: Math.max(0, ctx.now().getTime() - launch.made_at.getTime()) },
    cashWon: Number(balances.cash),
  }
}

/** Sums the settled rounds of a launch, and the stakes of its open bets. */
async function readSitting({ store }: EmbeddedContext, launch: GameLaunch) {
  const [row] = await store.query<{ net: bigint; waiting: bigint }>(
    `select coalesce(sum(win + jackpot_won - stake) filter (where state = 'done'), 0)::bigint as net,
            coalesce(sum(stake) filter (where state = 'placed'), 0)::bigint as waiting
       from game_rounds where launch_id = $1`,
    [launch.id],
  )
  return { netWon: Number(row?.net ?? 0n), waitingWon: Number(row?.waiting ?? 0n) }
}

async function findBetNumber({ store }: EmbeddedContext, launch: GameLaunch, spin: string) {
  const params = [launch.provider, betIdOf(launch.id, { spin })]
  const [bet] = await store.query<{ id: bigint }>('select id from bets where provider = $1 and round = $2', params)
  return bet && String(bet.id)
}

async function findGameLaunch({ store }: EmbeddedContext, token: string): Promise<GameLaunch | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined
  const ofToken =
    'select id, member_id, provider, game, language, made_at, ends_at from game_launches where token_hash = $1'
  const [launch] = await store.query<GameLaunch>(ofToken, [hashToken(token)])
  return launch
}
