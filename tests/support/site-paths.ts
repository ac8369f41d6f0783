import type { RouteConfigEntry } from '@react-router/dev/routes'
import { type CallName, contract, knownCallNames } from '~/upstream/contract'
import { oldFolders } from '../../app/platform/old-names'
import routes from '../../app/routes'

/** Every URL path of the site, from its route table and the contract, and alternative spellings of paths. */

/** A path of `app/routes.ts` with its parameters filled in. */
export type SitePath = { path: string; file: string; isForMembers: boolean; callName?: CallName }

/** An example path for each splat route. New splat routes need an entry. */
const splatExamples: Record<string, string> = {
  'api/*': 'api/nowhere',
  'art/:version/*': 'art/4/hero/wide.svg',
  'picture/1/*': 'picture/1/no-signature/no-target/240.webp',
  'brand/*': 'brand/no-hash/mark.svg',
  'callbacks/*': 'callbacks/stone',
  'backoffice/api/*': 'backoffice/api/overview',
  'sandbox/*': 'sandbox/game/nowhere',
  '*': 'nowhere',
}
for (const { now, before } of oldFolders) {
  const example = splatExamples[`${now.slice(1)}/*`]
  if (example) splatExamples[`${before.slice(1)}/*`] = example.replace(now.slice(1), before.slice(1))
}

/** Every path, with one entry for each call of the API. */
export const sitePaths: readonly SitePath[] = (routes as RouteConfigEntry[]).flatMap((entry) =>
  pathsOfRoute(entry, false),
)

function pathsOfRoute(entry: RouteConfigEntry, isForMembers: boolean): SitePath[] {
  const { path, file, children } = entry
  const guarded = isForMembers || file === 'features/account/members-only.tsx'
  if (children) return children.flatMap((child) => pathsOfRoute(child, guarded))
  if (path === undefined) return [{ path: '/', file, isForMembers: guarded }]
  if (path === 'api/routes/:segment') {
    return [...knownCallNames.values()].map((callName) => ({
      path: `/api/routes/${callName}`,
      file,
      isForMembers: contract[callName].auth === 'member',
      callName,
    }))
  }
  const filled = path.includes('*') ? splatExamples[path] : path
  if (filled === undefined || filled.includes(':')) throw new Error(`No example for ${path}: add one here`)
  return [{ path: `/${filled}`, file, isForMembers: guarded }]
}

/** A path of each kind: pages, calls and forms for visitors and members, artwork, machine endpoints, a probe, a 404. */
export const fullyTriedPaths = [
  ...['/', '/login', '/deposit', '/slot/game', '/art/5/hero/wide.svg', '/healthz', '/nowhere'],
  ...['/callbacks/stone', '/backoffice/api/overview', '/api/routes/check-user-id', '/api/routes/apply-user-deposit'],
]

/** Returns alternative spellings of a path. Each must match the route of the plain path, or none. */
export function spellings(path: string): string[] {
  if (path === '/') return ['/_.data', '/.', '/./', '//', '/%2e', '/%2F', '/;', '/index']
  const words = path.slice(1).split('/')
  const encoded = (text: string) => `%${text.charCodeAt(0).toString(16)}${text.slice(1)}`
  const fully = (text: string) => [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
  const mixed = (text: string) => [...text].map((c, index) => (index % 2 ? c : c.toUpperCase())).join('')
  const each = words.map(
    (_, chosen) => `/${words.map((word, index) => (index === chosen ? encoded(word) : word)).join('/')}`,
  )
  const last = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  return [
    ...each,
    ...each.map((spelled) => `${spelled}.data`),
    `/${words.map(fully).join('/')}`,
    `/${words.map(fully).join('/').toUpperCase()}`,
    `/${[...before, `${last.slice(0, -1)}${encoded(last.slice(-1))}`].join('/')}`,
    `/${words.map(encoded).join('/').replaceAll('%', '%25')}`,
    path.toUpperCase(),
    mixed(path),
    `${mixed(path)}.data`,
    `${path}/`,
    `${path}//`,
    `${path}/%2e`,
    `${path}/.`,
    `${path}/x/..`,
    `/./${words.join('/')}`,
    `/x/../${words.join('/')}`,
    `//${words.join('/')}`,
    `/${words.join('//')}/`,
    `/${words.join('%2F')}`,
    `/${words.join('/')};x=1`,
    `${path}.data`,
    `${path}/_.data`,
    `${path}.data/`,
    `${path}.DATA`,
    `${path}%2Edata`,
    `${path}.data?_routes=root`,
    `${path}%00`,
    `${path}?`,
    `${path}#x`,
    `http://elsewhere.example${path}`,
  ]
}
