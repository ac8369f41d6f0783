import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { whenVisible } from '~/navigation/reload'
import { callApi, isSuccess } from '~/session/call-api'
import { useOwner } from '~/session/post-form'
import { useSession } from '~/session/session-context'
import type { MessageKind } from '~/values/addresses'
import type { OpenedItemData } from './items.server'

type ItemId = OpenedItemData['unreadId']

const thresholds = { threshold: [0.1, 0.25, 0.5] }
const retryMs = 5_000

/** Half of an item, or of the window if the item is taller. */
function isMostlyShown({ intersectionRatio, intersectionRect }: IntersectionObserverEntry): boolean {
  return intersectionRatio >= 0.5 || intersectionRect.height >= innerHeight / 2
}

/**
 * Marks the unread item beside a list as read once its pane is displayed in a visible page. Phones hide the pane.
 * If the site or upstream is unavailable, tries again, with a longer pause each time.
 * @returns the pane's ref, and the id of the item that was marked
 */
export function useMarkShownAsRead(kind: MessageKind, unreadId: ItemId) {
  const pane = useRef<HTMLDivElement>(null)
  const [markedId, setMarkedId] = useState<ItemId>()
  const [failures, setFailures] = useState(0)
  const { refreshMember } = useSession()
  const owner = useOwner()
  const mark = useEffectEvent(async (id: NonNullable<ItemId>) => {
    const result = await callApi(kind === 'help' ? 'read-help-message' : 'read-note-message', { id }, owner)
    if (result.kind === 'failed' && (result.httpStatus ?? 500) >= 500) setFailures((count) => count + 1)
    if (result.kind === 'failed' || !isSuccess(result.response)) return
    setMarkedId(id)
    refreshMember()
  })
  useEffect(() => {
    const item = pane.current
    if (unreadId === undefined || !item) return
    let stopWaiting = () => {}
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(isMostlyShown)) return
      observer.disconnect()
      stopWaiting = whenVisible(() => mark(unreadId))
    }, thresholds)
    const pause = setTimeout(() => observer.observe(item), failures * retryMs)
    return () => {
      clearTimeout(pause)
      observer.disconnect()
      stopWaiting()
    }
  }, [unreadId, failures])
  return { pane, markedId }
}
