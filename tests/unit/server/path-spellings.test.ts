import type { ServerBuild } from 'react-router'
import { describe, expect, it } from 'vitest'
import { createRouteMatcher } from '~/server/middleware/route.server'
import routes from '../../../app/routes'
import { fullyTriedPaths, sitePaths, spellings } from '../../support/site-paths'

/** A spelling leads to its own route or to none, on every path: HTTP tests send one path of each kind. */

type Entry = (typeof routes)[number]

function buildOf(entries: readonly Entry[], parentId = 'root'): [string, object][] {
  // Several paths may share one file; each then has an id of its own.
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
  /** All calls are one route. */
  const oneOfEachRoute = sitePaths.filter(({ path, callName }) => !callName || fullyTriedPaths.includes(path))
  it.each(oneOfEachRoute)('leads to the route of $path or to none', ({ path }) => {
    const pattern = patternOf(path)
    expect(patternOf(path === '/' ? '/_.data' : `${path}.data`), 'its data').toBe(pattern)
    const reached = spellings(path).map((spelled) => [spelled, patternOf(spelled)])
    // Doubled slashes lead from a route below /api or an old one below /house to what else is below it: to 404.
    const led = [undefined, pattern, '/api/*', '/house/*']
    const elsewhere = reached.filter(([, route]) => !led.includes(route))
    expect(elsewhere).toEqual([])
    expect(reached.filter(([, route]) => route !== undefined && route === pattern).length).toBeGreaterThan(
      path === '/nowhere' ? -1 : 4,
    )
  })
})
