import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import type { UpstreamClient } from '~/upstream/client/client-options'
import { contract, type PayloadOf } from '~/upstream/contract'
import { fieldErrors } from '~/upstream/contract/field-errors'
import type { OutcomeOf } from '~/upstream/outcome'

const strategyName = 'member'

/** The strategy reads a form of its own: docs/decisions/034-credentials-in-a-request.md. */
const formUrl = 'http://site.invalid/login'

/**
 * Signs a member in by the call user-do-login. A wrong password is a returned outcome, not an exception.
 *
 * @param credentials unchecked. Only those that fit the contract become a form, which can hold nothing else.
 */
export async function authenticate(
  credentials: object,
  upstream: Pick<UpstreamClient, 'call'>,
): Promise<OutcomeOf<'user-do-login'>> {
  const parsed = contract['user-do-login'].payload.safeParse(credentials)
  if (!parsed.success) return { kind: 'invalid', fields: fieldErrors(parsed.error) }
  const request = new Request(formUrl, { method: 'POST', body: new URLSearchParams(parsed.data) })
  // One authenticator per sign-in, because the upstream client belongs to one request.
  const authenticator = new Authenticator<OutcomeOf<'user-do-login'>>().use(
    new FormStrategy(({ form }) =>
      upstream.call('user-do-login', Object.fromEntries(form) as PayloadOf<'user-do-login'>),
    ),
    strategyName,
  )
  return authenticator.authenticate(strategyName, request)
}
