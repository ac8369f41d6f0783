import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import type { Upstream } from '~/upstream/client.server'
import type { OutcomeOf } from '~/upstream/outcome'

const strategy = 'member'

/**
 * Signs a member in by the call user-do-login. A wrong password is a returned outcome, not an exception.
 *
 * @param request a form with `id` and `pw`. The strategy reads the whole body, so its size must be limited before.
 */
export async function authenticate(request: Request, upstream: Upstream): Promise<OutcomeOf<'user-do-login'>> {
  return authenticatorOver(upstream).authenticate(strategy, request)
}

/** One authenticator per sign-in, because the upstream client belongs to one request. */
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
