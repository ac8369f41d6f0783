import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useSession } from '~/frame/session-state'

/** Loads the page's data anew when a health check brings other money, after play for example. */
export function useRevalidateOnMoney(): void {
  const { member } = useSession()
  const { revalidate } = useRevalidator()
  const money = `${member?.cashWon} ${member?.inGameWon}`
  const before = useRef(money)
  useEffect(() => {
    if (money !== before.current) revalidate()
    before.current = money
  }, [money, revalidate])
}
