import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import type { Upstream } from '~/upstream/client.server'
import type { OutcomeOf } from '~/upstream/outcome'

const strategy = 'member'

/**
 * Signs a member in over user-do-login. What the upstream says is a value; nothing is thrown for a wrong login.
 *
 * @param request a form with `id` and `pw`, built from a body that was bounded before: the strategy reads it whole.
 */
export async function authenticate(request: Request, upstream: Upstream): Promise<OutcomeOf<'user-do-login'>> {
  return authenticatorOver(upstream).authenticate(strategy, request)
}

/** One per sign-in, because the client of the upstream belongs to one request. */
function authenticatorOver(upstream: Upstream): Authenticator<OutcomeOf<'user-do-login'>> {
  return new Authenticator<OutcomeOf<'user-do-login'>>().use(
    new FormStrategy(({ form }) => upstream.call('user-do-login', { id: word(form, 'id'), pw: word(form, 'pw') })),
    strategy,
  )
}

function word(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
