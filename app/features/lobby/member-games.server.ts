import { type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { yearSeconds } from '~/server/preference-cookies.server'
import { sendCookie } from '~/server/response-headers.server'
import { isDataRequest } from '~/server/route.server'
import { formatSetCookie, parseCookies } from '~/server/session/cookie.server'
import { memberTagsOf } from '~/server/session/member-tag.server'
import { sessionContext } from '~/server/session/session.server'
import { parseJson } from '~/values/parse-json'

const maxRecentGames = 8
/** How many favourites a member has on one browser. Source: docs/product.md, constants. */
export const maxFavourites = 60

type Context = Readonly<RouterContextProvider>

/** A game in a cookie. */
export type GameId = z.output<typeof gameIdSchema>

const idSchema = z.string().min(1).max(64)
/** A game in a form or a cookie: each part 1 to 64 characters. */
export const gameIdSchema = z.object({ company: idSchema, code: idSchema })
const gameCookieSchema = z.tuple([z.string(), z.array(z.tuple([idSchema, idSchema]))])

/**
 * Cookies with games of one member, latest first: the tag of the member, then companies and codes, as JSON in base64url.
 * Another member and a visitor read nothing of it.
 */
type GameCookie = 'recent' | 'favourites'

const maxGames = { recent: maxRecentGames, favourites: maxFavourites } as const
/** Browsers keep 4,096 bytes of name and value. */
const maxGameCookieCharacters = 3_800

function readGames(name: GameCookie, request: Request, context: Context): GameId[] {
  const { member } = context.get(sessionContext)
  const cookie = parseCookies(request.headers.get('Cookie')).get(name)
  if (!member || !cookie || cookie.length > maxGameCookieCharacters) return []
  const { data } = gameCookieSchema.safeParse(parseJson(Buffer.from(cookie, 'base64url').toString('utf8')))
  if (!data) return []
  const [tag, games] = data
  if (!memberTagsOf(member.userId).includes(tag)) return []
  return games.slice(0, maxGames[name]).map(([company, code]) => ({ company, code }))
}

/** Sends the cookie with as many of the games as fit; the last ones drop out. Without a member it does nothing. */
function sendGames(name: GameCookie, context: Context, games: readonly GameId[]): void {
  const { member } = context.get(sessionContext)
  if (!member) return
  const [tag] = memberTagsOf(member.userId)
  const toText = (some: readonly GameId[]) =>
    Buffer.from(JSON.stringify([tag, some.map(({ company, code }) => [company, code])])).toString('base64url')
  let kept = games.slice(0, maxGames[name])
  while (toText(kept).length > maxGameCookieCharacters) kept = kept.slice(0, -1)
  sendCookie(context, formatSetCookie(name, toText(kept), yearSeconds))
}

function without(games: readonly GameId[], removed: GameId): GameId[] {
  return games.filter(({ company, code }) => company !== removed.company || code !== removed.code)
}

/** The games that the member last opened on this browser, latest first, at most 8. */
export function readRecentGames(request: Request, context: Context): GameId[] {
  return readGames('recent', request, context)
}

/** Adds a game as the latest of the member's recent ones. */
export function rememberGame(request: Request, context: Context, opened: GameId): void {
  if (!gameIdSchema.safeParse(opened).success) return
  sendGames('recent', context, [opened, ...without(readRecentGames(request, context), opened)])
}

/** The member's favourite games on this browser, latest first, at most 60. */
export function readFavourites(request: Request, context: Context): GameId[] {
  return readGames('favourites', request, context)
}

/** Makes a game a favourite, or no longer one. Of more than fit, the oldest drop out. */
export function changeFavourite(request: Request, context: Context, game: GameId, on: boolean): void {
  const others = without(readFavourites(request, context), game)
  sendGames('favourites', context, on ? [game, ...others] : others)
}

/** The response to a form that stored something: a script stays on its page, else the browser goes on to `url`. */
export function respondToStored(request: Request, url: string): { isStored: true } | Response {
  return isDataRequest(request) ? { isStored: true } : redirect(url, 303)
}
