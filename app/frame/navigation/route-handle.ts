import { useMatches } from 'react-router'
import type { RouteHandle } from '~/server/steps/route.server'

/** What the page's route declares; nothing for a page that matches none. */
export function useRouteHandle(): RouteHandle {
  return (useMatches().at(-1)?.handle ?? {}) as RouteHandle
}
