import { useMatches } from 'react-router'
import type { RouteHandle } from '~/server/middleware/route.server'

/** How the frame's buttons for money stand on this page: that for deposits filled or quiet, as on every error page, or none. */
export function useMoneyButtons(): 'filled' | 'quiet' | 'none' {
  const page = useMatches().at(-1)
  // A page that failed has no data; what stands in its place has a filled button of its own.
  if (page?.loaderData === undefined) return 'quiet'
  const { demotesDepositButton, movesMoney } = (page.handle ?? {}) as RouteHandle
  if (movesMoney) return 'none'
  const isDemoted =
    typeof demotesDepositButton === 'function' ? demotesDepositButton(page.loaderData) : demotesDepositButton
  return isDemoted ? 'quiet' : 'filled'
}

/** What the page's route declares; nothing for a page that matches none. */
export function useRouteHandle(): RouteHandle {
  return (useMatches().at(-1)?.handle ?? {}) as RouteHandle
}
