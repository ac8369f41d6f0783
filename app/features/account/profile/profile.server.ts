import { z } from 'zod'
import { brand } from '~/brand/brand.server'
import { redisplayForm, requestFailures, respondToFailure } from '~/forms/form-responses.server'
import { intentField, readForm } from '~/forms/read-form.server'
import type { Locale } from '~/i18n/locale'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import type { Context } from '~/server/http/incoming.server'
import { findListed } from '~/server/request-info/query.server'
import { sessionContext } from '~/server/session/session.server'
import { type PageUpstream, upstreamContext } from '~/server/upstream/page-upstream.server'
import { isMissing, isSupported } from '~/upstream/client/call-support.server'
import type { ResponseOf } from '~/upstream/contract'
import type { User } from '~/upstream/contract/fields/values'
import { maskAccountNumber, maskName, maskPhone } from '~/values/banks'
import { isFactorIntent, submitFactor } from '../security/second-factor.server'
import { profileTabHref } from './tabs'

export type SecurityView = NonNullable<Awaited<ReturnType<typeof loadSecurity>>>

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

const loginForm = z.strictObject({
  intent: intentField('end-login', 'end-others'),
  id: z.string().min(1, 'field.required').max(128, 'field.tooLong').optional(),
})

export function submitSecurity(context: Context, posted: FormData) {
  const intent = posted.get('intent')
  return isFactorIntent(intent) ? submitFactor(context, posted, intent) : submitLoginEnd(context, posted)
}

/** Handles the forms for logging out other devices. @throws the error page for an ended session or upstream failure */
async function submitLoginEnd(context: Context, posted: FormData) {
  const form = readForm(posted, loginForm)
  if (form.kind === 'invalid') return redisplayForm(form)
  const { intent, id } = form.values
  const endsOthers = intent === 'end-others'
  const upstream = context.get(upstreamContext)
  const list = endsOthers ? undefined : await upstream.callOptional('get-login-list', {})
  const login = list?.kind === 'done' ? findListed(list.response.logins, id) : undefined
  const outcome = await upstream.call('end-login', endsOthers ? { others: true } : { id: login?.id ?? id })
  if (outcome.kind !== 'done')
    return respondToFailure(context, form, outcome, {
      refused: { other: 'security.notEnded' },
      unknown: 'security.notEnded',
      pages: requestFailures,
    })
  // Ends the member's other sessions on this site immediately, instead of at their next upstream call.
  if (endsOthers) context.get(sessionContext).renew({ endOthers: true })
  const message = endsOthers ? 'security.ended.others' : 'security.ended'
  return redirectWithFlash(profileTabHref('security'), { kind: 'success', message })
}

/** Loads the profile, masked on the server so that the full data never reaches the browser. */
export async function loadProfile(upstream: PageUpstream, locale: Locale) {
  if (isSupported('get-member') !== false) {
    const member = await upstream.callOptional('get-member', {})
    if (member.kind === 'done') return maskProfile(member.response.user, locale, member.response)
  }
  // Without `get-member`, the details come from the health check.
  const health = await upstream.callOptionalOnce('user-health-check')
  if (health.kind === 'done') return maskProfile(health.response.user, locale)
  return { kind: 'failed' as const, reference: upstream.reference }
}

function maskProfile(user: User, locale: Locale, { lastLoginAt }: Pick<ResponseOf<'get-member'>, 'lastLoginAt'> = {}) {
  const { userId, nick, level, phone, bankname, banknum, bankOwner, phoneChangedAt, bankChangedAt } = user
  return {
    kind: 'done' as const,
    lastLoginAt,
    userId,
    nick,
    level: level === undefined ? undefined : brand.level(level, locale),
    phone: maskPhone(phone),
    bank: bankname,
    account: maskAccountNumber(banknum),
    owner: maskName(bankOwner),
    phoneChangedAt,
    bankChangedAt,
  }
}
