import type { Attempt, Upstream } from './client.server'

const asked = new WeakMap<Upstream, Promise<Attempt<'user-health-check'>>>()

/**
 * The member's health check, made once for a request of the site however many parts of its page ask: the strip, the
 * account a withdrawal goes to, the comp money there is. Throws only when the session turns out dead.
 */
export function healthOf(upstream: Upstream): Promise<Attempt<'user-health-check'>> {
  const known = asked.get(upstream) ?? upstream.attempt('user-health-check', {})
  asked.set(upstream, known)
  return known
}
