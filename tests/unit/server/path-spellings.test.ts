import type { ServerBuild } from 'react-router'
import { describe, expect, it } from 'vitest'
import { createRouteMatcher } from '~/server/middleware/route.server'
import routes from '../../../app/routes'
import { fullyTriedPaths, sitePaths, spellings } from '../../support/site-paths'

/** Tests alternative spellings of every path. The HTTP tests send only one path of each kind. */

type Entry = (typeof routes)[number]

function buildOf(entries: readonly Entry[], parentId = 'root'): [string, object][] {
  // Paths that share a file have separate ids.
  return entries.flatMap(({ file, id = file, path, index, children }): [string, object][] => [
    [id, { id, parentId, path, index, module: {} }],
    ...buildOf(children ?? [], file),
  ])
}
const rows = [['root', { id: 'root', path: '', module: {} }], ...buildOf(routes)]
const find = createRouteMatcher(Object.fromEntries(rows) as unknown as ServerBuild['routes'])

function patternOf(target: string): string | undefined {
  const { pathname } = new URL(target.startsWith('/') ? `http://site.test${target}` : target)
  const { pattern } = find(pathname)
  return pattern === '/*' ? undefined : pattern
}

describe('every spelling of a path', () => {
  /** Only some of the calls, because all of them have the same route. */
  const oneOfEachRoute = sitePaths.filter(({ path, callName }) => !callName || fullyTriedPaths.includes(path))
  it.each(oneOfEachRoute)('matches the route of $path or none', ({ path }) => {
    const pattern = patternOf(path)
    expect(patternOf(path === '/' ? '/_.data' : `${path}.data`), 'its data').toBe(pattern)
    const reached = spellings(path).map((spelled) => [spelled, patternOf(spelled)])
    // Doubled slashes below /api or the old /house may match that folder's splat route, which responds with 404.
    const allowed = [undefined, pattern, '/api/*', '/house/*']
    const elsewhere = reached.filter(([, route]) => !allowed.includes(route))
    expect(elsewhere).toEqual([])
    expect(reached.filter(([, route]) => route !== undefined && route === pattern).length).toBeGreaterThan(
      path === '/nowhere' ? -1 : 4,
    )
  })
})
