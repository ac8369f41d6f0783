import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import { memoize } from '~/values/memoize'
import { routeContext } from '../middleware/route.server'
import type { Incoming } from './incoming.server'

/**
 * Creates a handler that keeps one router for each matched route, which contains only that route and its parents. A
 * router with all routes would compare each path with every route, and build every route for each page.
 */
export function createRenderer(build: ServerBuild): Incoming['render'] {
  const forAllRoutes = createRequestHandler(build, 'production')
  const handlerFor = memoize((id: string) => {
    const routes: ServerBuild['routes'] = {}
    const assets = { ...build.assets, routes: {} as ServerBuild['assets']['routes'] }
    for (let route = build.routes[id]; route; route = build.routes[route.parentId ?? '']) {
      routes[route.id] = route
      assets.routes[route.id] = build.assets.routes[route.id]
    }
    return createRequestHandler({ ...build, routes, assets }, 'production')
  })
  return (request: Request, context: RouterContextProvider) => {
    const { id } = context.get(routeContext)
    return (id === undefined ? forAllRoutes : handlerFor(id))(request, context)
  }
}
