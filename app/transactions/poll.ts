import { useEffect, useEffectEvent } from 'react'
import { useReload } from '~/navigation/reload'
import { type ApiResult, callApi } from '~/session/call-api'
import { useSession } from '~/session/session-context'
import { useAwaitReply } from '~/session/tab-state'
import { minutes, seconds } from '~/values/durations'
import { findTransaction, identityOf, isPending, keyOf, type Transaction } from '~/values/transaction'
import type { BankAccountRequest } from './bank-account-request.server'
import { toTransaction } from './state'

const pollDelayMs = seconds(4)
const maxDelayMs = seconds(40)
/** The interval between checks for the reply with the bank account, which usually comes within two minutes. */
const answerDelayMs = seconds(5)
const maxAnswerChecks = minutes(2) / answerDelayMs
/** Every fourth check reloads the data, because a reply that was read on another page never counts as unread here. */
const checksPerReload = 4
/** The maximum polling time of a page, excluding time in a hidden tab. */
const maxPolledMs = minutes(5)

/** Polls deposits and withdrawals while the tab is visible, for five minutes or until all are settled or missing. */
export function pollTransactions(
  transactions: readonly Transaction[],
  onChange: () => void,
  owner: string | undefined,
): () => void {
  let polled = transactions
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasEnded = false
  let isPolling = false
  let delayMs = pollDelayMs
  let polledMs = 0

  function wait() {
    if (document.visibilityState !== 'visible') return
    if (polledMs >= maxPolledMs) return end()
    polledMs += delayMs
    timer = setTimeout(poll, delayMs)
  }

  async function poll() {
    if (isPolling) return
    isPolling = true
    const lists = await fetchListsOf(polled, owner)
    isPolling = false
    if (hasEnded) return
    const results = polled.map((shown) => ({ shown, result: lookUp(shown, lists.get(shown.kind)) }))
    const hasChanged = results.some(({ result }) => result === 'changed')
    polled = results.filter(({ result }) => result !== 'gone').map(({ shown }) => shown)
    if (polled.length === 0) return end()
    const isDelayed = hasChanged || results.some(({ result }) => result === 'failed')
    delayMs = isDelayed ? Math.min(delayMs * 2, maxDelayMs) : pollDelayMs
    if (hasChanged) onChange()
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

type ListResult = ApiResult<'get-deposit-list' | 'get-withdraw-list'>

async function fetchListsOf(transactions: readonly Transaction[], owner: string | undefined) {
  const kinds = [...new Set(transactions.map(({ kind }) => kind))]
  const lists = kinds.map(async (kind) => [kind, await callApi(`get-${kind}-list`, { page: 1 }, owner)] as const)
  return new Map(await Promise.all(lists))
}

/** `gone`: the transaction is not listed, or the member can no longer read the list. */
function lookUp(shown: Transaction, list: ListResult | undefined): 'same' | 'changed' | 'gone' | 'failed' {
  // If another member has logged in, the page must be reloaded.
  if (list?.kind === 'failed' && list.code === 'another_member') return 'changed'
  if (list?.kind !== 'answered')
    return list?.code === 'unauthenticated' || list?.code === 'not_found' ? 'gone' : 'failed'
  const rows = (list.response.balances ?? []).map((row) => toTransaction(shown.kind, row))
  const listed = findTransaction(rows, identityOf(shown))
  if (!listed) return shown.listing === 'expected' && shown.id === undefined ? 'failed' : 'gone'
  const isSame = listed.status === shown.status && listed.stage === shown.stage && shown.listing === 'listed'
  return isSame ? 'same' : 'changed'
}

/**
 * Reloads the page's data when a pending transaction changes or the account request is answered. Transactions are
 * polled for five minutes while the page is visible. If a reply is due, the unread counts are checked every five
 * seconds for two minutes, and every fourth check reloads the data.
 */
export function useTransactionNews(transactions: readonly Transaction[], accountRequest?: BankAccountRequest): void {
  const { member, refreshMember } = useSession()
  const isAsked = accountRequest?.kind === 'waiting'
  const reload = useReload(isAsked ? (member?.unreadReplies ?? 0) : null, accountRequest)
  const polled = transactions.filter((shown) => shown.listing === 'expected' || isPending(shown))
  const key = polled.map((shown) => `${keyOf(shown)} ${shown.status} ${shown.stage}`).join('\n')
  const handleChange = useEffectEvent(reload)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the transactions and their states.
  useEffect(() => (key === '' ? undefined : pollTransactions(polled, () => handleChange(), member?.userId)), [key])
  useAwaitReply(isAsked)
  useEffect(() => {
    if (!isAsked) return
    let checks = 0
    const timer = setInterval(() => {
      refreshMember()
      checks += 1
      if (checks % checksPerReload === 0) handleChange()
      if (checks >= maxAnswerChecks) clearInterval(timer)
    }, answerDelayMs)
    // If another device reads the reply, the unread count doesn't rise, so becoming visible also reloads the page.
    const handleVisibility = () => document.visibilityState === 'visible' && handleChange()
    document.addEventListener('visibilitychange', handleVisibility)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', handleVisibility)
    }
  }, [isAsked, refreshMember])
}
