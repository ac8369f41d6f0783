import { useEffect, useRef } from 'react'
import { useReload } from '~/frame/navigation/reload'
import { useAwaitReply } from '~/frame/session/awaited-reply'
import { useSession } from '~/frame/session/state'

/** Loads the page's data anew when a health check says that an inquiry was answered. */
export function useRevalidateOnReply(isWaiting: boolean): void {
  const { member } = useSession()
  const reload = useReload()
  useAwaitReply(isWaiting)
  const unread = member?.unreadReplies ?? 0
  const before = useRef(unread)
  useEffect(() => {
    if (isWaiting && unread > before.current) reload()
    before.current = unread
  }, [isWaiting, unread, reload])
}
