import { createContext, type RouterContextProvider } from 'react-router'
import type { SettledTransaction } from '~/frame/shell-data'
import { type OptionalResult, upstreamContext } from '~/server/page-upstream.server'
import { isPrefetch, requestInfoContext } from '~/server/request-info.server'
import { sendCookie } from '~/server/response-headers.server'
import { formatSetCookie } from '~/server/session/cookie.server'
import { memberTagsOf } from '~/server/session/member-tag.server'
import { sessionContext } from '~/server/session/session.server'
import type { ResponseOf } from '~/upstream/contract'
import { days, hours, toSeconds } from '~/values/durations'
import {
  type FollowedTransaction,
  formatEntry,
  joinEntries,
  parseEntry,
  splitEntries,
} from '~/values/followed-transaction'
import { receiptHref } from '~/values/receipt-href'
import { isCancelled, isDone, isOpen } from '~/values/transaction-status'
import { clockSkewMs, listedBalance, matchTransaction } from './find-transaction'
import { arrivingWon, type TrackedTransaction } from './tracked-transaction'

/** The member's tag and, as entries, what this browser has shown under way. Not sealed: it only decides what is said. */
const followedCookie = 'followed'
/** The entries whose end a script has said since; frame/settled-alert.tsx sets it. */
const toldCookie = 'told'

const followedForSeconds = toSeconds(days(30))
/** Far above what a page shows under way; the cookie stays below a kilobyte. */
const maxFollowed = 12
/** A payment page ends after 12 hours: what is not listed by then was never begun. */
const unlistedForMs = hours(13)

type List = FollowedTransaction['list']
type Context = Readonly<RouterContextProvider>

/** What a request has learned of those under way. */
type Learned = {
  /** Shown under way by this page, or sent by this form. */
  begun: string[]
  /** Of those in the cookie, those that are under way still; undefined where nobody has looked. */
  left: string[] | undefined
}

const learnedContext = createContext<Learned | null>(null)

function learned(context: Context): Learned {
  const known = context.get(learnedContext) ?? { begun: [], left: undefined }
  context.set(learnedContext, known)
  return known
}

/** Remembers what a page shows under way, so that a later page can say how it ended. @param won, at of the upstream's row. */
export function followTransactions(context: Context, transactions: readonly TrackedTransaction[]): void {
  for (const { list, won, at, id, status } of transactions) {
    if (isOpen({ status })) learned(context).begun.push(formatEntry({ list, won, sinceMs: Date.parse(at), id }))
  }
}

/** Remembers a deposit on a payment page, which is listed only once it was sent. */
export function followPayment(context: Context, { won, startedAtMs }: { won: number; startedAtMs: number }): void {
  learned(context).begun.push(formatEntry({ list: 'deposit', won, sinceMs: startedAtMs - clockSkewMs }))
}

/**
 * What was settled since the member's last page in this browser. Looks only where a page has shown something under way.
 *
 * @returns each with the entries by which a script says that it has been told.
 */
export async function loadSettled(context: Context): Promise<SettledTransaction[]> {
  const upstream = context.get(upstreamContext)
  const ends = await Promise.all(
    readEntries(context).map(async (entry) => {
      const followed = parseEntry(entry)
      const end = followed ? findRow(followed, await upstream.callOptionalOnce(`get-${followed.list}-list`)) : 'gone'
      return { entry, list: followed?.list ?? 'deposit', end }
    }),
  )
  const left: string[] = []
  const settled = new Map<string, SettledTransaction>()
  for (const { entry, list, end } of ends) {
    if (end === 'open') left.push(entry)
    else if (end !== 'gone' && isOpen(end)) left.push(formatEntry(toFollowed(list, end)))
    else if (end !== 'gone') {
      // A payment is known by its sum first, then by its id as well.
      const key = `${list} ${end.id ?? entry}`
      const entries = joinEntries([...splitEntries(settled.get(key)?.entries), entry])
      settled.set(key, toSettled(list, end, entries))
    }
  }
  learned(context).left = left
  return [...settled.values()]
}

type Row = ResponseOf<`get-${List}-list`>['balances'][number]

/** The row of one; `open` where it can't be read yet, `gone` where its list does not say what became of it. */
function findRow(followed: FollowedTransaction, listed: OptionalResult<`get-${List}-list`>): Row | 'open' | 'gone' {
  if (listed.kind === 'failed') return 'open'
  const rows = listed.kind === 'done' ? listed.response.balances.map((row) => ({ ...listedBalance(row), row })) : []
  const { id, won, sinceMs } = followed
  const match = matchTransaction(rows, { id, won, sinceMs })
  if (match.kind !== 'found')
    return listed.kind === 'done' && id === undefined && Date.now() - sinceMs < unlistedForMs ? 'open' : 'gone'
  const { row } = match.transaction
  return isOpen(row) || isDone(row) || isCancelled(row) ? row : 'gone'
}

function toFollowed(list: List, { balance = 0, regdate, id }: Row): FollowedTransaction {
  return { list, won: Math.abs(balance), sinceMs: Date.parse(regdate), id: id?.toString() }
}

function toSettled(list: List, row: Row, entries: string): SettledTransaction {
  return {
    list,
    won: arrivingWon({ won: row.balance === undefined ? undefined : Math.abs(row.balance), fee: row.fee }),
    ending: isDone(row) ? 'done' : 'cancelled',
    reason: row.reason,
    href: row.id === undefined ? undefined : receiptHref({ list, id: String(row.id), at: row.regdate }),
    entries,
  }
}

/**
 * Step: writes down what is under way. Only a page that is shown takes an entry away; the answer to a script adds at most,
 * because nobody knows that it was shown.
 */
export function rememberFollowed(response: Response, request: Request, context: Context): void {
  const known = context.get(learnedContext)
  if (!known || isPrefetch(request)) return
  const { cookies } = context.get(requestInfoContext)
  const isShown = (response.headers.get('Content-Type') ?? '').startsWith('text/html')
  const before = readEntries(context)
  const entries = [...new Set([...known.begun, ...((isShown && known.left) || before)])].slice(0, maxFollowed)
  const [tag] = memberTags(context)
  const isSame = entries.length === before.length && entries.every((entry) => before.includes(entry))
  const hasTold = isShown && cookies.has(toldCookie)
  if (tag === undefined || (isSame && !hasTold)) return
  sendCookie(
    context,
    formatSetCookie(followedCookie, joinEntries([tag, ...entries]), entries.length === 0 ? 0 : followedForSeconds),
  )
  if (hasTold) sendCookie(context, formatSetCookie(toldCookie, '', 0))
}

/** The entries of this member in this browser, but those whose end was told. */
function readEntries(context: Context): string[] {
  const { cookies } = context.get(requestInfoContext)
  const [tag, ...entries] = splitEntries(cookies.get(followedCookie))
  if (tag === undefined || !memberTags(context).includes(tag)) return []
  const told = splitEntries(cookies.get(toldCookie))
  return entries.filter((entry) => !told.includes(entry)).slice(0, maxFollowed)
}

function memberTags(context: Context): string[] {
  const { member } = context.get(sessionContext)
  return member ? memberTagsOf(member.userId) : []
}
