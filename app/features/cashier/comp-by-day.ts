import type { ResponseOf } from '~/upstream/contract'
import { formatSeoulMinute } from '~/values/seoul'

type CompEntry = ResponseOf<'get-comp-list'>['points'][number]

/**
 * Sums comp from play by Seoul day, with a `count` of entries. If the list goes on after these entries, the last day
 * may go on too, so its entries stay separate. @param entries newest first
 */
export function addUpPlayByDay(entries: readonly CompEntry[], hasMore: boolean): (CompEntry & { count: number })[] {
  const rows: (CompEntry & { count: number })[] = []
  const lastEntry = entries.at(-1)
  const incompleteDay = hasMore && lastEntry ? dayOf(lastEntry) : undefined
  for (const entry of entries) {
    const last = rows.at(-1)
    const isPlay =
      last?.kind === 'play' && entry.kind === 'play' && dayOf(last) === dayOf(entry) && dayOf(entry) !== incompleteDay
    if (isPlay && last.points != null && entry.points != null) {
      last.points += entry.points
      last.count += 1
    } else rows.push({ ...entry, count: 1 })
  }
  return rows
}

const dayOf = ({ regdate }: CompEntry) => formatSeoulMinute(regdate).slice(0, 'YYYY-MM-DD'.length)
