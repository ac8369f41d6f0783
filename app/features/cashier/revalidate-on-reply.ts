import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useAwaitReply } from '~/frame/awaited-reply'
import { useSession } from '~/frame/session-state'

/** Loads the page's data anew when a health check says that an inquiry was answered. */
export function useRevalidateOnReply(isWaiting: boolean): void {
  const { member } = useSession()
  const { revalidate } = useRevalidator()
  useAwaitReply(isWaiting)
  const unread = member?.unreadReplies ?? 0
  const before = useRef(unread)
  useEffect(() => {
    if (isWaiting && unread > before.current) revalidate()
    before.current = unread
  }, [isWaiting, unread, revalidate])
}
