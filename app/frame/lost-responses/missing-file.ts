import { reachSite } from './reach-site'

/** Set once a file of this build could not be loaded. The framework never asks for it again, a document does. */
let isFileMissing = false
/** How to end each of the loads that are under way. */
const pending = new Set<() => void>()

/**
 * Waits for a request of the router. Where a file of its page is missing, as after an upgrade of the site, its page is
 * loaded as a document. @returns undefined when the site can't be reached for that.
 */
export async function untilFileMissing<Results>(
  { url, method }: Request,
  next: () => Promise<Results>,
): Promise<Results | undefined> {
  let end = () => {}
  const missing = new Promise<undefined>((resolve) => {
    end = () => resolve(undefined)
  })
  // The response to a form is awaited: the site may have it.
  if (method === 'GET') pending.add(end)
  const results = await Promise.race([isFileMissing && method === 'GET' ? undefined : next(), missing])
  pending.delete(end)
  if (results !== undefined) return results
  isFileMissing = true
  if (!(await reachSite())) return undefined
  window.location.assign(url)
  return new Promise(() => {})
}

/**
 * Stops the framework from reloading the document when the script of a page fails to load: offline that would show the
 * browser's error page. Browsers without the Navigation API reload. Returns a function that ends it.
 */
export function preventScriptReload(): () => void {
  const { navigation } = window as { navigation?: EventTarget }
  const handleNavigate = (event: Event & { navigationType?: string; userInitiated?: boolean }) => {
    if (event.navigationType !== 'reload' || event.userInitiated || !event.cancelable || import.meta.env.DEV) return
    event.preventDefault()
    for (const end of pending) end()
  }
  navigation?.addEventListener('navigate', handleNavigate)
  return () => navigation?.removeEventListener('navigate', handleNavigate)
}
