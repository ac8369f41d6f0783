import type { ServerBuild } from 'react-router'
import { describe, expect, it } from 'vitest'
import { createRouteMatcher, type RouteHandle } from '~/server/route.server'

function build(rows: { id: string; parentId?: string; path?: string; index?: boolean; handle?: RouteHandle }[]) {
  return Object.fromEntries(
    rows.map(({ handle, ...row }) => [row.id, { ...row, module: { default: () => null, handle } }]),
  ) as unknown as ServerBuild['routes']
}

const find = createRouteMatcher(
  build([
    { id: 'root', path: '' },
    { id: 'home', parentId: 'root', index: true, handle: { pageCacheMs: 5 } },
    { id: 'members', parentId: 'root' },
    { id: 'deposit', parentId: 'members', path: 'deposit' },
    { id: 'api', parentId: 'root', path: 'api/routes/:segment', handle: { kind: 'api' } },
    {
      id: 'callbacks',
      parentId: 'root',
      path: 'house/callback/*',
      handle: { kind: 'embedded', isMachineEndpoint: true },
    },
    { id: 'pages', parentId: 'root', path: 'house/*', handle: { kind: 'embedded' } },
    { id: 'nothing', parentId: 'root', path: '*' },
  ]),
)

describe('the route of a path', () => {
  it.each([
    ['/api/routes/open-game', '/api/routes/:segment'],
    ['/api/routes/%6fpen-game', '/api/routes/:segment'],
    ['/%61pi/routes/open-game', '/api/routes/:segment'],
    ['/API/Routes/open-game/', '/api/routes/:segment'],
    ['/api/routes/open-game.data', '/api/routes/:segment'],
    ['/deposit', '/deposit'],
    ['/%44EPOSIT', '/deposit'],
    ['/deposit/', '/deposit'],
    ['/deposit.data', '/deposit'],
    ['/deposit/_.data', '/deposit'],
    ['/', '/'],
    ['/_.data', '/'],
    ['/house/callback/stone', '/house/callback/*'],
    ['/house/%63allback/stone', '/house/callback/*'],
    ['/house/game/token', '/house/*'],
    ['/house/callbacks', '/house/*'],
    ['/api//routes/open-game', '/*'],
    ['/nowhere', '/*'],
  ])('%s is %s', (address, pattern) => {
    expect(find(address).pattern).toBe(pattern)
  })

  it('carries the route’s own handle', () => {
    expect(find('/').handle).toEqual({ pageCacheMs: 5 })
    expect(find('/api/routes/x').handle.kind).toBe('api')
    expect(find('/house/callback/x').handle.isMachineEndpoint).toBe(true)
    expect(find('/house/game/x').handle.isMachineEndpoint).toBeUndefined()
    expect(find('/nowhere').handle).toEqual({})
  })
})
