import type { RouteConfigEntry } from '@react-router/dev/routes'
import { type Call, contract, type Segment, segments } from '~/upstream/contract'
import routes from '../../app/routes'

/** Every address of the site, read off its own tables, and the ways in which one and the same address can be spelled. */

/** An address of `app/routes.ts`, its parameters filled in. */
export type Address = { path: string; file: string; isForMembers: boolean; segment?: Segment }

/** What stands in for a parameter; a splat of a new route has to be named here. */
const splats: Record<string, string> = {
  'art/1/*': 'art/1/hero/wide.svg',
  'house/callback/*': 'house/callback/stone',
  'house/desk/*': 'house/desk/overview',
  'house/*': 'house/game/nowhere',
  '*': 'nowhere',
}

/** Every address, one for each call of the API. */
export const addresses: readonly Address[] = (routes as RouteConfigEntry[]).flatMap((entry) =>
  addressesOf(entry, false),
)

function addressesOf(entry: RouteConfigEntry, isForMembers: boolean): Address[] {
  const { path, file, children } = entry
  const guarded = isForMembers || file === 'routes/members.tsx'
  if (children) return children.flatMap((child) => addressesOf(child, guarded))
  if (path === undefined) return [{ path: '/', file, isForMembers: guarded }]
  if (path === 'api/routes/:segment') {
    return [...segments.values()].map((segment) => ({
      path: `/api/routes/${segment}`,
      file,
      isForMembers: contract[segment].who === 'member',
      segment,
    }))
  }
  const filled = path.includes('*') ? splats[path] : path
  if (filled === undefined || filled.includes(':')) throw new Error(`No example of ${path}: add one here`)
  return [{ path: `/${filled}`, file, isForMembers: guarded }]
}

/** The calls that count to a rate limit, by the table of the contract. */
export const limitedCalls = [...segments.values()].flatMap((segment) => {
  const { limit }: Call = contract[segment]
  return limit === undefined ? [] : [{ segment, limit }]
})

/** Other spellings of a path: each reaches what the plain one reaches, or nothing at all. */
export function spellings(path: string): string[] {
  if (path === '/') return ['/_.data', '/.', '/./', '//', '/%2e', '/%2F', '/;', '/index']
  const words = path.slice(1).split('/')
  const encoded = (text: string) => `%${text.charCodeAt(0).toString(16)}${text.slice(1)}`
  const fully = (text: string) => [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
  const mixed = (text: string) => [...text].map((c, at) => (at % 2 ? c : c.toUpperCase())).join('')
  const each = words.map((_, at) => `/${words.map((word, index) => (index === at ? encoded(word) : word)).join('/')}`)
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
