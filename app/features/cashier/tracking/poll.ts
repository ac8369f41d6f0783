import { type ApiResult, callApi } from '~/frame/call-api'
import { minutes, seconds } from '~/values/durations'
import { isOpen } from '~/values/transaction-status'
import { clockSkewMs, listedRows, matchTransaction } from './find-transaction'
import type { TrackedTransaction } from './pending'

const usualDelayMs = seconds(4)
/** Each failure doubles the wait, up to this. */
const maxDelayMs = seconds(40)
/** How long a page polls in all, hidden time not counted. */
const maxFollowedMs = minutes(5)

/**
 * Looks deposits and withdrawals up in their lists again and again, for five minutes in a visible tab, until all are settled
 * or gone.
 *
 * @param onSeen is told each as it is listed now.
 * @returns ends it.
 */
export function followTransactions(
  transactions: readonly TrackedTransaction[],
  onSeen: (transaction: TrackedTransaction) => void,
): () => void {
  let open = transactions
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasEnded = false
  let isPolling = false
  let delayMs = usualDelayMs
  let followedMs = 0

  function wait() {
    if (document.visibilityState !== 'visible') return
    if (followedMs >= maxFollowedMs) return end()
    followedMs += delayMs
    timer = setTimeout(poll, delayMs)
  }

  async function poll() {
    if (isPolling) return
    isPolling = true
    const lists = await fetchListsOf(open)
    isPolling = false
    if (hasEnded) return
    const found = new Map(open.map((one) => [one, findIn(lists.get(one.list), one)]))
    for (const seen of found.values()) if (typeof seen === 'object') onSeen(seen)
    open = open.filter((one) => {
      const seen = found.get(one)
      return seen === 'failed' || (typeof seen === 'object' && isOpen(seen))
    })
    if (open.length === 0) return end()
    delayMs = [...found.values()].includes('failed') ? Math.min(delayMs * 2, maxDelayMs) : usualDelayMs
    wait()
  }

  function handleVisibility() {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') poll()
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

type List = TrackedTransaction['list']
type ListResult = ApiResult<`get-${List}-list`>

async function fetchListsOf(transactions: readonly TrackedTransaction[]): Promise<ReadonlyMap<List, ListResult>> {
  const names = [...new Set(transactions.map(({ list }) => list))]
  return new Map(
    await Promise.all(names.map(async (name) => [name, await callApi(`get-${name}-list`, { page: 1 })] as const)),
  )
}

/** `gone`: the transaction is not listed, or the list can't be read by this member any more. */
function findIn(list: ListResult | undefined, transaction: TrackedTransaction): TrackedTransaction | 'gone' | 'failed' {
  if (list?.kind !== 'answered')
    return list?.code === 'unauthenticated' || list?.code === 'not_found' ? 'gone' : 'failed'
  const { id, won, at } = transaction
  const atMs = Date.parse(at)
  const rows = listedRows(list.response)
  const match = matchTransaction(rows, { id, won, sinceMs: atMs - clockSkewMs, atMs })
  if (match.kind !== 'found' || !match.transaction.status) return id === undefined ? 'failed' : 'gone'
  return { ...transaction, ...match.transaction, id, at }
}
