import type { PageUpstream } from '~/server/upstream/page-upstream.server'
import { isMissing, isSupported } from '~/upstream/client/call-support.server'

export type SecurityView = NonNullable<Awaited<ReturnType<typeof loadSecurity>>>

export function hasSecurity(): boolean {
  return isSupported('get-login-list') !== false
}

export async function loadSecurity(upstream: PageUpstream) {
  const listed = await upstream.callOptional('get-login-list', {})
  if (listed.kind === 'unsupported') return undefined
  const has = { hasFactors: !isMissing('set-second-factor'), hasOwnData: !isMissing('get-member-data') }
  if (listed.kind === 'failed') return { logins: listed, secondFactor: undefined, ...has }
  const { logins, secondFactor } = listed.response
  return {
    ...has,
    secondFactor,
    logins: {
      kind: 'listed' as const,
      live: logins.filter(({ endedAt }) => endedAt === null),
      ended: logins.filter(({ endedAt }) => endedAt !== null),
    },
  }
}
