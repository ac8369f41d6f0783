import type { Attempt, PageUpstream } from './page-upstream.server'

const healthChecks = new WeakMap<PageUpstream, Promise<Attempt<'user-health-check'>>>()

/**
 * The member's health check, made at most once per request and shared by all parts of the page. Throws only when the
 * session turns out to be dead.
 */
export function getHealthCheck(upstream: PageUpstream): Promise<Attempt<'user-health-check'>> {
  const known = healthChecks.get(upstream) ?? upstream.attempt('user-health-check', {})
  healthChecks.set(upstream, known)
  return known
}
