import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import type { UpstreamClient } from '~/upstream/client.server'
import type { OutcomeOf } from '~/upstream/outcome'

const strategyName = 'member'

/**
 * Signs a member in by the call user-do-login. A wrong password is a returned outcome, not an exception.
 *
 * @param request a form with `id` and `pw`. The strategy reads the whole body, so its size must be limited before.
 */
export async function authenticate(request: Request, upstream: UpstreamClient): Promise<OutcomeOf<'user-do-login'>> {
  return createAuthenticator(upstream).authenticate(strategyName, request)
}

/** One authenticator per sign-in, because the upstream client belongs to one request. */
function createAuthenticator(upstream: UpstreamClient): Authenticator<OutcomeOf<'user-do-login'>> {
  return new Authenticator<OutcomeOf<'user-do-login'>>().use(
    new FormStrategy(({ form }) =>
      upstream.call('user-do-login', { id: readTextField(form, 'id'), pw: readTextField(form, 'pw') }),
    ),
    strategyName,
  )
}

function readTextField(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
