import { hrefWithQuery } from '~/paths/href-with-query'

/** URL of a launch page. A casino or sport provider has the same company and code. */
export function launchHref(company: string, code: string): string {
  return hrefWithQuery('/game', { company, code })
}
