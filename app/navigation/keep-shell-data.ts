import { isOfSite } from '~/session/of-site'
import type { RouteResults } from './page-parts'

/**
 * Client middleware of the root route: where the data of a page are lost, those of the frame stay, and with them the member
 * that it shows.
 */
export async function keepShellData(_: unknown, next: () => Promise<RouteResults>): Promise<RouteResults> {
  const results = await next()
  const { root, ...pages } = results
  return root?.type === 'error' && !isOfSite(root.result) ? pages : results
}
