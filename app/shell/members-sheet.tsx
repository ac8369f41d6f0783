import { useEffect, useState } from 'react'
import { type DataStrategyResult, useMatches, useRouteLoaderData } from 'react-router'
import type { ShellData } from './shell-data'

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

/** Client middleware of the root route: a visitor's page that comes to show a member, who logged in elsewhere, waits for it. */
export async function membersSheetMiddleware(
  _args: unknown,
  next: () => Promise<Record<string, DataStrategyResult>>,
): Promise<Record<string, DataStrategyResult>> {
  const results = await next()
  const shell = results.root?.type === 'data' ? (results.root.result as ShellData | undefined) : undefined
  if (shell?.membersSheet) await preloadSheet(shell.membersSheet)
  return results
}

/** Resolves when the sheet is in the browser's cache, or can't be loaded. */
function preloadSheet(href: string): Promise<void> | undefined {
  if (document.querySelector(`link[href="${CSS.escape(href)}"]`)) return undefined
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = 'style'
  link.href = href
  return new Promise((resolve) => {
    link.onload = () => resolve()
    link.onerror = () => resolve()
    document.head.append(link)
  })
}
