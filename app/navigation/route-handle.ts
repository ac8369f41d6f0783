import { useMatches } from 'react-router'
import type { RouteHandle } from '~/server/middleware/route.server'

/** The shell's money buttons on this page: the deposit button filled or quiet, as on error pages, or none. */
export function useMoneyButtons(): 'filled' | 'quiet' | 'none' {
  const page = useMatches().at(-1)
  // A failed page has a filled button of its own.
  if (page?.loaderData === undefined) return 'quiet'
  const { demotesDepositButton, movesMoney } = (page.handle ?? {}) as RouteHandle
  if (movesMoney) return 'none'
  const isDemoted =
    typeof demotesDepositButton === 'function' ? demotesDepositButton(page.loaderData) : demotesDepositButton
  return isDemoted ? 'quiet' : 'filled'
}

export function useRouteHandle(): RouteHandle {
  return (useMatches().at(-1)?.handle ?? {}) as RouteHandle
}
