import type { PageUpstream } from '~/server/page-upstream.server'
import { isSupported } from '~/upstream/call-support.server'
import type { User } from '~/upstream/contract/values'
import { maskAccountNumber, maskName, maskPhone } from '~/upstream/mask.server'

/** The member's details as shown on their own page, with personal data masked. */
type Profile = {
  kind: 'done'
  userId: string
  nick?: string | undefined
  level?: number | undefined
  phone?: string | undefined
  bank?: string | undefined
  account?: string | undefined
  owner?: string | undefined
}

/** Loads the member's profile. It is masked on the server, so the full data never reaches a browser. */
export async function loadProfile(upstream: PageUpstream): Promise<Profile | { kind: 'failed'; reference: string }> {
  if (isSupported('get-member') !== false) {
    const member = await upstream.callOptional('get-member', {})
    if (member.kind === 'done') return maskProfile(member.response.user)
  }
  // The health check also has the member's details, for an upstream without this call.
  const health = await upstream.callOptionalOnce('user-health-check')
  if (health.kind === 'done') return maskProfile(health.response.user)
  return { kind: 'failed', reference: upstream.reference }
}

function maskProfile({ userId, nick, level, phone, bankname, banknum, bankOwner }: User): Profile {
  return {
    kind: 'done',
    userId,
    nick,
    level,
    phone: maskPhone(phone),
    bank: bankname,
    account: maskAccountNumber(banknum),
    owner: maskName(bankOwner),
  }
}
