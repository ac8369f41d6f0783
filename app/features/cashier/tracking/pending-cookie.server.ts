import { createContext, type RouterContextProvider } from 'react-router'
import { formatSetCookie } from '~/server/cookies/cookie.server'
import { isPrefetch, requestInfoContext } from '~/server/request-info/request-info.server'
import { sendCookie } from '~/server/response/headers.server'
import { memberTagsIn } from '~/server/session/member-tag.server'
import { days, toSeconds } from '~/values/durations'
import { isOpen, type Transaction } from '~/values/transaction'
import {
  announcedCookie,
  formatReference,
  joinEntries,
  keyOf,
  parseReference,
  splitEntries,
  type TransactionReference,
} from '~/values/transaction-reference'

/** The member's tag and the references to what this browser has shown as pending. Not sealed: it only decides what is said. */
const pendingCookie = 'followed'

const rememberedForSeconds = toSeconds(days(30))
/** Far above what a page shows as pending; the cookie stays below a kilobyte. */
const maxRemembered = 12
type Context = Readonly<RouterContextProvider>

/** What a request changes of the references: those it adds, and those still pending, where it has looked. */
type Change = { added: string[]; remaining: string[] | undefined }

const changeContext = createContext<Change | null>(null)

function changeOf(context: Context): Change {
  const change = context.get(changeContext) ?? { added: [], remaining: undefined }
  context.set(changeContext, change)
  return change
}

/** Remembers what a page shows as pending, so that a later page can say how it ended. */
export function rememberPending(context: Context, transactions: readonly Transaction[]): void {
  changeOf(context).added.push(...transactions.filter(isOpen).map(keyOf))
}

/** Remembers a transaction that the upstream has just accepted, before any list shows it. */
export function rememberSent(context: Context, reference: TransactionReference): void {
  changeOf(context).added.push(formatReference(reference))
}

/** Says which of those that this browser remembers are still pending; called where a request has looked. */
export function notePending(context: Context, references: readonly TransactionReference[]): void {
  changeOf(context).remaining = references.map(formatReference)
}

/**
 * Writes down what is pending. Only a page that is shown takes a reference away; the response to a script adds at most,
 * because nobody knows that it was shown.
 */
export function sendPendingCookie(response: Response, request: Request, context: Context): void {
  const change = context.get(changeContext)
  if (!change || request.method === 'HEAD' || isPrefetch(request)) return
  const isShown = (response.headers.get('Content-Type') ?? '').startsWith('text/html')
  const before = readRemembered(context).map(formatReference)
  const remaining = (isShown && change.remaining) || before
  const entries = [...new Set([...change.added, ...remaining])].slice(0, maxRemembered)
  const isSame = entries.length === before.length && entries.every((entry) => before.includes(entry))
  const hasAnnounced = isShown && context.get(requestInfoContext).cookies.has(announcedCookie)
  if (isSame && !hasAnnounced) return
  const [tag] = memberTagsIn(context)
  if (tag === undefined) return
  const maxAge = entries.length === 0 ? 0 : rememberedForSeconds
  sendCookie(context, formatSetCookie(pendingCookie, joinEntries([tag, ...entries]), maxAge))
  if (hasAnnounced) sendCookie(context, formatSetCookie(announcedCookie, '', 0))
}

/** The references whose end a script has announced since this browser's last page. */
export function readAnnounced(context: Context): string[] {
  return splitEntries(context.get(requestInfoContext).cookies.get(announcedCookie))
}

/** What this browser remembers of this member as pending, but that whose end was announced. */
export function readRemembered(context: Context): TransactionReference[] {
  const { cookies } = context.get(requestInfoContext)
  const [tag, ...entries] = splitEntries(cookies.get(pendingCookie))
  if (tag === undefined || !memberTagsIn(context).includes(tag)) return []
  const announced = readAnnounced(context)
  return entries
    .filter((entry) => !announced.includes(entry))
    .slice(0, maxRemembered)
    .flatMap((entry) => parseReference(entry) ?? [])
}
