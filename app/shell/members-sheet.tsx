import { useEffect, useState } from 'react'
import { useMatches, useRouteLoaderData } from 'react-router'
import { loadOnce } from '~/ui/modal/load-once'
import { getRouteManifest } from './route-manifest'
import type { ShellData } from './shell-data'
import { type RouteResults, reportMissingFile } from './unanswered-request'

/**
 * The style sheet of what members alone see. Their own pages name it by their route; pages that visitors see too get it
 * from the root route's data when a member opens them.
 */

/** The route that names the sheet: the layout of members' pages. */
const membersRoute = 'pages/members-only'

/** Names the sheet on a member's page. Once the page has been hydrated it stays, so that no navigation takes it away. */
export function MembersSheet() {
  const href = useRouteLoaderData<ShellData>('root')?.membersSheet
  const isNamedByRoute = useMatches().some(({ id }) => id === membersRoute)
  const [stays, setStays] = useState(false)
  useEffect(() => setStays(true), [])
  return href && (stays || !isNamedByRoute) ? <link rel="stylesheet" href={href} /> : null
}

/**
 * Client middleware of the root route: a visitor's page that comes to show a member waits for the sheet. It is that of the
 * page's own build: after an upgrade the site names its new one, whose short class names mean something else. Where the
 * page's own is gone, the page loads as a document.
 */
export async function membersSheetMiddleware(_args: unknown, next: () => Promise<RouteResults>): Promise<RouteResults> {
  const results = await next()
  const shell = results.root?.type === 'data' ? (results.root.result as ShellData | undefined) : undefined
  const membersSheet = shell?.membersSheet && sheetOfThisBuild()
  if (!membersSheet) return results
  const isShown = document.querySelector(`link[rel=stylesheet][href="${CSS.escape(membersSheet)}"]`) !== null
  if (!isShown) await preloadSheet().catch(reportMissingFile)
  return { ...results, root: { type: 'data', result: { ...shell, membersSheet } } }
}

function sheetOfThisBuild(): string | undefined {
  return getRouteManifest()?.routes[membersRoute]?.css?.[0]
}

/** Brings the sheet of this build into the browser's cache. Rejects where it can't be loaded. */
const preloadSheet = loadOnce(() => {
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = 'style'
  link.href = sheetOfThisBuild() ?? ''
  return new Promise<void>((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error(`${link.href} can't be loaded`))
    }
    document.head.append(link)
  })
})
