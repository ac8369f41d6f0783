import { z } from 'zod'
import { formatSetCookie, parseCookies, sendCookie } from '~/server/cookies/cookie.server'
import { yearSeconds } from '~/server/cookies/preferences.server'
import type { Context } from '~/server/http/incoming.server'
import { memberTagsOf } from '~/server/session/member-tag.server'
import { sessionContext } from '~/server/session/session.server'
import { seconds, toSeconds } from '~/values/durations'
import { parseJson } from '~/values/strict-json'

export const maxRecentGames = 8
/** The maximum number of favourites of a member in one browser. Source: docs/product.md, constants. */
export const maxFavourites = 60

export type GameId = z.output<typeof gameIdSchema>

/** A game that the member opened, and when. Cookies from older versions of the site contain no time. */
export type RecentGame = GameId & { openedAt?: Date }

const idSchema = z.string().min(1).max(64)
export const gameIdSchema = z.object({ company: idSchema, code: idSchema })
/** A time in whole seconds since 1970. An invalid time counts as missing, so that the game stays in the list. */
const openedAtSchema = z.int().min(0).max(99_999_999_999).optional().catch(undefined)
const gameCookieSchema = z.tuple([z.string(), z.array(z.tuple([idSchema, idSchema, openedAtSchema]))])

/** Cookies with a member's games, latest first. They are JSON in base64url, with the member's tag. */
type GameCookie = 'recent' | 'favourites'

const maxGames = { recent: maxRecentGames, favourites: maxFavourites } as const
/** The maximum length of the cookie. Browsers store up to 4,096 bytes of name and value. */
const maxGameCookieCharacters = 3_800

function readGames(name: GameCookie, request: Request, context: Context): RecentGame[] {
  const { member } = context.get(sessionContext)
  const cookie = parseCookies(request.headers.get('Cookie')).get(name)
  if (!member || !cookie || cookie.length > maxGameCookieCharacters) return []
  const { data } = gameCookieSchema.safeParse(parseJson(Buffer.from(cookie, 'base64url').toString('utf8')))
  if (!data) return []
  const [tag, games] = data
  if (!memberTagsOf(member.userId).includes(tag)) return []
  const now = Date.now()
  return games.slice(0, maxGames[name]).map(([company, code, openedAtSeconds]) => ({
    company,
    code,
    ...(openedAtSeconds === undefined || seconds(openedAtSeconds) > now
      ? {}
      : { openedAt: new Date(seconds(openedAtSeconds)) }),
  }))
}

/** Stores as many games as fit in the cookie and drops the last ones. Without a member, does nothing. */
function sendGames(name: GameCookie, context: Context, games: readonly RecentGame[]): void {
  const { member } = context.get(sessionContext)
  if (!member) return
  const [tag] = memberTagsOf(member.userId)
  const toTuple = ({ company, code, openedAt }: RecentGame) =>
    openedAt ? [company, code, Math.floor(toSeconds(openedAt.getTime()))] : [company, code]
  const toText = (some: readonly RecentGame[]) =>
    Buffer.from(JSON.stringify([tag, some.map(toTuple)])).toString('base64url')
  let kept = games.slice(0, maxGames[name])
  while (toText(kept).length > maxGameCookieCharacters) kept = kept.slice(0, -1)
  sendCookie(context, formatSetCookie(name, toText(kept), yearSeconds))
}

export function without<Listed extends GameId>(games: readonly Listed[], removed: GameId): Listed[] {
  return games.filter(({ company, code }) => company !== removed.company || code !== removed.code)
}

export const readRecentGames = (request: Request, context: Context) => readGames('recent', request, context)

export function rememberGame(request: Request, context: Context, opened: GameId): void {
  if (!gameIdSchema.safeParse(opened).success) return
  const earlier = without(readRecentGames(request, context), opened)
  sendGames('recent', context, [{ ...opened, openedAt: new Date() }, ...earlier])
}

export const readFavourites = (request: Request, context: Context) => readGames('favourites', request, context)

/** Adds or removes a favourite in this browser. If the cookie gets too large, the oldest favourites are dropped. */
export function changeFavourite(request: Request, context: Context, game: GameId, on: boolean): void {
  const remaining = without(readFavourites(request, context), game)
  sendGames('favourites', context, on ? [game, ...remaining] : remaining)
}

/** Replaces the member's favourites in the browser. If there are none, the cookie is deleted. */
export function keepFavourites(context: Context, games: readonly GameId[]): void {
  if (games.length > 0) sendGames('favourites', context, games)
  else sendCookie(context, formatSetCookie('favourites', '', 0))
}
