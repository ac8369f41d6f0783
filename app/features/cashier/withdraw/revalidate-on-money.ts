import { useEffect, useRef } from 'react'
import { useReload } from '~/frame/navigation/reload'
import { useSession } from '~/frame/session/state'

/**
 * Loads the page's data anew when a health check brings other money, after play for example.
 *
 * @param loaded of the page's loader: money that comes with it is no news, and its message would go.
 */
export function useRevalidateOnMoney(loaded: object): void {
  const { member } = useSession()
  const reload = useReload()
  // Without a session there is no news, and data loaded anew would lead to the login.
  const money = member && `${member.cashWon} ${member.inGameWon}`
  const before = useRef({ loaded, money })
  useEffect(() => {
    if (money === null) return
    const isNews = before.current.loaded === loaded && before.current.money !== money
    before.current = { loaded, money }
    if (isNews) reload()
  }, [loaded, money, reload])
}
