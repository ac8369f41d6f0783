import { useEffect, useEffectEvent, useState } from 'react'
import { href, useFetcher, useLocation } from 'react-router'
import { whenVisible } from '~/navigation/reload'
import { useOwner } from '~/session/post-form'
import { useSession } from '~/session/session-context'
import { ownerField } from '~/values/form-owner'
import { hasResult, isDone, isPending, joinEntries, keyOf, type Transaction } from '~/values/transaction'
import type { SettlementNewsData } from './settlement-news.server'

/**
 * Returns the transactions that were completed while the page was open, and those that settled and were dismissed on
 * another device in that time. When the page is visible, marks the completed ones as seen in this browser.
 */
export function useCameOpen({ rows, mayPlay }: SettlementNewsData, listed: readonly Transaction[]) {
  const owner = useOwner()
  const { member, updateMember } = useSession()
  const { submit } = useFetcher()
  const { key } = useLocation()
  const pending = listed.filter(isPending).map(keyOf)
  const opened = { key, known: rows.map(keyOf), pending, came: [] as Transaction[], mayPlay }
  const [page, setPage] = useState(opened)
  const known = [...page.known, ...page.came.map(keyOf)]
  const isNew = (row: Transaction) => !known.includes(keyOf(row))
  const isListed = (row: Transaction) => rows.some((other) => keyOf(other) === keyOf(row))
  const wasPending = (row: Transaction) => page.pending.includes(keyOf(row))
  const dismissedElsewhere = listed.filter((row) => hasResult(row) && wasPending(row) && !isListed(row))
  const latest = [...rows.filter(isDone), ...dismissedElsewhere].filter(isNew)
  if (page.key !== key) setPage(opened)
  else if (latest.length > 0 || pending.some((id) => !page.pending.includes(id)))
    setPage({
      ...page,
      pending: [...new Set([...page.pending, ...pending])],
      came: [...page.came, ...latest],
      mayPlay: page.mayPlay || mayPlay,
    })
  const seen = page.came.filter(isDone).map(keyOf)
  const news = joinEntries(seen)
  const markSeen = useEffectEvent(() => {
    const unseen = rows.filter((row) => !seen.includes(keyOf(row)))
    // The submission reloads nothing, so the count would include them until the next health check.
    if (member?.unseenSettled) updateMember({ ...member, unseenSettled: unseen.length })
    return submit(
      { ...ownerField(owner), news, here: 'on' },
      { method: 'post', action: href('/settled'), defaultShouldRevalidate: false },
    )
  })
  useEffect(() => (news === '' ? undefined : whenVisible(() => markSeen())), [news])
  function forget(keys: readonly string[]) {
    setPage({ ...page, known: [...page.known, ...keys], came: page.came.filter((row) => !keys.includes(keyOf(row))) })
  }
  return { rows: page.came, mayPlay: page.mayPlay, forget }
}
