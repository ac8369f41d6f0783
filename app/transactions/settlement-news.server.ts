import { createContext, href, type MiddlewareFunction } from 'react-router'
import { formatSetCookie, sendCookie } from '~/server/cookies/cookie.server'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import type { Context } from '~/server/http/incoming.server'
import { readQuery } from '~/server/request-info/query.server'
import { isPrefetch, requestInfoContext } from '~/server/request-info/request-info.server'
import { memberTagsIn } from '~/server/session/member-tag.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'
import { mayInviteToPlay } from '~/server/upstream/play-invitation.server'
import { isMissing } from '~/upstream/client/call-support.server'
import type { ResponseOf } from '~/upstream/contract'
import { maxSeenAtOnce } from '~/upstream/contract/calls/money'
import { hrefWithQuery } from '~/values/addresses'
import { days, toSeconds } from '~/values/durations'
import {
  hasResult,
  isCancelled,
  isDone,
  joinEntries,
  keyOf,
  lastChangeMs,
  newestFirst,
  parseIdentity,
  splitEntries,
  type Transaction,
} from '~/values/transaction'
import { addOwnAccount, loadNewest, type NewestTransactions } from './newest-transactions.server'
import { toTransaction } from './state'

/*
 * A settled deposit or withdrawal is news for seven days, or until the member dismisses it or opens its receipt. If the
 * upstream sends `settled`, it stores dismissals for all devices. Otherwise, the cookie `seen` stores them for one
 * browser. The cookie also stores rows that settle on an open page, so that other devices still show them as news.
 */

export type SettlementNewsData = {
  /** Newest first. */
  rows: Transaction[]
  /** True if the page may invite the member to play after a credited deposit. */
  mayPlay: boolean
}

export const newsForMs = days(7)

/** Contains the member's tag, the time from which this browser shows settlements as news, and dismissed keys. */
const seenCookie = { name: 'seen', maxAgeSeconds: toSeconds(days(365)) }

/** The keys dismissed by this request. The loaders of its page omit them. */
const closedContext = createContext<readonly string[]>([])

/** Resolves when the page's loader has dismissed the news, and read the answer, that the page shows. */
const dismissedContext = createContext<Promise<unknown>>(Promise.resolve())

/** Makes the shell's counts wait for a loader that dismisses news or reads an answer. */
export function dismissBeforeCount<Loaded>(context: Context, loading: Promise<Loaded>): Promise<Loaded> {
  const dismissed = loading.catch(() => {})
  context.set(dismissedContext, dismissed)
  return loading
}

function readSeen(context: Context): { sinceMs: number; keys: readonly string[] } | undefined {
  const text = context.get(requestInfoContext).cookies.get(seenCookie.name)
  const [tag, since, ...keys] = splitEntries(text)
  if (tag === undefined || since === undefined || !memberTagsIn(context).includes(tag)) return undefined
  return { sinceMs: Number.parseInt(since, 36) || 0, keys: keys.filter(parseIdentity).slice(0, maxSeenAtOnce) }
}

function rememberSeen(context: Context, keys: readonly string[]): void {
  const [tag] = memberTagsIn(context)
  if (tag === undefined) return
  const before = readSeen(context) ?? { sinceMs: Date.now(), keys: [] }
  const latest = [...new Set([...keys, ...before.keys])].slice(0, maxSeenAtOnce)
  const value = joinEntries([tag, before.sinceMs.toString(36), ...latest])
  sendCookie(context, formatSetCookie(seenCookie.name, value, seenCookie.maxAgeSeconds))
}

/** Returns the rows that are news, newest first. @param sinceMs ms since 1970 @param seen dismissed keys */
export function selectNews(
  rows: readonly Transaction[],
  { sinceMs, seen, nowMs }: { sinceMs: number; seen: readonly string[]; nowMs: number },
): Transaction[] {
  const fromMs = Math.max(sinceMs, nowMs - newsForMs)
  const isNews = (row: Transaction) => lastChangeMs(row) > fromMs && !seen.includes(keyOf(row))
  return newestFirst(rows.filter((row) => hasResult(row) && isNews(row)))
}

type SettledRows = ResponseOf<'user-health-check'>['settled']

const toRow = ({ kind, ...row }: NonNullable<SettledRows>[number]) => toTransaction(kind, row)

/** Returns a health check's settled rows, except those dismissed in this browser. Undefined if unsupported. */
export async function omitSeen(context: Context, settled: SettledRows): Promise<SettledRows> {
  await context.get(dismissedContext)
  if (settled === undefined || isMissing('mark-settled-seen')) return undefined
  const news = selectUnseen(context, settled).map(keyOf)
  return settled.filter((row) => news.includes(keyOf(toRow(row))))
}

function selectUnseen(context: Context, settled: NonNullable<SettledRows>): Transaction[] {
  const seen = [...(readSeen(context)?.keys ?? []), ...context.get(closedContext)]
  return selectNews(settled.map(toRow), { sinceMs: 0, seen, nowMs: Date.now() })
}

/** Returns the settled rows from the page's health check, or `failed` if there was no response. */
async function readSettled(context: Context): Promise<SettledRows | 'failed'> {
  const health = await context.get(upstreamContext).callOptionalOnce('user-health-check')
  return health.kind === 'done' ? health.response.settled : 'failed'
}

/** Loads the news for a page. @param lists the page's own lists, used if the upstream sends no `settled` */
export async function loadSettlementNews(context: Context, lists: readonly NewestTransactions[]) {
  const rows = await addOwnAccount(await findNews(context, lists), context)
  return {
    rows,
    mayPlay: rows.some((row) => row.kind === 'deposit' && isDone(row)) && (await mayInviteToPlay(context)),
  }
}

async function findNews(context: Context, lists: readonly NewestTransactions[]): Promise<Transaction[]> {
  const settled = await readSettled(context)
  if (settled === 'failed') return []
  if (settled) return selectUnseen(context, settled)
  const seen = readSeen(context)
  if (!seen) rememberSeen(context, [])
  const rows = lists.flatMap((list) => (list.kind === 'done' ? list.rows : []))
  return seen ? selectNews(rows, { sinceMs: seen.sinceMs, seen: seen.keys, nowMs: Date.now() }) : []
}

/** Dismisses news on all devices if the upstream supports that, or else in this browser. @param entries form values */
export async function dismissNews(context: Context, entries: readonly string[], isOnlyHere = false): Promise<void> {
  const keys = entries.slice(0, maxSeenAtOnce).filter(parseIdentity)
  if (keys.length === 0) return
  const settled = isOnlyHere ? undefined : await readSettled(context)
  const closed = Array.isArray(settled) ? settled.filter((row) => keys.includes(keyOf(toRow(row)))) : []
  const ids = closed.flatMap(({ id }) => id ?? [])
  const marked = ids.length > 0 && (await context.get(upstreamContext).callOptional('mark-settled-seen', { ids }))
  if (!marked || marked.kind !== 'done') rememberSeen(context, keys)
  context.set(closedContext, keys)
}

/** Dismisses news about transactions that the page lists or that the member has acted on. */
export async function dismissListed(request: Request, context: Context, rows: readonly Transaction[]): Promise<void> {
  const settled = rows.length > 0 && !isPrefetch(request) && (await readSettled(context))
  if (!Array.isArray(settled)) return
  const news = settled.map((row) => keyOf(toRow(row)))
  await dismissNews(
    context,
    rows.map(keyOf).filter((key) => news.includes(key)),
  )
}

/** Dismisses the news about an abandoned payment page. @throws a redirect to the form with method and amount */
export async function redirectIfAbandoned(request: Request, context: Context): Promise<void> {
  const { left, idx = '' } = readQuery(request.url)
  if (!left || isPrefetch(request)) return
  const list = await loadNewest('deposit', context)
  const row = list.kind === 'done' ? list.rows.find((listed) => listed.id === left && isCancelled(listed)) : undefined
  if (!row?.amount) return
  await dismissNews(context, [keyOf(row)])
  const flash = { kind: 'info', message: 'deposit.left', values: { amount: row.amount } } as const
  throw redirectWithFlash(hrefWithQuery(href('/deposit'), { balance: String(row.amount), idx }), flash)
}

/** Dismisses the receipt's notification before any loader runs, so the counts are correct. */
export const dismissOpenedNews: MiddlewareFunction<Response> = async ({ request, context }) => {
  const { kind, id } = readQuery(request.url)
  if (request.method !== 'GET' || isPrefetch(request)) return
  const settled = await readSettled(context)
  if (!Array.isArray(settled)) return
  const opened = settled.map(toRow).find((row) => row.kind === kind && row.id === id)
  if (opened) await dismissNews(context, [keyOf(opened)])
}

/** Dismisses an opened receipt's news in this browser, if the upstream sends no `settled`. */
export async function rememberOpened(request: Request, context: Context, receipt: Transaction): Promise<void> {
  if (isPrefetch(request) || (await readSettled(context)) !== undefined) return
  const { sinceMs = Date.now(), keys = [] } = readSeen(context) ?? {}
  if (selectNews([receipt], { sinceMs, seen: keys, nowMs: Date.now() }).length > 0)
    rememberSeen(context, [keyOf(receipt)])
}
