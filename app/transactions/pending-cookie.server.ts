import { createContext, type RouterContextProvider } from 'react-router'
import { formatSetCookie, sendCookie } from '~/server/cookies/cookie.server'
import { isPrefetch, requestInfoContext } from '~/server/request-info/request-info.server'
import { memberTagsIn } from '~/server/session/member-tag.server'
import type { SettledTransaction, ShellData } from '~/session/shell-data'
import { days, hours, seconds, toSeconds, withinTime } from '~/values/durations'
import { announcedCookie } from '~/values/script-cookies'
import {
  findTransaction,
  formatIdentity,
  identityOf,
  isCancelled,
  isDone,
  isPending,
  joinEntries,
  keyOf,
  parseIdentity,
  paymentPageLifetimeMs,
  splitEntries,
  type Transaction,
  type TransactionIdentity,
} from '~/values/transaction'
import { loadNewest } from './lists.server'

/*
 * `rememberSent` and `rememberPending` add an identity. The root loader (app/root.server.ts) finds settled ones on the
 * next page and removes them; app/shell/dialogs/settled-alert.tsx announces them once. Announcements by script are in
 * the cookie `announced`, so that they are not repeated.
 */

/** The member's tag and identities of shown pending transactions. Not sealed: it only decides announcements. */
const pendingCookie = 'followed'

const rememberedForSeconds = toSeconds(days(30))
/** Far above what a page shows as pending; the cookie stays below a kilobyte. */
const maxRemembered = 12

type Context = Readonly<RouterContextProvider>

type Change = { added: string[]; remaining: string[] | undefined }

const changeContext = createContext<Change | null>(null)

function changeOf(context: Context): Change {
  const change = context.get(changeContext) ?? { added: [], remaining: undefined }
  context.set(changeContext, change)
  return change
}

/** Remembers a page's pending transactions, so that a later page can announce their end. */
export function rememberPending(context: Context, transactions: readonly Transaction[]): void {
  changeOf(context).added.push(...transactions.filter(isPending).map(keyOf))
}

export function rememberSent(context: Context, identity: TransactionIdentity): void {
  changeOf(context).added.push(formatIdentity(identity))
}

/** Stores pending identities. Only a shown page removes one: a response to a script may never be shown. */
export function sendPendingCookie(response: Response, request: Request, context: Context): void {
  const change = context.get(changeContext)
  if (!change || request.method === 'HEAD' || isPrefetch(request)) return
  const isShown = (response.headers.get('Content-Type') ?? '').startsWith('text/html')
  const before = readRemembered(context).map(formatIdentity)
  const remaining = (isShown && change.remaining) || before
  const entries = [...new Set([...change.added, ...remaining])].slice(0, maxRemembered)
  const isSame = entries.length === before.length && entries.every((entry) => before.includes(entry))
  const hasAnnounced = isShown && context.get(requestInfoContext).cookies.has(announcedCookie.name)
  if (isSame && !hasAnnounced) return
  const [tag] = memberTagsIn(context)
  if (tag === undefined) return
  const maxAge = entries.length === 0 ? 0 : rememberedForSeconds
  sendCookie(context, formatSetCookie(pendingCookie, joinEntries([tag, ...entries]), maxAge))
  if (hasAnnounced) sendCookie(context, formatSetCookie(announcedCookie.name, '', 0))
}

/** The identities whose end a script has announced since this browser's last page. */
function readAnnounced(context: Context): string[] {
  return splitEntries(context.get(requestInfoContext).cookies.get(announcedCookie.name))
}

/** This member's pending transactions on this browser, without announced ones. */
function readRemembered(context: Context): TransactionIdentity[] {
  const { cookies } = context.get(requestInfoContext)
  const [tag, ...entries] = splitEntries(cookies.get(pendingCookie))
  if (tag === undefined || !memberTagsIn(context).includes(tag)) return []
  const announced = readAnnounced(context)
  return entries
    .filter((entry) => !announced.includes(entry))
    .slice(0, maxRemembered)
    .flatMap((entry) => parseIdentity(entry) ?? [])
}

/** A transaction that is unlisted an hour after its payment page has ended was never paid. */
const unlistedForMs = paymentPageLifetimeMs + hours(1)
/** No page waits longer for settlements; the next one looks again. */
const maxLookMs = seconds(1)

/** Returns settlements since the member's last page; looks only where a page has shown something pending. */
export async function loadSettled(request: Request, context: Context): Promise<ShellData['settled']> {
  const remembered = readRemembered(context)
  if (remembered.length === 0 || isPrefetch(request)) return []
  const lists = await loadListsOf(remembered, context)
  const announced = readAnnounced(context)
  const pending: TransactionIdentity[] = []
  const settled = new Map<string, SettledTransaction>()
  /** Rows that were found for a just sent transaction: the next such one has another row. */
  const taken = new Set<Transaction>()
  for (const identity of remembered) {
    const rows = lists.get(identity.kind)
    const row = rows && findTransaction(rows, identity, (listed) => taken.has(listed))
    if (row && identity.by === 'sending') taken.add(row)
    if (!row) {
      if (isAwaited(identity, rows)) pending.push(identity)
      continue
    }
    const listed = identityOf(row)
    const key = formatIdentity(listed)
    if (isPending(row)) pending.push(listed)
    // One may be remembered as sent and as listed, and was announced as either.
    else if ((isDone(row) || isCancelled(row)) && !announced.includes(key)) {
      const entries = new Set([...splitEntries(settled.get(key)?.entries), formatIdentity(identity), key])
      settled.set(key, { transaction: row, entries: joinEntries([...entries]) })
    }
  }
  changeOf(context).remaining = pending.map(formatIdentity)
  return [...settled.values()]
}

/** The first rows of each needed list: null where the upstream lacks it, undefined where it failed. */
async function loadListsOf(identities: readonly TransactionIdentity[], context: Context) {
  const kinds = [...new Set(identities.map(({ kind }) => kind))]
  const lists = kinds.map(async (kind) => {
    const list = await withinTime(loadNewest(kind, context), maxLookMs)
    return [kind, list?.kind === 'unsupported' ? null : list?.kind === 'done' ? list.rows : undefined] as const
  })
  return new Map(await Promise.all(lists))
}

/** Whether an unlisted one may still appear: the list failed, or it was just sent. */
function isAwaited(identity: TransactionIdentity, rows: readonly Transaction[] | null | undefined): boolean {
  if (rows === undefined) return true
  return rows !== null && identity.by === 'sending' && Date.now() - identity.atMs < unlistedForMs
}
