import { useMatches } from 'react-router'
import type { RouteHandle } from '~/server/steps/route.server'

/** Whether the frame's button for deposits stands back on this page, as it does on every error page. */
export function useDemotesDepositButton(): boolean {
  const page = useMatches().at(-1)
  // A page that failed has no data; what stands in its place has a filled button of its own.
  if (page?.loaderData === undefined) return true
  const { demotesDepositButton } = (page.handle ?? {}) as RouteHandle
  return typeof demotesDepositButton === 'function'
    ? demotesDepositButton(page.loaderData)
    : demotesDepositButton === true
}

/** What the page's route declares; nothing for a page that matches none. */
export function useRouteHandle(): RouteHandle {
  return (useMatches().at(-1)?.handle ?? {}) as RouteHandle
}
