import { createContext, type RouterContextProvider } from 'react-router'
import type { SettledTransaction, ShellData } from '~/frame/shell-data'
import { type OptionalResult, upstreamContext } from '~/server/page-upstream.server'
import { isPrefetch, requestInfoContext } from '~/server/request-info.server'
import { sendCookie } from '~/server/response-headers.server'
import { formatSetCookie } from '~/server/session/cookie.server'
import { memberTagsIn } from '~/server/session/member-tag.server'
import type { ResponseOf } from '~/upstream/contract'
import { days, hours, seconds, toSeconds } from '~/values/durations'
import {
  type FollowedTransaction,
  formatEntry,
  joinEntries,
  parseEntry,
  splitEntries,
  toFollowed,
} from '~/values/followed-transaction'
import { receiptHref } from '~/values/receipt-href'
import { isCancelled, isDone, isOpen } from '~/values/transaction-status'
import { withinTime } from '~/values/within-time'
import { arrivingWon, type TrackedTransaction } from './pending'

/** The member's tag and, as entries, what this browser has shown under way. Not sealed: it only decides what is said. */
const followedCookie = 'followed'
/** The entries whose end a script has said since; frame/settled-alert.tsx sets it. */
const toldCookie = 'told'

const followedForSeconds = toSeconds(days(30))
/** Far above what a page shows under way; the cookie stays below a kilobyte. */
const maxFollowed = 12
/** A payment page ends after 12 hours: what is not listed by then was never paid. */
const unlistedForMs = hours(13)
/** No page waits longer to say what was settled; the next one looks again. */
const maxLookMs = seconds(1)

type List = FollowedTransaction['list']
type Listed = OptionalResult<`get-${List}-list`>
type Row = ResponseOf<`get-${List}-list`>['balances'][number]
type Context = Readonly<RouterContextProvider>

/** What a request changes of the entries: those it adds, and those still under way, where it has looked. */
type Change = { added: string[]; remaining: string[] | undefined }

const changeContext = createContext<Change | null>(null)

function changeOf(context: Context): Change {
  const change = context.get(changeContext) ?? { added: [], remaining: undefined }
  context.set(changeContext, change)
  return change
}

/** Remembers what a page shows under way, so that a later page can say how it ended. */
export function followTransactions(context: Context, transactions: readonly TrackedTransaction[]): void {
  changeOf(context).added.push(...transactions.filter(isOpen).map((one) => formatEntry(toFollowed(one))))
}

/** Remembers one that the upstream has just accepted, before any list shows it. @param sent.sinceMs it is listed as no older. */
export function followAccepted(
  context: Context,
  { list, id, won, sinceMs }: { list: List; id?: string | number | undefined; won: number; sinceMs: number },
): void {
  const at = new Date(sinceMs).toISOString()
  const listed = toFollowed({ list, id, won, at })
  const followed = listed.by === 'id' ? listed : ({ list, by: 'sending', won, atMs: sinceMs } as const)
  changeOf(context).added.push(formatEntry(followed))
}

/**
 * What was settled since the member's last page in this browser, and whether a deposit is under way still, as far as it
 * is known. Looks only where a page has shown something under way.
 */
export async function loadSettled(
  request: Request,
  context: Context,
): Promise<Pick<ShellData, 'settled' | 'hasOpenDeposit'>> {
  const followed = readEntries(context)
  if (followed.length === 0 || isPrefetch(request)) return { settled: [], hasOpenDeposit: false }
  const upstream = context.get(upstreamContext)
  const names = new Set(followed.map(({ list }) => list))
  const lists = new Map(
    await Promise.all(
      [...names].map(
        async (list) => [list, await withinTime(upstream.callOptionalOnce(`get-${list}-list`), maxLookMs)] as const,
      ),
    ),
  )
  const open: FollowedTransaction[] = []
  const settled = new Map<string, SettledTransaction>()
  const taken = new Set<Row>()
  for (const one of followed) {
    const { list } = one
    const row = findRow(one, lists.get(list), taken)
    if (row === 'unknown') open.push(one)
    else if (row !== 'gone') {
      const listed = toFollowed({ list, id: row.id, won: row.balance, at: row.regdate })
      if (isOpen(row)) open.push(listed)
      else if (isDone(row) || isCancelled(row)) {
        const key = formatEntry(listed)
        // Told by the entry of its list, and followed by that of its form as well.
        if (readTold(context).includes(key)) continue
        // One may be followed as it was sent and as it was listed.
        const entries = joinEntries([...new Set([...splitEntries(settled.get(key)?.entries), formatEntry(one), key])])
        settled.set(key, toSettled(list, row, entries))
      }
    }
  }
  changeOf(context).remaining = open.map(formatEntry)
  return { settled: [...settled.values()], hasOpenDeposit: open.some(({ list }) => list === 'deposit') }
}

/**
 * The row of one; `unknown` where the list can't say yet, `gone` where it won't.
 *
 * @param taken rows that others just sent were found as, among which this one is not.
 */
function findRow(followed: FollowedTransaction, listed: Listed | undefined, taken: Set<Row>): Row | 'unknown' | 'gone' {
  if (listed === undefined || listed.kind === 'failed') return 'unknown'
  const rows = listed.kind === 'done' ? listed.response.balances : []
  if (followed.by === 'id') return rows.find(({ id }) => String(id) === followed.id) ?? 'gone'
  const { by, won, atMs } = followed
  const isOne = (row: Row) => {
    const timeMs = Date.parse(row.regdate)
    if (Math.abs(row.balance ?? 0) !== won) return false
    return by === 'time' ? timeMs === atMs : timeMs >= atMs && !taken.has(row)
  }
  const row = by === 'time' ? rows.find(isOne) : rows.findLast(isOne)
  if (row && by === 'sending') taken.add(row)
  const isAwaited = by === 'sending' && listed.kind === 'done' && Date.now() - atMs < unlistedForMs
  return row ?? (isAwaited ? 'unknown' : 'gone')
}

function toSettled(list: List, row: Row, entries: string): SettledTransaction {
  const won = row.balance && Math.abs(row.balance)
  return {
    list,
    id: row.id?.toString(),
    won: isDone(row) ? arrivingWon({ won, fee: row.fee }) : won,
    ending: isDone(row) ? 'done' : 'cancelled',
    reason: row.reason,
    href: row.id === undefined ? undefined : receiptHref({ list, id: String(row.id), at: row.regdate }),
    entries,
  }
}

/**
 * Step: writes down what is under way. Only a page that is shown takes an entry away; the response to a script adds at
 * most, because nobody knows that it was shown.
 */
export function rememberFollowed(response: Response, request: Request, context: Context): void {
  const change = context.get(changeContext)
  if (!change || request.method === 'HEAD' || isPrefetch(request)) return
  const isShown = (response.headers.get('Content-Type') ?? '').startsWith('text/html')
  const before = readEntries(context).map(formatEntry)
  const kept = (isShown && change.remaining) || before
  const entries = [...new Set([...change.added, ...kept])].slice(0, maxFollowed)
  const isSame = entries.length === before.length && entries.every((entry) => before.includes(entry))
  const hasTold = isShown && context.get(requestInfoContext).cookies.has(toldCookie)
  if (isSame && !hasTold) return
  const [tag] = memberTagsIn(context)
  if (tag === undefined) return
  const maxAge = entries.length === 0 ? 0 : followedForSeconds
  sendCookie(context, formatSetCookie(followedCookie, joinEntries([tag, ...entries]), maxAge))
  if (hasTold) sendCookie(context, formatSetCookie(toldCookie, '', 0))
}

function readTold(context: Context): string[] {
  return splitEntries(context.get(requestInfoContext).cookies.get(toldCookie))
}

/** What this browser follows of this member, but that whose end was told. */
function readEntries(context: Context): FollowedTransaction[] {
  const { cookies } = context.get(requestInfoContext)
  const [tag, ...entries] = splitEntries(cookies.get(followedCookie))
  if (tag === undefined || !memberTagsIn(context).includes(tag)) return []
  const told = readTold(context)
  return entries
    .filter((entry) => !told.includes(entry))
    .slice(0, maxFollowed)
    .flatMap((entry) => parseEntry(entry) ?? [])
}
