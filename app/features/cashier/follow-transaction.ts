import { type ApiResult, callApi } from '~/frame/call-api'
import { minutes, seconds } from '~/values/durations'
import { clockSkewMs, listedBalance, matchTransaction } from './find-transaction'
import type { TrackedTransaction, TransactionChange } from './tracked-transaction'

const firstDelayMs = seconds(3)
/** Each poll waits longer than the one before, up to this. */
const maxDelayMs = seconds(5)
const growth = 1.1
/** Each failure doubles the wait, up to this. */
const maxFailureDelayMs = seconds(40)
/** How long a page polls in all, hidden time not counted. */
const maxFollowedMs = minutes(5)

/** `gone`: the transaction is not listed, or the list can't be read by this member any more. */
export type PollResult = { kind: 'listed'; change: TransactionChange } | { kind: 'gone' } | { kind: 'failed' }

type OnSeen = (change: TransactionChange) => boolean

/**
 * Looks a transaction up again and again, for five minutes in a visible tab, until `onSeen` returns false.
 *
 * @param poll a rejection counts as `failed`.
 * @param onSeen is told what it says now; false ends it.
 * @returns ends it.
 */
export function follow(poll: () => Promise<PollResult>, onSeen: OnSeen): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasEnded = false
  let isPolling = false
  let delayMs = firstDelayMs
  let followedMs = 0

  function wait() {
    if (document.visibilityState !== 'visible') return
    if (followedMs >= maxFollowedMs) return end()
    followedMs += delayMs
    timer = setTimeout(pollNow, delayMs)
  }

  async function pollNow() {
    if (isPolling) return
    isPolling = true
    const seen = await poll().catch((): PollResult => ({ kind: 'failed' }))
    isPolling = false
    if (hasEnded) return
    if (seen.kind === 'gone' || (seen.kind === 'listed' && !onSeen(seen.change))) return end()
    delayMs = seen.kind === 'failed' ? Math.min(delayMs * 2, maxFailureDelayMs) : Math.min(delayMs * growth, maxDelayMs)
    wait()
  }

  function handleVisibility() {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') pollNow()
  }

  function end() {
    hasEnded = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', handleVisibility)
  }

  document.addEventListener('visibilitychange', handleVisibility)
  wait()
  return end
}

/** Follows a deposit or withdrawal in its list. See `follow`. */
export function followTransaction(transaction: TrackedTransaction, onSeen: OnSeen): () => void {
  return follow(() => lookUp(transaction), onSeen)
}

type List = TrackedTransaction['list']
const listCalls = new Map<List, Promise<ApiResult<`get-${List}-list`>>>()

/** Transactions of one list that are looked up together share a call. */
function callListOnce(list: List) {
  const call = listCalls.get(list) ?? callApi(`get-${list}-list`, { page: 1 }).finally(() => listCalls.delete(list))
  listCalls.set(list, call)
  return call
}

async function lookUp({ list, id, won, at }: TrackedTransaction): Promise<PollResult> {
  const result = await callListOnce(list)
  if (result.kind === 'failed')
    return { kind: result.code === 'unauthenticated' || result.code === 'not_found' ? 'gone' : 'failed' }
  const rows = (result.response.balances ?? []).map(listedBalance)
  const atMs = Date.parse(at)
  const match = matchTransaction(rows, { id, won, sinceMs: atMs - clockSkewMs, atMs })
  if (match.kind === 'found' && match.transaction.status) {
    const { status, won, fee, settledAt, stage, payUrl, expiresAt, reason, after } = match.transaction
    return { kind: 'listed', change: { status, won, fee, settledAt, stage, payUrl, expiresAt, reason, after } }
  }
  return { kind: id === undefined ? 'failed' : 'gone' }
}
