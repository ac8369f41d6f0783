import type { PageUpstream } from '~/server/upstream/page-upstream.server'
import { isSupported } from '~/upstream/client/call-support.server'
import type { User } from '~/upstream/contract/fields/values'
import { maskAccountNumber, maskName, maskPhone } from '~/upstream/mask.server'

/** Masks the profile on the server, so the full data never reaches a browser. */
export async function loadProfile(upstream: PageUpstream) {
  if (isSupported('get-member') !== false) {
    const member = await upstream.callOptional('get-member', {})
    if (member.kind === 'done') return maskProfile(member.response.user)
  }
  // For an upstream without this call, the health check also has the member's details.
  const health = await upstream.callOptionalOnce('user-health-check')
  if (health.kind === 'done') return maskProfile(health.response.user)
  return { kind: 'failed' as const, reference: upstream.reference }
}

function maskProfile(user: User) {
  const { userId, nick, level, phone, bankname, banknum, bankOwner, phoneChangedAt, bankChangedAt } = user
  return {
    kind: 'done' as const,
    userId,
    nick,
    level,
    phone: maskPhone(phone),
    bank: bankname,
    account: maskAccountNumber(banknum),
    owner: maskName(bankOwner),
    phoneChangedAt,
    bankChangedAt,
  }
}
