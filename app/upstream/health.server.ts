import type { Attempt, Upstream } from './client.server'

const asked = new WeakMap<Upstream, Promise<Attempt<'user-health-check'>>>()

/**
 * The member's health check, made at most once per request and shared by all parts of the page. Throws only when the
 * session turns out to be dead.
 */
export function healthOf(upstream: Upstream): Promise<Attempt<'user-health-check'>> {
  const known = asked.get(upstream) ?? upstream.attempt('user-health-check', {})
  asked.set(upstream, known)
  return known
}
